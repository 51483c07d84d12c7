#include "experiments/optima/certified_optimum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

constexpr Index any = std::numeric_limits<Index>::max();
constexpr Index few = 3'000;    // an n × n system takes under a second
constexpr Index dense = 8'000;  // up to here it fits into memory

/// True if the method solves problems with so many columns.
bool suits(const ReferenceSolver& solver, Index columns, const ProblemDetails& details) {
  return columns >= solver.fewest_columns && columns <= solver.most_columns &&
         (!details.free_intercept || find_method(solver.method).free_intercept);
}

/// The best point and the best bound seen, each with its method.
class BestPair {
 public:
  explicit BestPair(const Problem& problem) : problem_(problem), w_(static_cast<std::size_t>(problem.n())) {}

  /// Accepts a point that is worse by up to `allowance`, relatively.
  void consider(const Solver& solver, double allowance) {
    solver.weights(w_);
    const double objective = problem_.objective(w_);
    const double limit = pair_.objective * (1 + allowance);
    if (std::isfinite(objective) && (pair_.weights.empty() || objective < limit)) {
      pair_.objective = objective;
      pair_.weights = w_;
    }
    const auto dual = solver.dual();
    if (!dual) return;
    const double lower_bound = problem_.lower_bound(*dual);
    if (std::isfinite(lower_bound) && (pair_.dual_weights.empty() || lower_bound > pair_.lower_bound)) {
      pair_.lower_bound = lower_bound;
      pair_.dual_weights.assign(dual->begin(), dual->end());
    }
  }

  bool is_whole() const { return !pair_.weights.empty() && !pair_.dual_weights.empty(); }
  /// Computes F from above only if the rounded F seems to suffice.
  bool is_certified(double gap) {
    if (!is_whole() || pair_.gap() > gap) return false;
    raise_objective();
    return pair_.gap() <= gap;
  }
  double gap() const { return pair_.gap(); }
  CertifiedOptimum take() {
    raise_objective();
    return std::move(pair_);
  }

 private:
  void raise_objective() { pair_.objective = problem_.evaluate_from_above(pair_.weights).objective; }

  const Problem& problem_;
  std::vector<double> w_;
  CertifiedOptimum pair_;
};

/// Works until the method ends or time is over; under L2 also until `aim` is certified. Under L1 it
/// continues, because solvers set vanishing weights to zero only at their end, which may cost a little.
void work(Solver& solver, const Problem& problem, double aim, double deadline, BestPair& best) {
  const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const bool waits_for_zeros = problem.regularizer() == RegularizerKind::l1;
  std::uint64_t piece = nonzeros;
  solver.end_by(Deadline(deadline));
  while (true) {
    const Progress progress = solver.advance(piece);
    const bool ended = progress.status != Status::running;
    best.consider(solver, ended && waits_for_zeros ? aim : 0);
    if (ended || thread_cpu_seconds() > deadline || (!waits_for_zeros && best.is_certified(aim))) return;
    // Judging costs two passes, so the pieces grow to keep its share fixed.
    piece = std::max(nonzeros, progress.entries_touched / 8);
  }
}

}  // namespace

// Smooth losses use Newton's method, with a free intercept the proximal one. Hinge and ε-insensitive loss
// with few columns use an interior point, by far the fastest. With many columns they use coordinate descent
// under L2, and under L1 an interior point on the columns that matter. Relaxation 1.5 takes news20-tech to
// 1e-10 in two thirds of 1,800 passes for λ = 0.01/m, hinge or squared; for squared hinge with 1/m, in 23
// passes instead of 21.
std::vector<ReferenceSolver> reference_solvers(LossKind loss, RegularizerKind regularizer) {
  const ReferenceSolver interior_point{"interior_point", {}, 1, few};
  const ReferenceSolver large_interior_point{"interior_point", {}, few + 1, dense};
  const ReferenceSolver proximal_newton{
      "proximal_newton", {{"tolerance", 0.0}, {"dense_columns", static_cast<double>(few)}}, 1, any};
  const ReferenceSolver tron{"tron", {{"tolerance", 0.0}}, 1, any};
  const ReferenceSolver dual_cd{
      "permuted_dcd", {{"shrinking", false}, {"tolerance", 0.0}, {"relaxation", 1.5}}, 1, any};
  const ReferenceSolver logistic_dual_cd{"dual_cd_logistic", {{"tolerance", 0.0}}, 1, any};
  const ReferenceSolver svr_dual_cd{"svr_dual_cd", {{"tolerance", 0.0}, {"max_shrunk_passes", 50.0}}, 1, any};
  const bool is_l1 = regularizer == RegularizerKind::l1;
  if (!is_l1 && regularizer != RegularizerKind::l2) return {};
  switch (loss) {
    case LossKind::hinge:
      if (is_l1) return {interior_point, {"column_generation", {}, 1, any}, large_interior_point};
      return {interior_point, dual_cd, large_interior_point};
    case LossKind::epsilon_insensitive:
      if (is_l1) return {interior_point, large_interior_point};
      return {interior_point, svr_dual_cd, large_interior_point};
    case LossKind::squared_hinge:
      return is_l1 ? std::vector{proximal_newton} : std::vector{tron, dual_cd, proximal_newton};
    case LossKind::logistic:
      return is_l1 ? std::vector{proximal_newton} : std::vector{tron, logistic_dual_cd, proximal_newton};
    case LossKind::squared_epsilon_insensitive:
    case LossKind::squared:
      break;
  }
  return is_l1 ? std::vector{proximal_newton} : std::vector{tron, svr_dual_cd, proximal_newton};
}

