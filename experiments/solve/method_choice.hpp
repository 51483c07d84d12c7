#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/config/problem_spec.hpp"
#include "solvers/contract/method.hpp"

// The method of `descent solve --method auto`. docs/which_method.md has the table of rules.

namespace descent {

/// Name of the choice in place of a method.
inline constexpr auto auto_method = "auto";

/// Properties of a problem that decide which method is fast.
struct ProblemShape {
  Index rows = 0;
  Index columns = 0;
  /// Mean of C c_i ‖row_i‖², C = 1/(λ m): large for unscaled data, for dense rows and for a small λ. The
  /// passes of dual coordinate descent grow with it (Shalev-Shwartz and Zhang 2013, Theorems 1 and 2).
  double stiffness = 0;

  static ProblemShape of(const ProblemSpec& problem);
};

/// A condition for a method, as a formula for the table and in words for a problem.
struct ShapeCondition {
  std::string text;  ///< "if n ≤ 3,000"; empty: always
  std::function<bool(const ProblemShape&)> holds;
  std::function<std::string(const ProblemShape&)> reason;  ///< "30 columns, at most 3,000"
};

struct MethodRule {
  std::string method;
  ShapeCondition when;
};

/// Rules for a kind of problem, best first. The first counts whose condition holds and whose method suits the
/// rows. Empty if no method solves the problem, with a free intercept if there is one.
std::vector<MethodRule> method_rules(LossKind loss, RegularizerKind regularizer, bool free_intercept);

/// "hinge goes with l1 or l2, none with squared_hinge, …": for problems that no method solves.
std::string solved_problems(LossKind loss, RegularizerKind regularizer);

struct MethodChoice {
  const Method* method = nullptr;
  std::string reason;  ///< "30 columns, at most 3,000"
};

/// Throws ConfigError with the reasons if no method of the rules suits the rows.
MethodChoice choose_method(const ProblemSpec& problem);

/// Method of the last rule, which `solve` tries if the chosen method ends without a proof. Null if it does
/// not suit the rows.
const Method* last_resort(const ProblemSpec& problem);

}  // namespace descent
