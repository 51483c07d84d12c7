#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "datasets/readers/libsvm_reader.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// What a finished run of a method has reached, in Problem's judgement.
struct Optimum {
  Vector w;
  Vector a;
  double objective = 0;
  double lower_bound = 0;
  double gap = 0;  ///< relative
  std::uint64_t iterations = 0;
  Status status = Status::running;
};

/// Runs a method until it says that it is done, at most 400 iterations, and checks what is true of any
/// result: everything finite, dual weights in the loss's domain, no bound above the objective.
inline Optimum solve_by(const std::string& method, const Problem& problem, const Given& given = {}) {
  const auto solver = start(method, problem, given);
  const Progress progress = advance_to(*solver, 400);
  REQUIRE(progress.status != Status::running);
  Optimum optimum;
  optimum.w = weights_of(*solver, problem);
  optimum.a.assign(solver->dual()->begin(), solver->dual()->end());
  optimum.objective = problem.objective(optimum.w);
  optimum.lower_bound = problem.lower_bound(optimum.a);
  optimum.gap = (optimum.objective - optimum.lower_bound) /
                std::max(optimum.objective, std::numeric_limits<double>::min());
  optimum.iterations = progress.updates;
  optimum.status = progress.status;
  for (const double w_j : optimum.w) REQUIRE(std::isfinite(w_j));
  const double least = problem.loss() == LossKind::hinge ? 0 : -1;
  for (const double a_i : optimum.a) REQUIRE((a_i >= least && a_i <= 1));
  REQUIRE(optimum.gap >= -1e-14);
  return optimum;
}

inline Optimum solve_by_interior_point(const Problem& problem, const Given& given = {}) {
  return solve_by("interior_point", problem, given);
}

inline Optimum solve_by_interior_point(const Sample& sample, RegularizerKind kind, double lambda) {
  return solve_by_interior_point(Problem(sample, LossKind::hinge, kind, lambda));
}

/// The regression file of that name in the folder DESCENT_DATA, or nothing, with a warning, where it is not.
inline std::optional<Sample> regression_file(const std::string& file) {
  const char* folder = std::getenv("DESCENT_DATA");
  const std::filesystem::path path = folder == nullptr ? "" : std::filesystem::path(folder) / file;
  if (folder == nullptr || !std::filesystem::exists(path)) {
    WARN("not tested on " << file << ", which is not in the folder DESCENT_DATA");
    return std::nullopt;
  }
  RawSample raw = read_libsvm(path);
  return Sample{std::move(raw.rows), std::move(raw.labels)};
}

inline constexpr std::array both_regularizers{RegularizerKind::l1, RegularizerKind::l2};

}  // namespace descent::test
