#include "tests/torture/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/loss.hpp"
#include "support/errors.hpp"

namespace descent::test {

namespace {

constexpr double converged_to = 1e-6;
constexpr double converged_to_smoothed = 1e-4;
constexpr double stalled_to = 1e-9;
constexpr std::uint64_t most_passes = 20'000;
constexpr std::uint64_t usual_work = 4'000'000;  // stored entries

/// The default options; in every other run, one word or flag differs.
Given drawn_options(const Method& method, Random& random, double radius) {
  std::vector<Given> variants;
  Given necessary;
  for (const Option& option : method.options) {
    if (option.name == "radius") {
      necessary["radius"] = radius;
      continue;
    }
    for (const std::string& word : option.words) {
      // l_half_reweighted with the paper's weights solves the problem of another λ.
      if (option.default_value != OptionValue{word} && word != "tuned" && word != "paper")
        variants.push_back({{option.name, word}});
    }
    if (const bool* default_value = std::get_if<bool>(&option.default_value))
      variants.push_back({{option.name, !*default_value}});
  }
  if (variants.empty() || random.below(2) == 0) return necessary;
  Given drawn = variants[random.below(variants.size())];
  drawn.merge(necessary);
  return drawn;
}

/// Advances in a few pieces, so that bounds far from the optimum are checked too.
void run(Solver& solver, const Method& method, const Problem& problem, std::uint64_t work, Attempt& attempt) {
  attempt.w.resize(static_cast<std::size_t>(problem.n()));
  const auto look = [&] {
    solver.weights(attempt.w);
    attempt.objective = problem.objective(attempt.w);
    const auto a = solver.dual();
    if (!a) return;
    attempt.bound = problem.lower_bound(*a);
    if (!(attempt.bound <= attempt.highest_bound)) attempt.highest_bound = attempt.bound;
  };
  for (const std::uint64_t divisor : {1000, 30, 1}) {
    do {
      attempt.progress =
          solver.advance(work / divisor - std::min(work / divisor, attempt.progress.entries_touched));
    } while (method.sampled_by_tolerance && attempt.progress.status == Status::running &&
             attempt.progress.entries_touched < work / divisor);
    look();
    if (attempt.progress.status != Status::running) return;
  }
}

/// The possible error of F at w: the rounding of the products row·w.
double rounding_of_objective(const Problem& problem, const Vector& w) {
  return with_loss(problem.loss(), problem.epsilon(), [&](auto loss) {
    double sum = 0;
    for (Index i = 0; i < problem.m(); ++i) {
      double terms = 1 + std::abs(problem.target(i));
      for (const Entry& entry : problem.rows()[i])
        terms += std::abs(entry.value * w[static_cast<std::size_t>(entry.index)]);
      // A kink may be within the rounding.
      const double rounding = 8 * std::numeric_limits<double>::epsilon() * terms;
      const double z = dot(problem.rows()[i], w.data()) - problem.target(i);
      sum += problem.row_weight(i) * rounding *
             std::max(std::abs(loss.derivative(z - rounding)), std::abs(loss.derivative(z + rounding)));
    }
    return sum / problem.m();
  });
}

/// F after a few sweeps of steepest descent along the nonzero weights: reveals an easily improved point of a
/// problem with many minima.
double after_descent(const Problem& problem, Vector w) {
  double lowest = problem.objective(w);
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (std::size_t j = 0; j < w.size(); ++j) {
      if (w[j] == 0) continue;
      const double from = w[j];
      double best = from;
      for (double step = 1e-7; step < 1; step *= 10) {
        for (const double factor : {1 - step, 1 + step}) {
          w[j] = factor * from;
          const double objective = problem.objective(w);
          if (objective < lowest) {
            lowest = objective;
            best = w[j];
          }
        }
      }
      w[j] = best;
    }
  }
  return lowest;
}

void find_fault(const Problem& problem, const Judgement& judgement, double rounding, Attempt& attempt) {
  const Status status = attempt.progress.status;
  const auto fault = [&](const char* kind, const std::string& detail) {
    if (!attempt.fault.empty()) return;
    attempt.fault = kind;
    attempt.detail = detail;
  };
  if (status == Status::diverged) return;
  if (!std::isfinite(attempt.objective)) return fault("not finite", fmt::format("F = {}", attempt.objective));
  double best = judgement.best;
  double scale = std::abs(best);
  if (problem.regularizer() == RegularizerKind::l_half) {
    if (status == Status::running) return;
    best = after_descent(problem, attempt.w);
  }
  if (!problem.has_lower_bound()) {
    // The infimum may be 0, which no w attains: then F = 1e-9 F(0) suffices.
    scale = std::max(scale, 1e-3 * problem.objective(Vector(attempt.w.size(), 0.0)));
  }
  if (!(attempt.highest_bound <= best + rounding_of_sums * scale + rounding)) {
    fault("bound", fmt::format("{:.17g} exceeds the best objective {:.17g} by {:.1e}", attempt.highest_bound,
                               best, (attempt.highest_bound - best) / scale));
  }
  scale = std::max(scale, std::numeric_limits<double>::min());
  const double above = (attempt.objective - best - rounding) / scale;
  const bool smoothed = problem.regularizer() == RegularizerKind::l_half;  // by epsilon, in l_half_reweighted
  if (status == Status::converged && !(above <= (smoothed ? converged_to_smoothed : converged_to)))
    fault("converged", fmt::format("{:.1e} above {:.10g}", above, best));
  if (status == Status::stalled && !(above <= stalled_to))
    fault("stalled", fmt::format("{:.1e} above {:.10g}", above, best));
  const double gap = (attempt.objective - attempt.bound - rounding) / scale;
  if (status == Status::converged && std::isfinite(attempt.highest_bound) && !(gap <= converged_to))
    fault("unproven", fmt::format("{:.1e} above {:.10g}, certified gap {:.1e}", above, best, gap));
}

}  // namespace

