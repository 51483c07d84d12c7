#include "plots/analysis/shown_lambdas.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace descent {
namespace {

constexpr std::size_t most_problems = 8;
constexpr std::size_t most_shown = 3;

/// Dataset, loss and regulariser.
using Family = std::tuple<std::string, std::string, std::string>;

Family family_of(const CurvePoint& point) {
  return {point.dataset, point.loss, point.regularizer};
}

}  // namespace

ShownLambdas choose_shown_lambdas(std::span<const CurvePoint> curves) {
  ShownLambdas thinned{{curves.begin(), curves.end()}, {}};
  std::map<Family, std::set<double>> lambdas;
  for (const CurvePoint& point : curves) lambdas[family_of(point)].insert(point.lambda);
  std::size_t problems = 0;
  for (const auto& [family, values] : lambdas) problems += values.size();
  if (problems <= most_problems) return thinned;

  std::size_t left_out = 0;
  for (auto& [family, values] : lambdas) {
    if (values.size() <= most_shown) continue;
    left_out += values.size() - most_shown;
    values = {*values.begin(), *std::next(values.begin(), static_cast<std::ptrdiff_t>(values.size() / 2)),
              *values.rbegin()};
  }
  if (left_out == 0) return thinned;
  std::erase_if(thinned.curves, [&](const CurvePoint& point) {
    return !lambdas.at(family_of(point)).contains(point.lambda);
  });
  thinned.remark = fmt::format(
      "Of each λ path the smallest, the middle and the largest λ; the other {} problems: see curves.csv.",
      left_out);
  return thinned;
}

}  // namespace descent
