#include "datasets/matrix/lane_products.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/matrix/stored_lines.hpp"

using namespace descent;

namespace {

/// Every second or third index, with numbers that the storage can hold.
std::vector<Entry> random_line(Index entries, Storage storage, Random& random) {
  std::vector<Entry> line;
  Index index = 0;
  for (Index k = 0; k < entries; ++k) {
    index += 2 + static_cast<Index>(random.below(2));
    double number = random.normal();
    if (storage == Storage::ones) number = 1;
    if (storage == Storage::decimal) number = std::nearbyint(1e8 * number);
    if (storage == Storage::single_precision) number = static_cast<float>(number);
    line.push_back({index, number});
  }
  return line;
}

std::vector<double> random_vector(std::size_t size, Random& random) {
  std::vector<double> vector(size);
  for (double& value : vector) value = random.normal();
  return vector;
}

}  // namespace

TEST_CASE("Products of a line with a dense vector") {
  const StoredValues stored = store_exactly(std::vector<Offset>{0, 2}, std::vector<Entry>{{0, 0.5}, {2, -2}});
  const Line line = test::line_of(stored);
  CHECK(line.format().storage == Storage::decimal);
  std::vector<double> vector{2, 3, 5};
  CHECK(dot(line, vector.data()) == -9);
  CHECK(dot({}, vector.data()) == 0);
  CHECK(squared_norm(line) == 4.25);
  add(line, -2, vector.data());
  CHECK(vector == std::vector<double>{1, 3, 9});
  double sum = 0;
  for_each_entry(line, [&](Index index, double value) { sum += (index + 1) * value; });
  CHECK(sum == -5.5);
}

TEST_CASE("Lines of any length are summed in the same four sums, to the bit, and added to entry by entry") {
  const ValueFormat format = GENERATE(ValueFormat{Storage::ones}, ValueFormat{Storage::decimal, 9},
                                      ValueFormat{Storage::single_precision}, test::in_doubles);
  Random random(7);
  for (Index entries = 0; entries < 70; ++entries) {
    CAPTURE(name_of(format.storage), entries);
    const std::vector<Entry> numbers = random_line(entries, format.storage, random);
    const StoredValues stored = test::stored_in(format, numbers);
    const Line line = test::line_of(stored);
    const std::vector<double> dense = random_vector(220, random);

    std::vector<std::array<double, 2>> pairs;
    for (std::size_t i = 0; i + 1 < dense.size(); ++i) pairs.push_back({dense[i], dense[i + 1]});

    std::array<double, 4> sums{};
    std::vector<double> added = dense;
    const std::size_t whole = line.size() / 4 * 4;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const auto [index, number] = numbers[k];
      const auto at = static_cast<std::size_t>(index);
      REQUIRE(line[k] == Entry{index, number / format.divisor()});
      double& sum = sums[k < whole ? k % 4 : 0];
      sum = add_product(sum, number, dense[at]);
      added[at] = add_product(added[at], -0.3 * format.unit(), number);
    }
    const double product = format.unit() * ((sums[0] + sums[1]) + (sums[2] + sums[3]));
    CHECK(dot(line, dense.data()) == product);
    CHECK(dot_in_lanes(line, dense.data()) == product);
    CHECK(line_sum_in_lanes(line, dense.data(), [](double value) { return value; }) == product);

    double plain = 0;
    double squares = 0;
    for (const auto [index, number] : numbers) {
      const auto at = static_cast<std::size_t>(index);
      plain += number * dense[at];
      squares += number * number * dense[at] * dense[at + 1];
    }
    const auto sums_of_pairs = sums_over_pairs(line, pairs.data(), [](auto x, auto a, auto b) {
      return std::array{x * a, x * x * (a * b)};
    });
    CHECK(sums_of_pairs[0] == Approx(plain).margin(1e-12));
    CHECK(sums_of_pairs[1] == Approx(squares).margin(1e-12));

    std::vector<double> vector = dense;
    add(line, -0.3, vector.data());
    CHECK(vector == added);
    vector = dense;
    add_in_lanes(line, -0.3, vector.data());
    CHECK(vector == added);
  }
}
