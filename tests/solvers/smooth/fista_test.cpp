#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("FISTA: the first step is the proximal step, no longer than its condition allows") {
  for (const LossKind loss : smooth_losses) {
    for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
      const Sample sample = random_sample_for(loss, 41, 50, 6, 0.6);
      const Problem problem(sample, loss, kind, 0.05);
      CAPTURE(name_of(loss), name_of(kind));
      const Vector zero(6, 0.0);
      Vector g = naive_loss_gradient(problem, zero);
      for (double& g_j : g) g_j /= problem.m();
      const double L = with_smooth_loss(problem, [](const auto& l) { return l.curvature; }) *
                       squared_norm(problem.rows()) / problem.m();
      const auto solver = start("fista", problem);
      advance_to(*solver, 1);
      const Vector w = weights_of(*solver, problem);
      for (std::size_t j = 0; j < w.size(); ++j) {
        const double expected = minimise(
            [&](double b) {
              const double penalty = kind == RegularizerKind::l1 ? std::abs(b) : b * b / 2;
              return g[j] * b + L / 2 * b * b + problem.lambda() * penalty;
            },
            -10, 10);
        CHECK(std::abs(w[j] - expected) < 1e-6);
      }
    }
  }
}

TEST_CASE(
    "FISTA: it comes to the certified optimum of smooth losses, and for hinge as near as smoothing lets it") {
  for (const LossKind loss : {LossKind::squared_hinge, LossKind::logistic,
                              LossKind::squared_epsilon_insensitive, LossKind::hinge}) {
    for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
      CAPTURE(name_of(loss), name_of(kind));
      const Sample sample = random_sample_for(loss, 42, 60, 8);
      const Problem problem(sample, loss, kind, 0.02);
      const auto solver = start("fista", problem);
      const Progress progress = advance_passes(*solver, problem, 20'000);
      const double gap = certified_gap(*solver, problem);
      CHECK(gap >= -1e-14);
      if (loss == LossKind::hinge) {
        CHECK(gap < 1e-4);
      } else {
        CHECK(progress.status == Status::converged);
        CHECK(gap <= 1e-8);
      }
    }
  }
}

TEST_CASE("FISTA: the gap of a smoothed hinge is proved before the smoothing is halved") {
  int converged = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Sample sample = random_sample_for(LossKind::hinge, seed, 12, 5, 0.6);
    const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1.0 / 12);
    const auto solver = start("fista", problem);
    if (advance_passes(*solver, problem, 20'000).status == Status::converged) ++converged;
  }
  // Rounding of z over μ stops the others. On two kinds of processor 13 converge, but only 3 if the proof
  // uses the dual weights after the halving. Other roundings may change a few.
  CHECK(converged >= 8);
}
