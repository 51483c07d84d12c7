#include "datasets/stand_ins/alias_table.hpp"

#include <cmath>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("An alias table draws in proportion to its weights") {
  const std::vector<double> weights =
      GENERATE(std::vector<double>{1}, std::vector<double>{0, 3}, std::vector<double>{1, 1, 1},
               std::vector<double>{5, 0, 0.5, 2, 0, 1, 1.5}, std::vector<double>{1e-9, 1e-9, 2e-9, 1e-12});
  double sum = 0;
  for (const double weight : weights) sum += weight;
  const AliasTable table(weights);
  Random random(3);
  const int draws = 200'000;
  std::vector<int> counts(weights.size());
  for (int k = 0; k < draws; ++k) ++counts.at(table.draw(random));
  for (std::size_t k = 0; k < weights.size(); ++k) {
    CAPTURE(k, weights.size());
    const double probability = weights[k] / sum;
    const double deviation = std::sqrt(probability * (1 - probability) / draws);
    CHECK(static_cast<double>(counts[k]) / draws == Approx(probability).margin(5 * deviation));
    if (weights[k] == 0) CHECK(counts[k] == 0);
  }
}
