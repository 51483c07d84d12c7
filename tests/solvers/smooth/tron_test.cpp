#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE(
    "TRON: with a loose tolerance and hardly any regularisation a small gradient is not taken for the end") {
  const auto sample = real_sample_for(LossKind::squared_hinge, "heart_scale");
  if (!sample) return;
  const Problem problem(*sample, LossKind::squared_hinge, RegularizerKind::l2,
                        1 / (1e5 * sample->rows.outer_size()));
  const auto solver = start("tron", problem, {{"tolerance", 0.01}});
  CHECK(advance_passes(*solver, problem, 10'000).status != Status::running);
  CHECK(certified_gap(*solver, problem) <= 100);
}

TEST_CASE("TRON: after very good steps the radius grows, or it would take more of them") {
  const auto sample = real_sample_for(LossKind::logistic, "a9a");
  if (!sample) return;
  const Problem problem(*sample, LossKind::logistic, RegularizerKind::l2,
                        1 / (100.0 * sample->rows.outer_size()));
  for (const char* hessian : {"product", "gram"}) {
    CAPTURE(hessian);
    const auto solver = start("tron", problem, {{"hessian", hessian}});
    const Progress progress = advance_passes(*solver, problem, 10'000);
    CHECK(progress.status == Status::converged);
    CHECK(progress.updates <= 23);
  }
}

TEST_CASE("TRON: the objective never rises, and it ends at a zero gradient for C from 1e-4 to 1e4") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = random_sample_for(loss, 21, 60, 12);
    for (const double C : {1e-4, 1.0, 1e4}) {
      for (const Given& given : {Given{{"preconditioner", "none"}, {"hessian", "product"}},
                                 Given{{"preconditioner", "diagonal"}, {"hessian", "product"}},
                                 Given{{"preconditioner", "none"}, {"hessian", "gram"}},
                                 Given{{"preconditioner", "diagonal"}, {"hessian", "gram"}}}) {
        CAPTURE(name_of(loss), C, to_string(given.at("preconditioner")), to_string(given.at("hessian")));
        const Problem problem(sample, loss, RegularizerKind::l2, 1 / (C * 60));
        const auto solver = start("tron", problem, given);
        check_descent(*solver, problem, 5000);
        const Vector w = weights_of(*solver, problem);
        Vector gradient = naive_loss_gradient(problem, w);
        const double first = norm2(naive_loss_gradient(problem, Vector(w.size(), 0.0)));
        for (std::size_t j = 0; j < w.size(); ++j) gradient[j] += w[j] / C;
        CHECK(norm2(gradient) <= 1e-8 * first);
        CHECK(certified_gap(*solver, problem) < 1e-9);
      }
    }
  }
}

TEST_CASE("TRON: a large matrix does not hold up a budget, each product with it counts as a walk") {
  const Sample sample =
      random_sample_for(LossKind::logistic, 23, 20, 60);  // fewer entries than the matrix has
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l2, 1e-6);
  const auto solver = start("tron", problem, {{"hessian", "gram"}});
  Progress progress;
  std::uint64_t walks = 0;
  for (; progress.status == Status::running && walks < 100'000; ++walks) progress = solver->advance(1);
  CHECK(progress.status == Status::converged);
  CHECK(progress.entries_touched == walks * static_cast<std::uint64_t>(problem.rows().nonzeros()));
  CHECK(walks > 5 * progress.updates);  // a trial point, the matrix and several products
}
