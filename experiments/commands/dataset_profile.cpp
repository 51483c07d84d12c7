#include "experiments/commands/dataset_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/prediction_error.hpp"

namespace descent {

namespace {

constexpr double l2_relative_gap = 1e-6;
constexpr std::uint64_t l2_most_passes = 2000;
constexpr std::uint64_t l1_trial_passes = 30;
constexpr std::uint64_t l1_passes = 300;

std::unique_ptr<Solver> solver_for(const Problem& problem, const std::string& name,
                                   const std::map<std::string, OptionValue>& given) {
  const Method& method = find_method(name);
  return make_solver(method, problem, OptionValues(method.options, given), Random(1));
}

std::uint64_t pass(const Problem& problem) {
  return static_cast<std::uint64_t>(problem.rows().nonzeros());
}

void measure_shape(const Dataset& dataset, const Sample& sample, DatasetProfile& profile) {
  profile.title = dataset.source == "stand-in" ? dataset.name + " (stand-in)" : dataset.name;
  const SparseMatrix& rows = sample.rows;
  profile.rows = rows.outer_size();
  profile.columns = rows.inner_size();
  profile.used_columns = static_cast<Index>(nonempty_lines(transpose(rows)).size());
  std::vector<double> lengths;
  for (Index i = 0; i < rows.outer_size(); ++i) lengths.push_back(static_cast<double>(rows[i].size()));
  std::sort(lengths.begin(), lengths.end());
  profile.nonzeros_a_row = static_cast<double>(rows.nonzeros()) / rows.outer_size();
  profile.nonzeros_a_row_p10 = lengths[lengths.size() / 10];
  profile.nonzeros_a_row_p90 = lengths[lengths.size() * 9 / 10];
  const auto positive = std::count(sample.labels.begin(), sample.labels.end(), 1.0);
  profile.positive_share = static_cast<double>(positive) / rows.outer_size();
}

void measure_l2(const Sample& sample, const Sample& test, DatasetProfile& profile) {
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1.0 / sample.rows.outer_size());
  const auto solver = solver_for(problem, "permuted_dcd", {{"shrinking", true}});
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  solver->advance(pass(problem));
  solver->weights(w);
  profile.first_pass_objective = problem.objective(w);
  for (std::uint64_t passes = 10; passes <= l2_most_passes; passes *= 2) {
    const Progress progress = solver->advance(passes * pass(problem));
    solver->weights(w);
    profile.l2_objective = problem.objective(w);
    profile.l2_gap = (profile.l2_objective - problem.lower_bound(*solver->dual())) / profile.l2_objective;
    if (profile.l2_gap < l2_relative_gap || progress.status != Status::running) break;
  }
  const auto dual = *solver->dual();
  const auto support = std::count_if(dual.begin(), dual.end(), [](double a_i) { return a_i > 0; });
  profile.support_vector_share = static_cast<double>(support) / static_cast<double>(dual.size());
  profile.test_error = prediction_error(Task::classification, test, w);
}

void measure_l1(const Sample& sample, DatasetProfile& profile) {
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1.0 / sample.rows.outer_size());
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  const auto objective_after = [&](double step, std::uint64_t passes) {
    const auto solver = solver_for(problem, "nonsmooth_scd", {{"step", step}, {"selection", "permuted"}});
    solver->advance(passes * pass(problem));
    solver->weights(w);
    return problem.objective(w);
  };
  constexpr std::array steps{1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0};
  const double best = *std::min_element(steps.begin(), steps.end(), [&](double one, double other) {
    return objective_after(one, l1_trial_passes) < objective_after(other, l1_trial_passes);
  });
  profile.l1_objective = objective_after(best, l1_passes);
  profile.l1_nonzeros =
      static_cast<Index>(w.size()) - static_cast<Index>(std::count(w.begin(), w.end(), 0.0));
}

}  // namespace

DatasetProfile profile(const Dataset& dataset, std::optional<Index> rows) {
  DatasetProfile result;
  Sample part;
  if (rows && *rows < dataset.train.rows.outer_size()) {
    part.rows = select_lines(dataset.train.rows, all_lines(*rows));
    part.labels.assign(dataset.train.labels.begin(), dataset.train.labels.begin() + *rows);
  }
  const Sample& sample = part.labels.empty() ? dataset.train : part;
  measure_shape(dataset, sample, result);
  if (!part.labels.empty()) result.title += fmt::format(", {} rows", *rows);
  measure_l2(sample, dataset.test, result);
  measure_l1(sample, result);
  return result;
}

std::string as_table(const std::vector<DatasetProfile>& profiles) {
  std::size_t width = 12;
  for (const DatasetProfile& each : profiles) width = std::max(width, each.title.size());
  std::string table;
  const auto line = [&](std::string_view what,
                        const std::function<std::string(const DatasetProfile&)>& cell) {
    table += fmt::format("{:34}", what);
    for (const DatasetProfile& each : profiles) table += fmt::format("  {:>{}}", cell(each), width);
    table += '\n';
  };
  const auto percent = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
  line("", [](const auto& p) { return p.title; });
  line("rows", [](const auto& p) { return fmt::format("{}", p.rows); });
  line("features", [](const auto& p) { return fmt::format("{}", p.columns); });
  line("features that occur", [](const auto& p) { return fmt::format("{}", p.used_columns); });
  line("nonzeros a row", [](const auto& p) { return fmt::format("{:.1f}", p.nonzeros_a_row); });
  line("  10 % and 90 % quantile", [](const auto& p) {
    return fmt::format("{:.0f}, {:.0f}", p.nonzeros_a_row_p10, p.nonzeros_a_row_p90);
  });
  line("positive labels", [&](const auto& p) { return percent(p.positive_share); });
  line("L2: objective", [](const auto& p) { return fmt::format("{:.5f}", p.l2_objective); });
  line("  proved relative gap", [](const auto& p) { return fmt::format("{:.0e}", p.l2_gap); });
  line("  support vectors", [&](const auto& p) { return percent(p.support_vector_share); });
  line("  objective after a pass of dual CD",
       [](const auto& p) { return fmt::format("{:.5f}", p.first_pass_objective); });
  line("  test error",
       [&](const auto& p) { return p.test_error ? percent(*p.test_error) : std::string("-"); });
  line("L1: objective", [](const auto& p) { return fmt::format("{:.5f}", p.l1_objective); });
  line("  nonzero weights", [](const auto& p) { return fmt::format("{}", p.l1_nonzeros); });
  return table;
}

}  // namespace descent
