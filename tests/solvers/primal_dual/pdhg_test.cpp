#include <algorithm>
#include <array>
#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::array regularizers_of_method{RegularizerKind::l1, RegularizerKind::l2};

}  // namespace

TEST_CASE("PDHG: the first step is the one of the paper, with the diagonal steps") {
  const Sample sample = random_sample(71, 30, 6, 0.5);
  const Dense rows = dense(sample.rows);
  for (const RegularizerKind kind : regularizers_of_method) {
    const Problem problem(sample, LossKind::hinge, kind, 0.05);
    const auto solver = start("pdhg", problem);
    advance_to(*solver, 1);
    // From w = 0 and a = 0: w stays, a_i = min(1, max |row|/q_i).
    CHECK(weights_of(*solver, problem) == Vector(6, 0.0));
    const auto a = solver->dual();
    double largest = 0;
    for (const Vector& row : rows) {
      for (const double value : row) largest = std::max(largest, std::abs(value));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double q = 0;
      for (const double value : rows[i]) q += std::abs(value);
      CHECK((*a)[i] == Approx(q > 0 ? std::min(1.0, largest / q) : 1.0));
    }
  }
}

TEST_CASE("PDHG: it proves the optimum, and the gap of what it reports never rises") {
  for (const RegularizerKind kind : regularizers_of_method) {
    for (const double lambda : {1e-3, 1e-2, 0.3}) {
      CAPTURE(name_of(kind), lambda);
      const Sample sample = random_sample(72, 80, 10);
      const Problem problem(sample, LossKind::hinge, kind, lambda);
      const auto solver = start("pdhg", problem);
      double gap = infinity;
      Progress progress;
      for (int k = 0; k < 40'000 && progress.status == Status::running; ++k) {
        progress = solver->advance(1);
        if (k % 8 != 0) continue;
        const double size =
            problem.objective(weights_of(*solver, problem)) - problem.lower_bound(*solver->dual());
        REQUIRE(size <= gap + 1e-13);
        gap = size;
      }
      CHECK(progress.status == Status::converged);
      CHECK(certified_gap(*solver, problem) <= 1e-8);
    }
  }
}
