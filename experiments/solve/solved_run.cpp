#include "experiments/solve/solved_run.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "experiments/run/planned_manifest.hpp"
#include "solvers/contract/deadline.hpp"
#include "solvers/contract/option_json.hpp"
#include "solvers/smooth/newton_dual.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/process/processor.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Best known lower bound: of a certified optimum or the method's own dual weights.
std::optional<double> bound_of(const ResultRow& row) {
  if (row.lower_bound && row.dual_value) return std::max(*row.lower_bound, *row.dual_value);
  return row.lower_bound ? row.lower_bound : row.dual_value;
}

/// F/λ, if λ was given as C.
std::optional<double> liblinear_objective(const RunSpec& spec, const ResultRow& row) {
  if (!spec.lambda.is_c() || !row.objective) return std::nullopt;
  return *row.objective / spec.objective_scale() / spec.solver_lambda();
}

}  // namespace

SolvedRun::SolvedRun(const RunSpec& spec, const Problem& of_run, RunRecord record)
    : RunRecord(std::move(record)),
      problem(of_run),
      upper_bound(last_from_above ? *last_from_above : problem.evaluate_from_above(final_weights).objective),
      objective_scale(spec.objective_scale()) {}

std::optional<double> SolvedRun::gap() const {
  if (!std::isfinite(lower_bound)) return std::nullopt;
  return product_rounded_up(difference_rounded_up(upper_bound, lower_bound), objective_scale);
}

std::optional<double> SolvedRun::relative_gap() const {
  if (!std::isfinite(lower_bound)) return std::nullopt;
  return descent::relative_gap(upper_bound, lower_bound);
}

void SolvedRun::tighten_bounds(double most_seconds) {
  upper_bound = problem.evaluate_from_above(final_weights).objective;
  ResultRow& last = rows.back();
  if (last.status == run_status::budget || last.status == run_status::diverged) return;
  std::uint64_t entries = 0;
  std::optional<std::vector<double>> dual;
  const double wall_start = wall_seconds();
  const double cpu_start = thread_cpu_seconds();
  try {
    dual = newton_dual_weights(problem, final_weights, Deadline(cpu_start + most_seconds), entries);
  } catch (const OutOfTime&) {
  }
  last.cpu_seconds += thread_cpu_seconds() - cpu_start;
  last.wall_seconds += wall_seconds() - wall_start;
  last.entries_touched += entries;
  last.passes += static_cast<double>(entries) / static_cast<double>(problem.rows().nonzeros());
  if (dual) raise_lower_bound(problem.lower_bound(*dual));
}

void SolvedRun::raise_lower_bound(double bound) {
  if (!(bound > lower_bound)) return;
  lower_bound = bound;
  rows.back().dual_value = objective_scale * bound;
}

Json solved_run_json(const RunSpec& spec, const SolvedRun& run) {
  const ResultRow& last = run.last();
  const Dataset& data = *spec.dataset;
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"objective", or_null(last.objective)},
          {"lower_bound", or_null(bound_of(last))},
          {"gap", or_null(run.gap())},
          {"relative_gap", or_null(run.relative_gap())},
          {"liblinear_objective", or_null(liblinear_objective(spec, last))},
          {"nonzeros", or_null(last.nonzeros)},
          {"train_error", or_null(last.train_error)},
          {"test_error", or_null(last.test_error)},
          {"cpu_seconds", last.cpu_seconds},
          {"wall_seconds", last.wall_seconds},
          {"setup_seconds", last.setup_seconds},
          {"passes", last.passes},
          {"updates", last.updates},
          {"status", last.status},
          {"method", last.method},
          {"options", to_json(spec.options)},
          {"loss", last.loss},
          {"regularizer", last.regularizer},
          {"form", last.form},
          {"l2_factor", or_null(last.l2_factor)},
          {"weighting", last.weighting},
          {"values", data.is_rounded ? "float" : "exact"},
          {"lambda", last.lambda},
          {"seed", last.seed},
          {"dataset",
           {{"name", data.name},
            {"rows", data.train.rows.outer_size()},
            {"columns", data.train.rows.inner_size()},
            {"nonzeros", data.train.rows.nonzeros()},
            {"underflows", data.underflows},
            {"source", data.source},
            {"sha256", data.sha256},
            {"positive_label", data.classes ? label_json(data.classes->positive) : Json(nullptr)},
            {"negative_label", data.classes ? label_json(data.classes->negative_name()) : Json(nullptr)}}}};
}

