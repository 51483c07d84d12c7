#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/problem.hpp"

// LIBLINEAR's own structures (linear.h), which only the .cpp file needs to know.
struct feature_node;

namespace descent {

/// A solver of LIBLINEAR by its number in `train -s`, and the kind of problem that it is for.
struct LiblinearSolver {
  int number;
  LossKind loss;
  RegularizerKind regularizer;
};

/// All of them that are for two classes or for regression. Of several for one problem the first is the one
/// that LIBLINEAR's README names: its default -s 1, else the one that its list has first.
std::span<const LiblinearSolver> liblinear_solvers();

/// The numbers for one kind of problem, in that order; none where LIBLINEAR has no solver.
std::vector<int> liblinear_numbers(LossKind loss, RegularizerKind regularizer);

/// What one training came to.
struct LiblinearTraining {
  std::vector<double> weights;   ///< w, n of them
  std::uint64_t iterations = 0;  ///< as LIBLINEAR counts them: passes of coordinate descent or Newton steps
  /// Passes over the data, from the iterations that LIBLINEAR prints. An estimate: they count as whole,
  /// but shrinking leaves rows (or columns) out. A Newton step of -s 0, 2, 11 is one for each step of its
  /// conjugate gradients and one each for function, gradient and preconditioner; one of -s 6 is one for each
  /// cycle and one each for gradient and line search.
  std::uint64_t passes = 0;
  /// Converged at its tolerance; or at a limit before that, of iterations or of what it can tell from
  /// rounding, where a smaller tolerance leads to the same point.
  Status end = Status::converged;
};

/// A problem in LIBLINEAR's own structures: rows with their own signs and labels of two classes, or targets,
/// and C = 1/(λ m); ½‖w‖² + C Σ ℓ, or ‖w‖₁ + C Σ ℓ, is then F/λ. A bias is a feature of ours, regularised as
/// LIBLINEAR's -B is, so that LIBLINEAR is told of none.
class LiblinearProblem {
 public:
  /// Copies the rows; the problem must outlive this. Weights of its rows must be those of classes
  /// (TakesWeights): they are LIBLINEAR's -wi.
  explicit LiblinearProblem(const Problem& problem);
  ~LiblinearProblem();
  LiblinearProblem(const LiblinearProblem&) = delete;
  LiblinearProblem& operator=(const LiblinearProblem&) = delete;

  /// `train -s solver -e tolerance`, with rand() seeded. LIBLINEAR's words are not shown. Throws ConfigError
  /// when the solver is not one of liblinear_numbers(), or LIBLINEAR refuses. Not for two threads at once:
  /// rand() and where the words go are of the whole process.
  LiblinearTraining train(int solver, double tolerance, unsigned int seed) const;

 private:
  const Problem& problem_;
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> rows_;
  std::vector<double> labels_;
  std::map<int, double> class_weights_;  ///< by label; none without weights
};

}  // namespace descent
