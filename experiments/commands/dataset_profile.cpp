#include "experiments/commands/dataset_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/weight_batch.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/ranges.hpp"

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

std::string percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string objective_text(double objective) {
  return fmt::format("{:.5f}", objective);
}

void add_shape(const Sample& sample, DatasetProfile& profile) {
  const SparseMatrix& rows = sample.rows;
  std::vector<std::size_t> lengths;
  for (Index i = 0; i < rows.outer_size(); ++i) lengths.push_back(rows[i].size());
  std::ranges::sort(lengths);
  const auto positive = std::ranges::count(sample.labels, 1.0);
  profile.emplace_back("rows", fmt::format("{}", rows.outer_size()));
  profile.emplace_back("features", fmt::format("{}", rows.inner_size()));
  profile.emplace_back("features that occur", fmt::format("{}", nonempty_lines(transpose(rows)).size()));
  profile.emplace_back("nonzeros a row",
                       fmt::format("{:.1f}", static_cast<double>(rows.nonzeros()) / rows.outer_size()));
  profile.emplace_back("  10 % and 90 % quantile",
                       fmt::format("{}, {}", lengths[lengths.size() / 10], lengths[lengths.size() * 9 / 10]));
  const bool has_one_class = positive == 0 || positive == rows.outer_size();
  profile.emplace_back("positive labels", has_one_class
                                              ? "one class only"
                                              : percent(static_cast<double>(positive) / rows.outer_size()));
}

void add_l2(const Sample& sample, const Sample& test, DatasetProfile& profile) {
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1.0 / sample.rows.outer_size());
  const auto solver = solver_for(problem, "permuted_dcd", {{"shrinking", true}});
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  solver->advance(pass(problem));
  solver->weights(w);
  const double first_pass_objective = problem.objective(w);
  double objective = 0;
  double gap = 0;
  for (std::uint64_t passes = 10; passes <= l2_most_passes; passes *= 2) {
    const Progress progress = solver->advance(passes * pass(problem));
    solver->weights(w);
    objective = problem.objective(w);
    gap = quotient_rounded_up(difference_rounded_up(objective, problem.lower_bound(*solver->dual())),
                              objective);
    if (gap < l2_relative_gap || progress.status != Status::running) break;
  }
  const auto dual = *solver->dual();
  const auto support = std::ranges::count_if(dual, [](double a_i) { return a_i > 0; });
  const auto test_error = prediction_error(Task::classification, test, w);
  profile.emplace_back(gap < l2_relative_gap ? "L2: objective" : "L2: objective, not solved",
                       objective_text(objective));
  profile.emplace_back("  proved relative gap", fmt::format("{:.0e}", gap));
  profile.emplace_back("  support vectors",
                       percent(static_cast<double>(support) / static_cast<double>(dual.size())));
  profile.emplace_back("  objective after a pass of dual CD", objective_text(first_pass_objective));
  profile.emplace_back("  test error", test_error ? percent(*test_error) : "-");
}

void add_l1(const Sample& sample, DatasetProfile& profile) {
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1.0 / sample.rows.outer_size());
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  const auto objective_after = [&](double step, std::uint64_t passes) {
    const auto solver = solver_for(problem, "nonsmooth_scd", {{"step", step}, {"selection", "permuted"}});
    solver->advance(passes * pass(problem));
    solver->weights(w);
    return problem.objective(w);
  };
  constexpr std::array steps{1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0};
  const double best = *std::ranges::min_element(
      steps, {}, [&](double step) { return objective_after(step, l1_trial_passes); });
  // Not called the optimum, because it has no certificate.
  profile.emplace_back(fmt::format("L1: objective after {} passes of SCD", l1_passes),
                       objective_text(objective_after(best, l1_passes)));
  profile.emplace_back("  nonzero weights then",
                       fmt::format("{}", std::ssize(w) - std::ranges::count(w, 0.0)));
}

}  // namespace

DatasetProfile profile(const Dataset& dataset, std::optional<Index> rows) {
  std::string title = dataset.source == "stand-in" ? dataset.name + " (stand-in)" : dataset.name;
  Sample part;
  if (rows && *rows < dataset.train.rows.outer_size()) {
    part.rows = select_lines(dataset.train.rows, all_lines(*rows));
    part.labels.assign(dataset.train.labels.begin(), dataset.train.labels.begin() + *rows);
    title += fmt::format(", {} rows", *rows);
  }
  const Sample& sample = part.labels.empty() ? dataset.train : part;
  DatasetProfile result{{"", std::move(title)}};
  add_shape(sample, result);
  add_l2(sample, dataset.test, result);
  add_l1(sample, result);
  return result;
}

std::string as_table(const std::vector<DatasetProfile>& profiles) {
  std::size_t width = 12;
  for (const DatasetProfile& each : profiles) width = std::max(width, each.front().second.size());
  std::size_t label_width = 0;
  for (const auto& [label, value] : profiles.front()) label_width = std::max(label_width, label.size());
  std::string table;
  for (std::size_t line = 0; line < profiles.front().size(); ++line) {
    table += fmt::format("{:{}}", profiles.front()[line].first, label_width);
    for (const DatasetProfile& each : profiles) table += fmt::format("  {:>{}}", each[line].second, width);
    table += '\n';
  }
  return table;
}

}  // namespace descent
