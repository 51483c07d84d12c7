// A stand-in for points of the plane in two classes: the second coordinate separates them along a line,
// except for a few points near it.

#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

constexpr Index columns = 2;

void add_row(const StandIn& stand_in, SampleBuilder& sample, Random& random) {
  const double x = 1.15 * random.normal();
  const double y = 15 * random.uniform() + 2.5 * random.uniform() - 2.5;
  sample.add(0, x);
  sample.add(1, y);
  sample.finish_row(4.1 + 0.5 * x - 0.6 * y + stand_in.parameters.at("blur") * random.normal() > 0);
}

}  // namespace

StandInGenerator plane_generator() {
  return {"plane",
          columns,
          {{"blur", "how far points on the wrong side lie from the line; 0: none are", 0.5, 0, 100}},
          row_by_row(columns, 2, add_row)};
}

}  // namespace descent
