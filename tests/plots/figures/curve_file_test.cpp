#include "plots/figures/panel.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace descent {
namespace {

CurvePoint certified_point() {
  CurvePoint point;
  point.cpu_seconds = 0.5;
  point.passes = 3;
  point.objective.mean = 0.75;
  point.objective.p10 = 0.625;
  point.objective.p90 = 0.875;
  point.lower_bound = 0.5;
  point.suboptimality.mean = 0.25;
  point.suboptimality.median = 0.125;
  point.suboptimality.p10 = 0.0625;
  point.suboptimality.p90 = 0.375;
  return point;
}

}  // namespace

TEST_CASE("suboptimality is drawn relative to a positive lower bound, and not at all without one") {
  CurvePoint point = certified_point();
  const Quantity& suboptimality = quantity_named("suboptimality");
  CHECK(line_value(point, suboptimality) == 0.25);
  CHECK(drawn_value(point, suboptimality, &Spread::p10) == 0.125);
  CHECK(drawn_value(point, suboptimality, &Spread::p90) == 0.75);
  const auto bound =
      GENERATE(std::optional<double>(0.0), std::optional<double>(-1.0), std::optional<double>());
  point.lower_bound = bound;
  CHECK_FALSE(line_value(point, suboptimality).has_value());
}

TEST_CASE("shares are drawn in percent") {
  CurvePoint point = certified_point();
  CHECK_FALSE(line_value(point, quantity_named("density")).has_value());
  point.density.mean = 0.125;
  point.support_recall.mean = 0.75;
  point.support_false.mean = 0;
  CHECK(line_value(point, quantity_named("density")) == 12.5);
  CHECK(line_value(point, quantity_named("support_recall")) == 75);
  CHECK(line_value(point, quantity_named("support_false")) == 0);
}

TEST_CASE("a data file names its columns, in the place where scripts look for them") {
  PanelCurve curve;
  curve.points = {certified_point()};
  CHECK(curve_file_text(curve, Axis::passes) ==
        "# passes objective_mean objective_p10 objective_p90 nonzero_percent relative_suboptimality_median "
        "relative_suboptimality_p10 relative_suboptimality_p90 support_found_percent support_wrong_percent\n"
        "3 0.75 0.625 0.875 ? 0.25 0.125 0.75 ? ?\n");
  for (std::size_t i = 0; i < data_columns().size(); ++i) {
    const auto& [quantity, name, statistic] = data_columns()[i];
    if (statistic == quantity->figure->line) CHECK(quantity->figure->first_column == i + 2);
  }
  CHECK(has_quantity(curve, quantity_named("objective")));
  CHECK_FALSE(has_quantity(curve, quantity_named("density")));
}

TEST_CASE("a data file begins with w = 0, and on an axis with setup repeats it where setup ends") {
  PanelCurve curve;
  CurvePoint point = certified_point();
  point.point = 1;
  point.cpu_seconds = 2;
  point.setup_seconds_mean = 0.5;
  CurvePoint start = point;
  start.point = 0;
  start.cpu_seconds = start.passes = 0;
  start.objective.mean = 1;
  curve.start = start;
  curve.points = {point};
  curve.setup_seconds = 0.5;
  const auto positions = [&](Axis axis) {
    std::istringstream lines(curve_file_text(curve, axis));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with('#')) found.push_back(line.substr(0, line.find(' ', line.find(' ') + 1)));
    CHECK(found.size() == start_lines(curve, axis) + curve.points.size());
    return found;
  };
  CHECK(positions(Axis::cpu_seconds_with_setup) == std::vector<std::string>{"0 1", "0.5 1", "2.5 0.75"});
  CHECK(positions(Axis::cpu_seconds) == std::vector<std::string>{"0 1", "2 0.75"});
  CHECK(positions(Axis::passes) == std::vector<std::string>{"0 1", "3 0.75"});
}

}  // namespace descent
