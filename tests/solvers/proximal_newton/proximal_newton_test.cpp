#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Runs to the end, at most this many passes.
Status run_to_end(Solver& solver, const Problem& problem, double passes) {
  return advance_passes(solver, problem, passes).status;
}

}  // namespace

TEST_CASE(
    "proximal Newton: it certifies its optimum for lambda from tiny to large, with and without the Hessian") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = random_sample_for(loss, 31, 80, 15);
    for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
      for (const double lambda : {1e-5, 1e-2, 1.0}) {
        for (const auto& [dense_columns, hessian] : {std::pair{0.0, "product"}, std::pair{100.0, "product"},
                                                     std::pair{0.0, "gram"}, std::pair{100.0, "gram"}}) {
          CAPTURE(name_of(loss), name_of(regularizer), lambda, dense_columns, hessian);
          const Problem problem(sample, loss, regularizer, lambda);
          const auto solver =
              start("proximal_newton", problem,
                    {{"tolerance", 1e-12}, {"dense_columns", dense_columns}, {"hessian", hessian}});
          const Status status = run_to_end(*solver, problem, 20'000);
          CHECK((status == Status::converged || status == Status::stalled));
          CHECK(certified_gap(*solver, problem) < 1e-9);
        }
      }
    }
  }
}

TEST_CASE("proximal Newton: the derivatives of all columns count as the entries of all columns") {
  const Sample sample = random_sample(34, 60, 8);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.01);
  const auto solver = start("proximal_newton", problem);
  std::uint64_t entries = 0;
  for (Progress progress; progress.updates == 0; progress = solver->advance(1))
    entries = progress.entries_touched;
  CHECK(entries == static_cast<std::uint64_t>(problem.rows().nonzeros()));
}

TEST_CASE("proximal Newton: the walks that prove the gap count, also where w = 0 is the optimum") {
  const Sample sample = random_sample(36, 60, 8);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 100);
  const auto solver = start("proximal_newton", problem);
  const Progress progress = advance_passes(*solver, problem, 100);
  CHECK(progress.status == Status::converged);
  CHECK(progress.updates == 0);
  // One look at all columns; walks for F, the dual weights and the bound.
  CHECK(progress.entries_touched >= 4 * static_cast<std::uint64_t>(problem.rows().nonzeros()));
}

TEST_CASE("proximal Newton: a free intercept has no slope left, and weights at 0 are exactly 0") {
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::none}) {
    const Sample sample = sample_with_intercept(LossKind::logistic, 35, 200, 6);
    const Problem problem(sample, LossKind::logistic, regularizer, 0.05, {.free_intercept = true});
    const auto solver = start("proximal_newton", problem, {{"tolerance", 1e-12}});
    run_to_end(*solver, problem, 20'000);
    const Vector w = weights_of(*solver, problem);
    Vector g = naive_loss_gradient(problem, w);
    for (double& g_j : g) g_j /= problem.m();
    CHECK(std::abs(g.back()) < 1e-9);
    for (std::size_t j = 0; j + 1 < w.size(); ++j) {
      if (regularizer == RegularizerKind::none)
        CHECK(std::abs(g[j]) < 1e-9);
      else if (w[j] == 0)
        CHECK(std::abs(g[j]) <= 0.05 * (1 + 1e-9));
      else
        CHECK(g[j] == Approx(-std::copysign(0.05, w[j])).epsilon(1e-7));
    }
    if (regularizer == RegularizerKind::l1) {
      CHECK(std::count(w.begin(), w.end(), 0.0) > 0);
      CHECK(certified_gap(*solver, problem) < 1e-8);
    }
  }
}

TEST_CASE(
    "proximal Newton: it certifies 1e-10 on real data under L1, heart_scale and text as the paper does") {
  struct Case {
    std::string file;
    LossKind loss;
    double passes;
    Given given = {{"tolerance", 0.0}};
  };
  const Given as_the_paper{{"dense_columns", 0.0}, {"tolerance", 1e-12}, {"hessian", "product"}};
  const Given by_products{{"tolerance", 0.0}, {"hessian", "product"}};
  for (const auto& [file, loss, passes, given] :
       {Case{"heart_scale", LossKind::logistic, 400, as_the_paper},
        Case{"heart_scale", LossKind::squared_hinge, 400, as_the_paper},
        Case{"rcv1-small.bz2", LossKind::logistic, 400, as_the_paper},
        Case{"rcv1-small.bz2", LossKind::squared_hinge, 100},
        Case{"a9a", LossKind::logistic, 250, by_products},
        Case{"a9a", LossKind::squared_hinge, 250, by_products},
        Case{"covtype-15k.bz2", LossKind::logistic, 200, by_products},
        Case{"abalone", LossKind::squared_epsilon_insensitive, 150, by_products},
        Case{"cadata.bz2", LossKind::squared_epsilon_insensitive, 150, by_products},
        Case{"a9a", LossKind::logistic, 250}, Case{"a9a", LossKind::squared_hinge, 250},
        Case{"covtype-15k.bz2", LossKind::logistic, 200},
        Case{"abalone", LossKind::squared_epsilon_insensitive, 150},
        Case{"cadata.bz2", LossKind::squared_epsilon_insensitive, 150}}) {
    CAPTURE(file, name_of(loss));
    const auto sample = real_sample_for(loss, file);
    if (!sample) continue;
    const Problem problem(*sample, loss, RegularizerKind::l1, 1.0 / sample->rows.outer_size());
    const auto solver = start("proximal_newton", problem, given);
    run_to_end(*solver, problem, passes);
    CHECK(certified_gap(*solver, problem) < 1e-10);
  }
}

TEST_CASE("proximal Newton: slow coordinate descent is not taken for rounding") {
  // Two nearly equal columns: a pass gains little, and the violations go up and down.
  Random random(8);
  Dense rows;
  for (int i = 0; i < 60; ++i) {
    const double common = random.normal();
    rows.push_back({common, common + 1e-2 * random.normal(), common + 1e-2 * random.normal()});
  }
  const Sample sample = sample_of(rows);
  for (const LossKind loss : {LossKind::logistic, LossKind::squared_hinge}) {
    CAPTURE(name_of(loss));
    const Problem problem(sample, loss, RegularizerKind::l1, 1e-4);
    const auto solver = start("proximal_newton", problem,
                              {{"dense_columns", 0.0}, {"tolerance", 0.0}, {"hessian", "product"}});
    const Status status = run_to_end(*solver, problem, 2'000'000);
    CHECK(status != Status::running);
    CHECK(certified_gap(*solver, problem) < 1e-9);
  }
}

TEST_CASE("proximal Newton: a column at rest in the first look at all takes part once it violates") {
  // At w = 0 the second column's derivative is 0; as the first weight grows, it comes to exceed λ.
  Sample sample = sample_of({{1, 1}, {1, 0}, {0, 1}});
  sample.labels = {2, 3, -2};
  for (const double lambda : {1e-4, 1e-2, 0.1}) {
    CAPTURE(lambda);
    const Problem problem(sample, LossKind::squared, RegularizerKind::l1, lambda);
    const auto solver =
        start("proximal_newton", problem, {{"hessian", std::string("product")}, {"tolerance", 1e-12}});
    const Status status = run_to_end(*solver, problem, 20'000);
    CHECK((status == Status::converged || status == Status::stalled));
    CHECK(certified_gap(*solver, problem) < 1e-9);
    CHECK(weights_of(*solver, problem)[1] < -1e-3);
  }
}
