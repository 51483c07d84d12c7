#include "plots/results/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace descent {
namespace {

using Value = std::optional<double>;
using P = CurvePoint;
using R = ResultRow;

constexpr Position all_positions[] = {
    {"cpu_seconds", [](const R& row) { return Value(row.cpu_seconds); }, &P::cpu_seconds, "CPU seconds",
     "CPU seconds", "CPU time without setup (s)"},
    {"cpu_seconds_with_setup", [](const R& row) { return Value(row.cpu_seconds); }, &P::cpu_seconds,
     "CPU seconds with setup", "CPU seconds with setup", "CPU time (s)", true},
    {"wall_seconds", [](const R& row) { return Value(row.wall_seconds); }, &P::wall_seconds,
     "wall-clock seconds", "wall s", "Wall time without setup (s)"},
    {"wall_seconds_with_setup", [](const R& row) { return Value(row.wall_seconds); }, &P::wall_seconds,
     "wall-clock seconds with setup", "wall s with setup", "Wall time (s)", true},
    {"passes", [](const R& row) { return Value(row.passes); }, &P::passes, "passes over the data", "passes",
     "Passes over the data"},
    {"updates", [](const R& row) { return Value(static_cast<double>(row.updates)); }, &P::updates, "updates",
     "updates", "Updates"},
};

// A band of quantiles contains the median on any axis. A mean can leave it on a logarithmic axis, where it
// follows the worst run: suboptimality is drawn as a median.
constexpr Quantity all_quantities[] = {
    {.name = "objective",
     .of_row = [](const R& row) { return row.objective; },
     .of_point = &P::objective,
     .columns = {"mean of F(w)", "median of F(w)", "10 % and 90 % quantile: the band",
                 "10 % and 90 % quantile: the band"},
     .title = "objective F(w)",
     .short_title = "objective",
     .figure = FigureAxis{"Objective {/:Italic F}", "objective", 2, 12, &Spread::mean, true,
                          RangeRule::below_start}},
    {.name = "suboptimality",
     .of_row = [](const R& row) { return row.suboptimality; },
     .of_point = &P::suboptimality,
     .columns = {"mean of F(w) − D*", "median of F(w) − D*", "10 % and 90 % quantile",
                 "10 % and 90 % quantile"},
     .title = "relative suboptimality (F(w) − D*)/D*",
     .short_title = "relative suboptimality",
     .is_relative = true,
     .is_logarithmic = true,
     .figure = FigureAxis{"({/:Italic F} − {/:Italic D}*) / {/:Italic D}*", "relative_suboptimality", 6, 10,
                          &Spread::median, true, RangeRule::to_certificate}},
    {.name = "density",
     .of_row = [](const R& row) { return row.density; },
     .of_point = &P::density,
     .columns = {"mean share of nonzero weights"},
     .title = "nonzero weights, share of all",
     .short_title = "nonzero weights (share)",
     .is_share = true,
     .figure = FigureAxis{"Nonzeros (%)", "nonzero_percent", 5, 10, &Spread::mean, false,
                          RangeRule::from_no_percent}},
    {.name = "support_recall",
     .of_row = [](const R& row) { return row.support_recall; },
     .of_point = &P::support_recall,
     .columns = {"mean of support_recall"},
     .title = "support of the optimum found, share",
     .short_title = "support found (share)",
     .is_share = true,
     .figure = FigureAxis{"Support found (%)", "support_found_percent", 9, 10, &Spread::mean, false,
                          RangeRule::from_no_percent}},
    {.name = "support_false",
     .of_row = [](const R& row) { return row.support_false; },
     .of_point = &P::support_false,
     .columns = {"mean of support_false"},
     .title = "nonzeros that are zero in the optimum, share",
     .short_title = "wrong nonzeros (share)",
     .is_share = true,
     .figure = FigureAxis{"Wrong nonzeros (%)", "support_wrong_percent", 10, 10, &Spread::mean, false,
                          RangeRule::from_no_percent}},
    {.name = "train_error",
     .of_row = [](const R& row) { return row.train_error; },
     .of_point = &P::train_error,
     .columns = {"mean of train_error"},
     .title = "training error",
     .short_title = "training error"},
    {.name = "test_error",
     .of_row = [](const R& row) { return row.test_error; },
     .of_point = &P::test_error,
     .columns = {"mean of test_error"},
     .title = "test error",
     .short_title = "test error"},
};

/// In the order of Quantity::columns.
struct NamedStatistic {
  const char* name;
  std::optional<double> Spread::*member;
};
constexpr NamedStatistic statistics[] = {
    {"mean", &Spread::mean}, {"median", &Spread::median}, {"p10", &Spread::p10}, {"p90", &Spread::p90}};

std::vector<Column<P>> make_curve_columns() {
  std::vector<Column<P>> columns{
      column("point", "", "0 is w = 0; then a geometric grid, or the tolerances of a method that restarts",
             &P::point),
      column("cpu_seconds", "s",
             "without setup, which figures add: the grid's position; the mean if the axis is passes or the "
             "method restarts",
             &P::cpu_seconds),
      column("passes", "passes", "the mean; the grid's position if the axis is passes", &P::passes),
      column("updates", "updates", "the mean", &P::updates),
      column("setup_seconds_mean", "s", "mean of setup_seconds", &P::setup_seconds_mean)};
  for (const Quantity& quantity : all_quantities) {
    if (quantity.name == "suboptimality")
      columns.push_back(column("lower_bound", "", "D*, the certified lower bound of min F", &P::lower_bound));
    for (std::size_t i = 0; i < std::size(statistics); ++i) {
      if (quantity.columns[i] == nullptr) continue;
      const auto of_point = quantity.of_point;
      const auto statistic = statistics[i].member;
      columns.push_back(
          {fmt::format("{}_{}", quantity.name, statistics[i].name), "", quantity.columns[i],
           [=](const P& point) { return field_text(point.*of_point.*statistic); },
           [=](P& point, const std::string& field) { read_field(field, point.*of_point.*statistic); }});
    }
  }
  columns.insert(columns.end(),
                 {column("runs", "runs", "runs in this point", &P::runs),
                  column("failed_runs", "runs", "runs not in it, failed or diverged before", &P::failed_runs),
                  column("form", "", "as in the run files", &P::form),
                  column("l2_factor", "", "as in the run files", &P::l2_factor),
                  column("label", "", "of the method", &P::label),
                  column("lambda_as_written", "", "lambda as in the configuration", &P::lambda_as_written)});
  return with_key_columns<P>(std::move(columns));
}

std::vector<DataColumn> make_data_columns() {
  std::vector<const Quantity*> drawn;
  for (const Quantity& quantity : all_quantities)
    if (quantity.figure) drawn.push_back(&quantity);
  std::ranges::sort(drawn, {}, [](const Quantity* each) { return each->figure->first_column; });
  std::vector<DataColumn> columns;
  for (const Quantity* quantity : drawn) {
    for (const auto& [name, statistic] : statistics) {
      const bool is_line = statistic == quantity->figure->line;
      const bool is_edge = statistic == &Spread::p10 || statistic == &Spread::p90;
      if (!is_line && !(quantity->figure->has_band && is_edge)) continue;
      const std::string column = quantity->figure->column;
      columns.push_back({quantity, quantity->figure->has_band ? column + '_' + name : column, statistic});
    }
  }
  return columns;
}

}  // namespace

