// LIBLINEAR, the library (Fan, Chang, Hsieh, Wang and Lin 2008; version 2.30, <linear.h>), as a baseline: the
// problems here that its `train -s` solves.
//
//   min_w  ½‖w‖² + C Σ_i ℓ(z_i)   or   ‖w‖₁ + C Σ_i ℓ(z_i),   C = 1/(λ m)
//
// It has no callback. So each call of advance runs it from scratch to the next of the FallingTolerances, its
// option -e: a point that a user of LIBLINEAR can get, with its time. The meaning of a tolerance depends on
// the solver (LIBLINEAR's README, "`train' Usage"). All trainings of a run have the same seed: each repeats
// the way of the last and goes on.
//
// If several solvers fit, `auto` is the program's default -s 1 for squared hinge loss, else the first in its
// README: -s 0 for logistic, -s 11 for squared ε-insensitive loss. A training that ends at LIBLINEAR's own
// limit of iterations (such as 1,000 passes), or at what it takes for rounding, ends the run: LIBLINEAR gets
// no further. This is a `limit`, like the end after the last tolerance: LIBLINEAR returns no dual weights, so
// nothing proves how near the weights are. On values of 1e30 it can return weights of 1e200, or NaN:
// diverged, and the previous weights stay.
//
// Setup is the copy of the rows into LIBLINEAR's structures.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "solvers/contract/method_registration.hpp"
#include "solvers/liblinear/liblinear_problem.hpp"
#include "solvers/stopping/falling_tolerances.hpp"

namespace descent {

namespace {

int number_of(const OptionValues& options, LossKind loss, RegularizerKind regularizer) {
  if (options.is_word("solver")) return liblinear_numbers(loss, regularizer).front();
  return static_cast<int>(options.number("solver"));
}

std::optional<std::string> complaint_about_solver(LossKind loss, RegularizerKind regularizer,
                                                  const OptionValues& options) {
  const std::vector<int> fitting = liblinear_numbers(loss, regularizer);
  const int number = number_of(options, loss, regularizer);
  if (auto wrong = FallingTolerances::complaint(options)) return wrong;
  if (std::ranges::find(fitting, number) != fitting.end()) return std::nullopt;
  return fmt::format("LIBLINEAR's solver {} is not for {} + {}; give \"auto\" or {}", number, name_of(loss),
                     name_of(regularizer), fmt::join(fitting, " or "));
}

class LiblinearRestarts : public Solver {
 public:
  LiblinearRestarts(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        number_(number_of(options, problem.loss(), problem.regularizer())),
        tolerances_(options),
        seed_(static_cast<unsigned int>(random.below(1ULL << 31))),
        nonzeros_(static_cast<std::uint64_t>(problem.rows().nonzeros())),
        w_(static_cast<std::size_t>(problem.n()), 0.0) {
    for (const Entry& entry : problem.rows().entries())
      largest_value_ = std::max(largest_value_, std::abs(entry.value));
  }

  Progress advance(std::uint64_t) override {
    if (progress_.status != Status::running) return progress_;
    LiblinearTraining training = problem_.train(number_, tolerances_.next(), seed_);
    progress_ = {training.passes * nonzeros_, training.iterations, training.end};
    if (!is_representable(training.weights)) {
      progress_.status = Status::diverged;
      return progress_;
    }
    w_ = std::move(training.weights);
    if (progress_.status == Status::converged)
      progress_.status = tolerances_.is_at_end() ? Status::limit : Status::running;
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

 private:
  /// True if no square in F(w) can overflow.
  bool is_representable(std::span<const double> w) const {
    double sum = 0;
    for (const double w_j : w) sum += std::abs(w_j);
    return std::isfinite(largest_value_ * sum * (largest_value_ * sum));
  }

  LiblinearProblem problem_;
  int number_;
  FallingTolerances tolerances_;
  unsigned int seed_;
  std::uint64_t nonzeros_;
  std::vector<double> w_;
  double largest_value_ = 1;  ///< of the rows, by magnitude; at least 1
  Progress progress_;
};

std::vector<Capability> capabilities() {
  std::vector<Capability> all;
  for (const LiblinearSolver& solver : liblinear_solvers()) {
    const bool is_known = std::ranges::any_of(all, [&](const Capability& known) {
      return known.loss == solver.loss && known.regularizer == solver.regularizer;
    });
    if (is_known) continue;
    all.push_back(
        {solver.loss, solver.regularizer,
         [](const Problem& problem, const OptionValues& options, Random random) -> std::unique_ptr<Solver> {
           return std::make_unique<LiblinearRestarts>(problem, options, random);
         }});
  }
  return all;
}

std::vector<Option> options() {
  std::vector<Option> all = FallingTolerances::options("LIBLINEAR's -e");
  all.insert(all.begin(), {.name = "solver",
                           .description = "LIBLINEAR's -s; auto: 0, 1, 3, 5, 6, 11 or 13 by the problem",
                           .default_value = std::string("auto"),
                           .range = integers(0, 13),
                           .words = {"auto"},
                           .source = "LIBLINEAR's README"});
  return all;
}

const MethodRegistration liblinear_registration(Method{.name = "liblinear",
                                                       .title = "LIBLINEAR",
                                                       .source = "Fan et al. 2008, LIBLINEAR 2.30",
                                                       .randomized = true,
                                                       .takes_weights = TakesWeights::of_classes,
                                                       .sampled_by_tolerance = true,
                                                       .options = options(),
                                                       .complaint = complaint_about_solver,
                                                       .solves = capabilities(),
                                                       .file = __FILE__});

}  // namespace

}  // namespace descent
