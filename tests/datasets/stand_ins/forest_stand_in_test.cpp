// The stand-in for covtype has the original's structure and behaves like it.
#include <cmath>

#include "datasets/stand_ins/stand_in.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/stand_ins/stand_in_statistics.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr Index numeric_columns = 10;
constexpr Index first_soil = 14;
constexpr Index columns = 54;

StandInSamples forest(Index rows) {
  return make_stand_in({"forest", rows, 20'000, columns, 4, {}}, 20'000);
}

}  // namespace

TEST_CASE("forest: ten scaled numbers, one wilderness area and one soil a row, zeros dropped") {
  const Sample train = forest(30'000).train;
  bool one_hot = true;
  bool scaled = true;
  Offset zeros = 0;
  for (Index i = 0; i < train.rows.outer_size(); ++i) {
    int areas = 0;
    int soils = 0;
    int numbers = 0;
    for (const Entry& entry : train.rows[i]) {
      const double size = std::fabs(entry.value);
      if (entry.index < numeric_columns) {
        ++numbers;
        scaled = scaled && size > 0 && size <= 1;
      } else {
        ++(entry.index < first_soil ? areas : soils);
        one_hot = one_hot && size == 1;
      }
    }
    one_hot = one_hot && areas == 1 && soils == 1;
    zeros += numeric_columns - numbers;
  }
  CHECK(one_hot);
  CHECK(scaled);
  CHECK(static_cast<double>(zeros) / 30'000 == Approx(0.053).margin(0.01));
  CHECK(nonzeros_a_row(train) == Approx(11.947).margin(0.01));
}

TEST_CASE("forest: full size, 51 % negative, and a linear rule is wrong on about 24 %") {
  const StandInSamples samples = make_stand_in({"forest", 522'911, 58'101, columns, 4, {}}, 58'101);
  CHECK(samples.train.rows.outer_size() == 522'911);
  CHECK(samples.test.rows.outer_size() == 58'101);
  CHECK(samples.train.rows.nonzeros() == Approx(6.247e6).epsilon(0.002));
  CHECK(positive_share(samples.train) == Approx(0.4876).margin(0.005));
  CHECK(positive_share(samples.test) == Approx(0.4876).margin(0.01));
  const double test_error = error(samples.test, averaged_perceptron(samples.train, 1));
  CHECK(test_error > 0.23);
  CHECK(test_error < 0.26);
}

TEST_CASE("forest: columns have the means of the real covtype") {
  const std::optional<Sample> real = real_sample("covtype-15k", columns);
  if (!real) return;
  const Sample made = forest(50'000).train;
  check_columns(made, *real);
  const double own_error = error(*real, averaged_perceptron(*real, 20));
  CHECK(error(*real, averaged_perceptron(made, 5)) == Approx(own_error).margin(0.03));
}
