// The stand-in for a9a has the original's structure and behaves like it.
#include <array>
#include <cmath>

#include "datasets/stand_ins/stand_in.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/stand_ins/stand_in_statistics.hpp"

using namespace descent;
using namespace descent::test;

namespace {

StandInSamples census() {
  return make_stand_in({"census", 24'703, 7'858, 123, 3, {}}, 7'858);
}

constexpr std::array<Index, 15> first_column = {0, 5, 13, 18, 34, 39, 46, 60, 66, 71, 73, 75, 77, 82, 123};

}  // namespace

TEST_CASE("census: 14 one-hot groups over 123 columns, of which three may be missing") {
  const Sample train = census().train;
  std::array<int, 14> missing{};
  bool one_hot = true;
  bool work_with_occupation = true;
  for (Index i = 0; i < train.rows.outer_size(); ++i) {
    std::array<int, 14> present{};
    for (const Entry& entry : train.rows[i]) {
      one_hot = one_hot && std::fabs(entry.value) == 1;
      std::size_t group = 0;
      while (entry.index >= first_column[group + 1]) ++group;
      ++present[group];
    }
    for (std::size_t group = 0; group < present.size(); ++group) {
      one_hot = one_hot && present[group] <= 1;
      if (present[group] == 0) ++missing[group];
    }
    work_with_occupation = work_with_occupation && present[6] <= present[1];
  }
  CHECK(one_hot);
  CHECK(work_with_occupation);
  for (std::size_t group = 0; group < missing.size(); ++group) {
    CAPTURE(group);
    const double share = missing[group] / 24703.0;
    if (group == 1 || group == 6) {
      CHECK(share == Approx(0.056).margin(0.006));
    } else if (group == 13) {
      CHECK(share == Approx(0.018).margin(0.004));
    } else {
      CHECK(missing[group] == 0);
    }
  }
  CHECK(nonzeros_a_row(train) == Approx(13.87).margin(0.01));
}

TEST_CASE("census: about a quarter is positive, and a linear rule is wrong on about 15 %") {
  const StandInSamples samples = census();
  CHECK(positive_share(samples.train) == Approx(0.241).margin(0.008));
  CHECK(positive_share(samples.test) == Approx(0.241).margin(0.015));
  const double test_error = error(samples.test, averaged_perceptron(samples.train, 5));
  CHECK(test_error > 0.135);
  CHECK(test_error < 0.165);
}

TEST_CASE("census: categories are as frequent as those of the real a9a") {
  const std::optional<Sample> real = real_sample("a9a", 123);
  if (!real) return;
  const Sample made = census().train;
  check_columns(made, *real);
  CHECK(positive_share(made) == Approx(positive_share(*real)).margin(0.01));
  // A rule learnt from the stand-in is nearly as good on the original.
  const double own_error = error(*real, averaged_perceptron(*real, 3));
  CHECK(error(*real, averaged_perceptron(made, 3)) == Approx(own_error).margin(0.02));
}
