// Stand-ins for tables of few columns, row by row: Abalone, California housing, points of the plane.

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

// A stand-in for Abalone: sex one-hot (female, male, infant), three lengths and four weights that nearly
// follow from one size, and the number of rings. Rings grow with the size and scatter more among the old.

constexpr Index animal_columns = 10;

/// Computes a measurement from the size: factor · size^power · exp(scatter · normal).
struct Growth {
  double factor;
  double power;
  double scatter;
};

// Columns from the fourth on: length, diameter, height; whole, meat, viscera and shell weight.
constexpr std::array growths{Growth{1.0, 1.0, 0.02},  Growth{0.775, 1.03, 0.03}, Growth{0.275, 1.1, 0.12},
                             Growth{5.1, 2.95, 0.11}, Growth{2.2, 2.95, 0.22},   Growth{1.1, 2.95, 0.20},
                             Growth{1.42, 2.88, 0.18}};

void add_animal(SampleBuilder& sample, Random& random) {
  const double chance = random.uniform();
  const int sex = chance < 0.31 ? 0 : (chance < 0.68 ? 1 : 2);
  const bool infant = sex == 2;
  sample.add(sex, 1);
  const double size =
      std::clamp((infant ? 0.43 : 0.57) + (infant ? 0.11 : 0.09) * random.normal(), 0.08, 0.82);
  double shell = 0;
  for (std::size_t k = 0; k < growths.size(); ++k) {
    const Growth& growth = growths[k];
    shell = growth.factor * std::pow(size, growth.power) * std::exp(growth.scatter * random.normal());
    sample.add(static_cast<Index>(3 + k),
               std::round(shell * 1e4) / 1e4);  // as in the original's files
  }
  const double expected = 1.5 + 11.5 * size + 8 * shell - (infant ? 0.8 : 0);
  const double years = 2.1 * (0.4 + 0.06 * expected) * random.normal();
  const double late = random.uniform() < 0.08 ? 5 * random.uniform() : 0;
  sample.finish_row_with_target(std::max(1.0, std::round(expected + years + late)));
}

// A stand-in for California housing (cadata): longitude and latitude along a coast, the age of the houses,
// four counts of a block that differ by little more than a factor, and the median income. The median value
// follows income and place and is cut off at 5.

constexpr Index block_columns = 8;

/// Columns are scaled to [−1, 1] by the extremes of the original.
double scaled(double share) {
  return 2 * std::clamp(share, 0.0, 1.0) - 1;
}

void add_block(SampleBuilder& sample, Random& random) {
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
  const double value = expected * std::exp(0.24 * random.normal());
  sample.finish_row_with_target(std::clamp(value, 0.15, 5.0));
}

// A stand-in for points of the plane in two classes: the second coordinate separates them along a line,
// except for a few points near it.

constexpr Index point_columns = 2;

void add_point(SampleBuilder& sample, Random& random) {
  const double x = 1.15 * random.normal();
  const double y = 15 * random.uniform() + 2.5 * random.uniform() - 2.5;
  sample.add(0, x);
  sample.add(1, y);
  sample.finish_row(4.1 + 0.5 * x - 0.6 * y + 0.5 * random.normal() > 0);
}

}  // namespace

StandInGenerator abalone_generator() {
  return {"abalone", animal_columns, row_by_row(add_animal)};
}

StandInGenerator housing_generator() {
  return {"housing", block_columns, row_by_row(add_block)};
}

StandInGenerator plane_generator() {
  return {"plane", point_columns, row_by_row(add_point)};
}

}  // namespace descent
