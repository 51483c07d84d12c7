#include "experiments/solve/method_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string_view>

#include "datasets/matrix/line_products.hpp"
#include "support/errors.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr Index few_columns = 3'000;  // an n × n system takes under a second
constexpr double most_stiffness = 20;

std::string count_of(Index count) {
  return with_thousands(static_cast<std::uint64_t>(count));
}

ShapeCondition always() {
  return {"", [](const ProblemShape&) { return true; },
          [](const ProblemShape& shape) {
            return fmt::format("the rule for this problem with {} columns", count_of(shape.columns));
          }};
}

ShapeCondition few() {
  return {fmt::format("if n ≤ {}", count_of(few_columns)),
          [](const ProblemShape& shape) { return shape.columns <= few_columns; },
          [](const ProblemShape& shape) {
            return fmt::format("{} columns, at most {}", count_of(shape.columns), count_of(few_columns));
          }};
}

ShapeCondition wide() {
  return {"if n > m", [](const ProblemShape& shape) { return shape.columns > shape.rows; },
          [](const ProblemShape& shape) {
            return fmt::format("{} columns, more than the {} rows", count_of(shape.columns),
                               count_of(shape.rows));
          }};
}

ShapeCondition scaled() {
  return {fmt::format("if C‖row‖² ≤ {}", most_stiffness),
          [](const ProblemShape& shape) { return shape.stiffness <= most_stiffness; },
          [](const ProblemShape& shape) {
            return fmt::format("C ‖row‖² is {:.2g} on average, at most {}", shape.stiffness, most_stiffness);
          }};
}

/// Rules for all kinds of problems; some name methods that do not solve the problem.
std::vector<MethodRule> rules_of(LossKind loss, RegularizerKind regularizer) {
  const bool has_kinks = loss == LossKind::hinge || loss == LossKind::epsilon_insensitive;
  const std::string newton = has_kinks ? "interior_point" : "proximal_newton";
  const bool is_for_classes = description_of(loss).task == Task::classification;
  const std::string dual_cd = !is_for_classes              ? "svr_dual_cd"
                              : loss == LossKind::logistic ? "dual_cd_logistic"
                                                           : "permuted_dcd";
  switch (regularizer) {
    case RegularizerKind::l2:
      // Newton's method is at most a few times slower where dual CD is fast, and needs no scaling. Smooth
      // losses have no curvature for it where all rows are fitted. L-BFGS forms no Hessian, whose rounding
      // hides the directions in which columns of 10⁹ differ by 1.
      return {{dual_cd, has_kinks ? scaled() : wide()},
              {newton, few()},
              {dual_cd, always()},
              {newton, always()},
              {"lbfgs", always()}};
    case RegularizerKind::l1:
      return {{"column_generation", always()}, {newton, always()}};
    case RegularizerKind::l_half:
      return {{"l_half_reweighted", always()}};
    case RegularizerKind::none:
      break;
  }
  return {{newton, always()}};
}

}  // namespace

ProblemShape ProblemShape::of(const ProblemSpec& problem) {
  const Sample& train = problem.dataset->train;
  const double m = train.rows.outer_size();
  double squares = 0;
  for (Index i = 0; i < train.rows.outer_size(); ++i) {
    const double c_i = train.row_weights.empty() ? 1.0 : train.row_weights[static_cast<std::size_t>(i)];
    squares += c_i * squared_norm(train.rows[i]);
  }
  return {train.rows.outer_size(), train.rows.inner_size(), squares / (problem.solver_lambda() * m * m)};
}

std::vector<MethodRule> method_rules(LossKind loss, RegularizerKind regularizer, bool free_intercept) {
  std::vector<MethodRule> rules = rules_of(loss, regularizer);
  std::erase_if(rules, [&](const MethodRule& rule) {
    const Method& method = find_method(rule.method);
    return capability(method, loss, regularizer) == nullptr || (free_intercept && !method.free_intercept);
  });
  return rules;
}

std::string solved_problems(LossKind loss, RegularizerKind regularizer) {
  std::set<std::string_view> regularizers;
  std::set<std::string_view> losses;
  for (const Method* method : methods()) {
    for (const Capability& solved : method->solves) {
      if (solved.loss == loss) regularizers.insert(name_of(solved.regularizer));
      if (solved.regularizer == regularizer) losses.insert(name_of(solved.loss));
    }
  }
  return fmt::format("{} goes with {}; {} goes with {}", name_of(loss), fmt::join(regularizers, ", "),
                     name_of(regularizer), fmt::join(losses, ", "));
}

MethodChoice choose_method(const ProblemSpec& problem) {
  const ProblemShape shape = ProblemShape::of(problem);
  std::vector<std::string> misfits;
  const auto choice = [&](bool free_intercept) -> std::optional<MethodChoice> {
    for (const MethodRule& rule : method_rules(problem.loss, problem.regularizer, free_intercept)) {
      if (!rule.when.holds(shape)) continue;
      const Method& method = find_method(rule.method);
      const auto wrong = misfit(method, problem.loss, problem.regularizer, OptionValues(method.options, {}),
                                problem.dataset->train);
      if (!wrong) return MethodChoice{&method, rule.when.reason(shape)};
      misfits.push_back(*wrong);
    }
    return std::nullopt;
  };
  if (const auto found = choice(problem.details.free_intercept)) return *found;
  std::string reasons = fmt::format("{}", fmt::join(misfits, "; "));
  if (const auto without = choice(false))
    reasons += fmt::format("; without --free-bias {} is chosen", without->method->name);
  throw ConfigError("--method: none suits {}: {}", problem.description(), reasons);
}

const Method* last_resort(const ProblemSpec& problem) {
  const Method& last = find_method(
      method_rules(problem.loss, problem.regularizer, problem.details.free_intercept).back().method);
  const OptionValues defaults(last.options, {});
  return misfit(last, problem.loss, problem.regularizer, defaults, problem.dataset->train) ? nullptr : &last;
}

}  // namespace descent
