// A stand-in for Abalone: sex one-hot (female, male, infant), three lengths and four weights that nearly
// follow from one size, and the number of rings. Rings grow with the size and scatter more among the old.

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

constexpr Index columns = 10;

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

void add_row(const StandIn& stand_in, SampleBuilder& sample, Random& random) {
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
  const double expected = stand_in.parameters.at("youngest") + 11.5 * size + 8 * shell - (infant ? 0.8 : 0);
  const double years = stand_in.parameters.at("scatter") * (0.4 + 0.06 * expected) * random.normal();
  const double late = random.uniform() < 0.08 ? 5 * random.uniform() : 0;
  sample.finish_row_with_target(std::max(1.0, std::round(expected + years + late)));
}

}  // namespace

StandInGenerator abalone_generator() {
  return {"abalone",
          columns,
          {{"youngest", "rings of an animal without size", 1.5, -100, 100},
           {"scatter", "of the rings at ten rings; 0 makes them follow from the size", 2.1, 0, 100}},
          row_by_row(columns, 8, add_row)};
}

}  // namespace descent