double CertifiedOptimum::gap() const {
  return relative_gap(objective, lower_bound);
}

double CertifiedOptimum::l1_norm() const {
  double norm = 0;
  for (const double w_j : weights) norm += std::abs(w_j);
  return norm;
}

std::size_t CertifiedOptimum::nonzeros() const {
  return weights.size() - static_cast<std::size_t>(std::ranges::count(weights, 0.0));
}

std::string contradiction(const CertifiedOptimum& optimum, double objective,
                          std::optional<double> dual_value) {
  const double rounding = rounding_of_sums * std::abs(optimum.objective);
  if (objective < optimum.lower_bound - rounding) {
    return fmt::format(
        "the objective {:.17g} lies below the certified lower bound {:.17g}: one of them is wrong", objective,
        optimum.lower_bound);
  }
  if (dual_value && *dual_value > optimum.objective + rounding) {
    return fmt::format(
        "the dual value {:.17g} lies above the reference objective {:.17g}: one of them is wrong",
        *dual_value, optimum.objective);
  }
  return "";
}

bool is_worth_threads(const SparseMatrix& rows) {
  return rows.nonzeros() >= 1'000'000;
}

bool can_certify(const ProblemSpec& problem) {
  const Index columns = problem.dataset->train.rows.inner_size();
  return std::ranges::any_of(
      reference_solvers(problem.loss, problem.regularizer),
      [&](const ReferenceSolver& solver) { return suits(solver, columns, problem.details); });
}

CertifiedOptimum certify(const Problem& problem, const OptimumSettings& settings) {
  std::vector<ReferenceSolver> solvers = reference_solvers(problem.loss(), problem.regularizer());
  std::erase_if(
      solvers, [&](const ReferenceSolver& solver) { return !suits(solver, problem.n(), problem.details()); });
  if (solvers.empty()) {
    throw RunError("no solver is known that certifies {} + {} with {} columns", name_of(problem.loss()),
                   name_of(problem.regularizer()), problem.n());
  }
  // They divide the rows even if there is only one, so that their number changes no bit.
  const int threads = is_worth_threads(problem.rows()) ? settings.threads : 0;
  const double cpu_start = process_cpu_seconds();
  const double start = thread_cpu_seconds();
  BestPair best(problem);
  std::vector<std::string> tried;
  for (std::size_t k = 0; k < solvers.size(); ++k) {
    const Method& method = find_method(solvers[k].method);
    const double now = thread_cpu_seconds();
    const double left = start + settings.seconds - now;
    if (k > 0 && left <= 0) break;
    const double share = left / static_cast<double>(solvers.size() - k);
    const OptionValues options =
        options_with_threads(method, problem.loss(), problem.regularizer(), solvers[k].options, threads);
    const auto solver = make_solver(method, problem, options, Random(1));
    work(*solver, problem, settings.gap / 100, now + share, best);
    tried.push_back(method.name);
    if (best.is_certified(settings.gap)) break;
    tried.back() += fmt::format(" to {:.0e}", best.gap());
  }
  if (!best.is_whole()) throw RunError("{}: no finite point was found", fmt::join(tried, ", then "));
  CertifiedOptimum optimum = best.take();
  optimum.method = fmt::format("{}", fmt::join(tried, ", then "));
  const double rounding = problem.rounding_of_values(optimum.weights);
  if (rounding > std::max(optimum.gap(), rounding_of_sums))
    optimum.method += fmt::format("; the file's numbers as doubles may change F by {:.0e} of it", rounding);
  optimum.cpu_seconds = process_cpu_seconds() - cpu_start;
  const std::string wrong = contradiction(optimum, optimum.objective, optimum.lower_bound);
  if (!wrong.empty()) throw RunError("{}: {}", optimum.method, wrong);
  return optimum;
}

}  // namespace descent
