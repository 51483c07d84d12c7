#include "plots/report/visible_points.hpp"

#include <algorithm>
#include <cmath>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

namespace descent {
namespace {

using Curve = std::vector<std::optional<double>>;
using Curves = std::vector<Curve>;

/// By how many pixels of a linear axis the lines through the kept points miss a point at most.
double largest_move(const std::vector<double>& positions, const Curve& curve,
                    const std::vector<std::size_t>& kept) {
  double low = infinity;
  double high = -low;
  for (const auto& value : curve) {
    low = std::min(low, *value);
    high = std::max(high, *value);
  }
  double largest = 0;
  for (std::size_t k = 1; k < kept.size(); ++k) {
    for (std::size_t i = kept[k - 1]; i <= kept[k]; ++i) {
      const double share =
          (positions[i] - positions[kept[k - 1]]) / (positions[kept[k]] - positions[kept[k - 1]]);
      const double line = *curve[kept[k - 1]] + share * (*curve[kept[k]] - *curve[kept[k - 1]]);
      largest = std::max(largest, std::abs(*curve[i] - line) * picture_height / (high - low));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("a straight line keeps its ends, a corner and the edges of a gap stay") {
  const std::vector<double> positions{0, 1, 2, 3, 4, 5, 6};
  const Curve flat(7, 2.0);
  CHECK(visible_points(positions, Curves{flat}) == std::vector<std::size_t>{0, 6});
  Curve corner = flat;
  corner[3] = 3.0;
  CHECK(visible_points(positions, Curves{flat, corner}) == std::vector<std::size_t>{0, 2, 3, 4, 6});
  Curve gap = flat;
  gap[2] = gap[3] = std::nullopt;
  CHECK(visible_points(positions, Curves{gap}) == std::vector<std::size_t>{0, 1, 2, 3, 4, 6});
  Curve infinite = flat;
  infinite[6] = infinity;
  CHECK(visible_points(positions, Curves{infinite}) == std::vector<std::size_t>{0, 5, 6});
  CHECK(visible_points(std::vector<double>{}, Curves{}).empty());
}

TEST_CASE("what is left out moves no line by more than half a pixel") {
  std::vector<double> positions;
  Curve smooth;
  Curve noisy;
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    positions.push_back(0.4 * i);
    smooth.emplace_back(std::exp(-0.002 * i));
    noisy.emplace_back(1 + random.uniform());
  }
  const auto kept = visible_points(positions, Curves{smooth});
  CHECK(kept.size() < 200);
  CHECK(largest_move(positions, smooth, kept) <= 0.5);
  const auto kept_of_both = visible_points(positions, Curves{smooth, noisy});
  CHECK(kept_of_both.size() > 2500);
  CHECK(largest_move(positions, noisy, kept_of_both) <= 0.5);
}

}  // namespace descent