void print_solved_run(const RunSpec& spec, const SolvedRun& run, const std::optional<std::string>& chosen) {
  const ResultRow& last = run.last();
  print_output("{} on {} ({} x {}, {})\n", last.method, last.dataset, spec.dataset->train.rows.outer_size(),
               spec.dataset->train.rows.inner_size(), last.source);
  print_output("problem      {}\n", spec.ProblemSpec::description());
  if (spec.dataset->constant_feature == 0)
    print_output("intercept    none; --bias 1 appends a feature that is 1 in every row\n");
  if (chosen) print_output("method       {} (chosen: {})\n", last.method, *chosen);
  if (const auto& classes = spec.dataset->classes)
    print_output("classes      +1 is label {}, -1 is label {}\n", classes->positive,
                 classes->negative_name());
  if (!spec.dataset->remarks.empty())
    print_output("read         {}\n", fmt::join(spec.dataset->remarks, ", "));
  if (!last.weighting.empty()) print_output("weights      {}\n", last.weighting);
  if (spec.dataset->is_rounded) print_output("values       rounded to single precision\n");
  if (spec.dataset->underflows > 0)
    print_output("too small    {} read as 0: too small for double precision\n",
                 plural_are(static_cast<std::size_t>(spec.dataset->underflows), "number"));
  print_output("objective    {:.12g}\n", *last.objective);
  if (const auto objective_with_c = liblinear_objective(spec, last))
    print_output("LIBLINEAR's  {:.12g} = R(w) + C times the sum of the losses\n", *objective_with_c);
  if (bound_of(last)) {
    print_output("lower bound  {:.12g}", *bound_of(last));
    if (std::isfinite(*run.gap()))
      print_output("  (gap {:.2e}, relative {:.2e})", *run.gap(), *run.relative_gap());
    print_output("\n");
  } else if (spec.loss == LossKind::logistic && spec.regularizer == RegularizerKind::none &&
             last.train_error == 0.0 && run.problem.m() * *last.objective < std::numbers::ln2) {
    print_output(
        "lower bound  0, which no weights reach: they separate the classes, and larger ones do better\n");
  } else if (chosen) {
    print_output("lower bound  {}\n",
                 run.problem.has_lower_bound()
                     ? "none: its numbers overflow"
                     : fmt::format("none is known under the regularizer {}", last.regularizer));
  }
  print_output("nonzeros     {} ({:.2f} %)\n", *last.nonzeros, 100 * *last.density);
  if (spec.dataset->task == Task::classification) {
    print_output("errors       {:.2f} % of the training rows", 100 * last.train_error.value_or(0));
    if (last.test_error) print_output(", {:.2f} % of the test rows", 100 * *last.test_error);
  } else {
    print_output("mean sq. err {:.6g} over the training rows", last.train_error.value_or(0));
    if (last.test_error) print_output(", {:.6g} over the test rows", *last.test_error);
  }
  if (last.threads > 1U)
    print_output("\nwall time    {:.4g} s with {} threads, to which the budget applies", last.wall_seconds,
                 *last.threads);
  print_output("\nwork         {:.4g} CPU s (setup {:.4g} s), {:.4g} passes, {} updates, {}\n",
               last.cpu_seconds, last.setup_seconds, last.passes, last.updates, last.status);
}

std::string weights_text(const RunSpec& spec, const RunRecord& record) {
  const Dataset& data = *spec.dataset;
  const std::vector<double>& w = record.final_weights;
  const double objective = record.rows.back().objective.value_or(std::numeric_limits<double>::quiet_NaN());
  std::string text = fmt::format("# {}, objective {:.17g}\n", spec.what(), objective);
  if (data.classes) {
    text += fmt::format("# x.w > 0: label {}, x.w <= 0: label {}\n", data.classes->positive,
                        data.classes->negative_name());
  }
  const auto last = static_cast<Index>(w.size()) + data.index_base - 1;
  text += fmt::format("# the weights of features {} to {}, one a line{}\n", data.index_base, last,
                      data.constant_feature > 0
                          ? fmt::format("; the last feature is the constant {}", data.constant_feature)
                          : "");
  for (const double w_j : w) fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}\n"), w_j);
  return text;
}

}  // namespace descent