std::string outcome(Status status) {
  switch (status) {
    case Status::running:
      return "budget";
    case Status::converged:
      return "converged";
    case Status::stopped:
      return "stopped";
    case Status::stalled:
      return "stalled";
    case Status::diverged:
      return "diverged";
    case Status::limit:
      break;
  }
  return "limit";
}

Judgement judge_methods(const HardProblem& hard, std::uint64_t seed, const std::string& only, int threads) {
  const Problem problem = hard.problem();
  Random random(seed);
  Judgement judgement;
  Vector best_w;
  const auto consider = [&](const std::string& method, double objective, const Vector& w) {
    if (!(objective < judgement.best)) return;
    judgement.best = objective;
    judgement.best_method = method;
    best_w = w;
  };
  try {
    judgement.optimum = certify(problem, {.gap = 1e-8, .seconds = 2});
    consider("reference", judgement.optimum->objective, judgement.optimum->weights);
  } catch (const RunError& error) {
    judgement.no_optimum = error.what();
  }
  const double radius = judgement.optimum ? std::max(judgement.optimum->l1_norm(), 1e-300) : 3.0;
  const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const std::uint64_t work =
      std::max(20 * nonzeros, std::min(usual_work * (random.below(8) == 0 ? 8 : 1), most_passes * nonzeros));
  for (const Method* method : methods()) {
    if (!capability(*method, hard.loss, hard.regularizer)) continue;
    if (hard.details.free_intercept && !method->free_intercept) continue;
    const Given given = drawn_options(*method, random, radius);
    const OptionValues options = options_with_threads(*method, hard.loss, hard.regularizer, given, threads);
    if (misfit(*method, hard.loss, hard.regularizer, options, hard.sample)) continue;
    if (method->complaint && method->complaint(hard.loss, hard.regularizer, options)) continue;
    if (!only.empty() && method->name != only) continue;
    Attempt attempt{.method = method->name, .progress = {}, .w = {}, .fault = {}, .detail = {}};
    for (const auto& [name, value] : given) {
      if (name != "radius") attempt.method += fmt::format(" {}={}", name, to_string(value));
    }
    const auto solver = make_solver(*method, problem, options, Random(seed));
    run(*solver, *method, problem, work, attempt);
    consider(attempt.method, attempt.objective, attempt.w);
    judgement.attempts.push_back(std::move(attempt));
  }
  if (best_w.empty()) return judgement;
  const double rounding = rounding_of_objective(problem, best_w);
  for (Attempt& attempt : judgement.attempts) find_fault(problem, judgement, rounding, attempt);
  return judgement;
}

}  // namespace descent::test