std::span<const Position> positions() {
  return all_positions;
}

const Position& position_of(Axis axis) {
  return *std::ranges::find(all_positions, name_of(axis), &Position::name);
}

Axis axis_of_curves(const Manifest& manifest) {
  const bool has_threads = std::ranges::any_of(manifest.conditions, [](const Condition& condition) {
    return condition.kind == ConditionKind::several_threads;
  });
  const Axis axis = axis_of_figures(manifest.x_axis);
  return has_threads && axis == Axis::cpu_seconds_with_setup ? Axis::wall_seconds_with_setup : axis;
}

std::span<const Quantity> quantities() {
  return all_quantities;
}

const Quantity& quantity_named(std::string_view name) {
  return *std::ranges::find(all_quantities, name, &Quantity::name);
}

const std::vector<Column<CurvePoint>>& curve_columns() {
  static const auto columns = make_curve_columns();
  return columns;
}

std::string curves_csv(std::span<const CurvePoint> curves) {
  return csv_text(curve_columns(), curves);
}

const std::vector<DataColumn>& data_columns() {
  static const auto columns = make_data_columns();
  return columns;
}

std::optional<double> drawn_value(const CurvePoint& point, const Quantity& quantity,
                                  std::optional<double> Spread::*statistic) {
  const auto value = point.*quantity.of_point.*statistic;
  if (!value) return value;
  if (quantity.is_share) return 100 * *value;
  if (!quantity.is_relative) return value;
  if (!point.lower_bound || !(*point.lower_bound > 0)) return std::nullopt;
  return *value / *point.lower_bound;
}

std::optional<double> line_value(const CurvePoint& point, const Quantity& quantity) {
  return drawn_value(point, quantity, quantity.figure->line);
}

}  // namespace descent
