#include "datasets/matrix/line_products.hpp"

#include <array>
#include <vector>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// Every second or third index, and values of which no product is exact.
std::vector<Entry> random_line(Index entries, Random& random) {
  std::vector<Entry> line;
  Index index = 0;
  for (Index k = 0; k < entries; ++k) {
    index += 2 + static_cast<Index>(random.below(2));
    line.push_back({index, static_cast<Value>(random.normal())});
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
  const std::vector<Entry> line{{0, 0.5F}, {2, -2}};
  std::vector<double> vector{2, 3, 5};
  CHECK(dot(line, vector.data()) == -9);
  CHECK(dot({}, vector.data()) == 0);
  CHECK(squared_norm(line) == 4.25);
  add(line, -2, vector.data());
  CHECK(vector == std::vector<double>{1, 3, 9});
}

TEST_CASE("Lines of any length are summed in the same four sums, to the bit, and added to entry by entry") {
  Random random(7);
  for (Index entries = 0; entries < 70; ++entries) {
    CAPTURE(entries);
    const std::vector<Entry> line = random_line(entries, random);
    const std::vector<double> dense = random_vector(220, random);

    std::array<double, 4> sums{};
    std::vector<double> added = dense;
    const std::size_t whole = line.size() / 4 * 4;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const auto at = static_cast<std::size_t>(line[k].index);
      const auto value = static_cast<double>(line[k].value);
      double& sum = sums[k < whole ? k % 4 : 0];
      sum = add_product(sum, value, dense[at]);
      added[at] = add_product(added[at], -0.3, value);
    }
    const double product = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    CHECK(dot(line, dense.data()) == product);
    CHECK(dot_in_lanes(line, dense.data()) == product);

    std::vector<double> vector = dense;
    add(line, -0.3, vector.data());
    CHECK(vector == added);
    vector = dense;
    add_in_lanes(line, -0.3, vector.data());
    CHECK(vector == added);
  }
}
