#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/problem.hpp"

// LIBLINEAR's structures (linear.h), which only the .cpp file needs to know.
struct feature_node;

namespace descent {

/// A solver of LIBLINEAR by its number in `train -s`, and the kind of problem that it solves.
struct LiblinearSolver {
  int number;
  LossKind loss;
  RegularizerKind regularizer;
};

/// All solvers for two classes or for regression. The first for a problem is the default -s 1, else the first
/// in LIBLINEAR's README.
std::span<const LiblinearSolver> liblinear_solvers();

/// Numbers for one kind of problem, in this order; empty if LIBLINEAR has no solver.
std::vector<int> liblinear_numbers(LossKind loss, RegularizerKind regularizer);

struct LiblinearTraining {
  std::vector<double> weights;   ///< n weights w
  std::uint64_t iterations = 0;  ///< LIBLINEAR's count: passes of coordinate descent or Newton steps
  /// Passes over the data, estimated from the printed iterations: passes count as whole, although shrinking
  /// leaves rows or columns out. A Newton step of -s 0, 2, 11 counts one per step of its conjugate gradients
  /// and one each for function, gradient and preconditioner; a Newton step of -s 6 one per cycle and one each
  /// for gradient and line search.
  std::uint64_t passes = 0;
  /// Converged at its tolerance; or at a limit before it, of iterations or of rounding, where a smaller
  /// tolerance leads to the same point.
  Status end = Status::converged;
};

/// A problem in LIBLINEAR's structures: rows with their own signs and labels of two classes, or targets, and
/// C = 1/(λ m). ½‖w‖² + C Σ ℓ, or ‖w‖₁ + C Σ ℓ, is then F/λ. A bias is a feature, regularised like
/// LIBLINEAR's -B, so -B is not set.
class LiblinearProblem {
 public:
  /// Copies the rows; the problem must outlive this object. Row weights must be weights of classes
  /// (TakesWeights): they become LIBLINEAR's -wi.
  explicit LiblinearProblem(const Problem& problem);
  ~LiblinearProblem();
  LiblinearProblem(const LiblinearProblem&) = delete;
  LiblinearProblem& operator=(const LiblinearProblem&) = delete;

  /// `train -s solver -e tolerance`, with rand() seeded and output hidden. Throws ConfigError if the solver
  /// is not one of liblinear_numbers(), or if LIBLINEAR refuses. Not for two threads at once: rand() and the
  /// output are global.
  LiblinearTraining train(int solver, double tolerance, unsigned int seed) const;

 private:
  const Problem& problem_;
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> rows_;
  std::vector<double> labels_;
  std::map<int, double> class_weights_;  ///< by label; empty without weights
};

}  // namespace descent
