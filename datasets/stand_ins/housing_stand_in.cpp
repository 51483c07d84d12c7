// A stand-in for California housing (cadata): longitude and latitude along a coast, the age of the houses,
// four counts of a block that differ by little more than a factor, and the median income. The median value
// follows income and place and is cut off at 5.

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

constexpr Index columns = 8;

/// Columns are scaled to [−1, 1] by the extremes of the original.
double scaled(double share) {
  return 2 * std::clamp(share, 0.0, 1.0) - 1;
}

void add_row(const StandIn& stand_in, SampleBuilder& sample, Random& random) {
  const bool south = random.uniform() < 0.58;
  const double along = south ? 0.72 + 0.07 * random.normal() : 0.28 + 0.1 * random.normal();  // the coast
  const double inland = std::abs(0.09 * random.normal());
  const double age = random.uniform() < 0.06 ? 1 : random.uniform() * (0.55 + 0.45 * random.uniform());
  const double block = std::exp(0.65 * random.normal() - 0.35 * age);
  const double rooms = 0.062 * block * std::exp(0.3 * random.normal());
  const double bedrooms = 0.083 * block * std::exp(0.12 * random.normal());
  const double people = 0.038 * block * std::exp(0.3 * random.normal());
  const double households = 0.081 * block * std::exp(0.1 * random.normal());
  const double income = std::exp(0.45 * random.normal() + 0.25 * std::log(rooms / 0.06 * 0.08 / bedrooms));
  const std::array features{
      along + 0.6 * inland, 0.92 - 0.92 * along + 0.5 * inland, age, rooms, bedrooms, people,
      households,           (3.6 * income - 0.5) / 14.5};
  for (std::size_t j = 0; j < features.size(); ++j) sample.add(static_cast<Index>(j), scaled(features[j]));
  const double expected = 0.5 + 1.45 * income - 4.5 * inland + 0.35 * age + 2.2 * (households - people);
  const double value = expected * std::exp(stand_in.parameters.at("scatter") * random.normal());
  sample.finish_row_with_target(std::clamp(value, 0.15, 5.0));
}

}  // namespace

StandInGenerator housing_generator() {
  return {
      "housing",
      columns,
      {{"scatter", "of the logarithm of a value; 0 makes values follow from income and place", 0.24, 0, 10}},
      row_by_row(columns, columns, add_row)};
}

}  // namespace descent
