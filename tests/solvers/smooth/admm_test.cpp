#include "solvers/problem/loss.hpp"
#include "solvers/smooth/admm_weight_update.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::array admm_regularizers{RegularizerKind::l1, RegularizerKind::l2};

const std::array<std::string, 2> inners{"newton", "gradient"};

OptionValues options_of_admm(const Given& given) {
  return OptionValues(find_method("admm").options, given);
}

/// ∇φ(w) = Σ ℓ'(z_i) row_i + u + ρ(w − ξ).
Vector subproblem_gradient(const Problem& problem, const Vector& w, const Vector& u, const Vector& xi,
                           double rho) {
  Vector g = naive_loss_gradient(problem, w);
  for (std::size_t j = 0; j < g.size(); ++j) g[j] += u[j] + rho * (w[j] - xi[j]);
  return g;
}

Vector copy_of(std::span<const double> values) {
  return {values.begin(), values.end()};
}

/// ADMM as written in the paper, with ξ and u in plain loops and each w-update run to `tolerance`.
struct PlainAdmm {
  PlainAdmm(const Problem& of, double penalty_of_difference, double tolerance)
      : problem(of),
        rho(penalty_of_difference),
        update(of, options_of_admm({{"inner_tolerance", tolerance}})),
        xi(static_cast<std::size_t>(of.n()), 0.0),
        u(xi) {}

  void iterate() {
    update.begin(u, xi, rho);
    while (!update.finished()) update.walk();
    const Vector w = copy_of(update.weights());
    const double lambda_sum = problem.lambda() * problem.m();
    primal = dual = 0;
    for (std::size_t j = 0; j < xi.size(); ++j) {
      const double before = xi[j];
      const double v = w[j] + u[j] / rho;
      const bool penalized = j < static_cast<std::size_t>(problem.penalized_columns());
      if (!penalized)
        xi[j] = v;
      else
        xi[j] = problem.regularizer() == RegularizerKind::l1 ? shrunk(v, lambda_sum / rho)
                                                             : rho * v / (lambda_sum + rho);
      u[j] += rho * (w[j] - xi[j]);
      primal += (w[j] - xi[j]) * (w[j] - xi[j]);
      dual += rho * rho * (xi[j] - before) * (xi[j] - before);
    }
    primal = std::sqrt(primal);
    dual = std::sqrt(dual);
  }

  const Problem& problem;
  double rho;
  AdmmWeightUpdate update;
  Vector xi;
  Vector u;
  double primal = 0;
  double dual = 0;
};

}  // namespace

TEST_CASE("ADMM: the weight update solves its subproblem to the tolerance, from wherever it starts") {
  for_each_problem(admm_regularizers, 60, 700, [&](const Problem& problem) {
    for (const double tolerance : {1e-3, 1e-8}) {
      const Given given{{"inner_tolerance", tolerance}, {"inner_iterations", 1e6}};
      Given by_gradient = given;
      by_gradient["inner"] = "gradient";
      AdmmWeightUpdate newton(problem, options_of_admm(given));
      AdmmWeightUpdate gradient(problem, options_of_admm(by_gradient));
      const double allowed = tolerance * norm2(naive_loss_gradient(problem, Vector(7, 0.0)));
      Random random(13);
      for (int repeat = 0; repeat < 10; ++repeat) {
        const double rho = std::exp(2 * random.normal());
        const Vector u = random_vector(7, 5, random);
        const Vector xi = random_vector(7, 1, random);
        std::uint64_t before = newton.iterations();
        for (auto* update : {&newton, &gradient}) {
          update->begin(u, xi, rho);
          while (!update->finished()) update->walk();
          const Vector w = copy_of(update->weights());
          const double left = norm2(subproblem_gradient(problem, w, u, xi, rho));
          CHECK(left <= allowed * (1 + 1e-6) + 1e-11);
          CHECK(update->remaining_gradient() == Approx(left).margin(1e-11));
          CHECK(update->tolerance() == Approx(allowed));
        }
        // φ is ρ-strongly convex: two points are at most (‖∇φ‖ + ‖∇φ‖)/ρ apart.
        Vector apart = copy_of(newton.weights());
        for (std::size_t j = 0; j < 7; ++j) apart[j] -= gradient.weights()[j];
        CHECK(norm2(apart) <= 2.01 * allowed / rho + 1e-10);
        CHECK(newton.iterations() > before);
        CHECK(newton.iterations() - before <= 60);
      }
    }
  });
}

TEST_CASE("ADMM: an update makes one step at least, and no more than it is allowed") {
  const Sample sample = random_sample(14, 40, 5);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.05);
  for (const std::string& inner : inners) {
    const Given given{{"inner", inner}, {"inner_iterations", 3.0}, {"inner_tolerance", 1e-14}};
    AdmmWeightUpdate update(problem, options_of_admm(given));
    const Vector u(5, 1.0);
    const Vector xi(5, -1.0);
    for (std::uint64_t k = 1; k <= 3; ++k) {
      update.begin(u, xi, 2);
      while (!update.finished()) update.walk();
      CHECK(update.iterations() == 3 * k);
    }
    AdmmWeightUpdate loose(problem, options_of_admm({{"inner", inner}, {"inner_tolerance", 1e9}}));
    for (std::uint64_t k = 1; k <= 3; ++k) {
      loose.begin(u, xi, 2);
      while (!loose.finished()) loose.walk();
      CHECK(loose.iterations() == k);
    }
  }
}

TEST_CASE("ADMM: outer iterations, residuals and what is an update, against the method in plain loops") {
  for_each_problem(admm_regularizers, 60, 800, [&](const Problem& problem) {
    constexpr double rho = 3;
    constexpr double tolerance = 1e-9;
    PlainAdmm plain(problem, rho, tolerance);
    const auto solver = start("admm", problem,
                              {{"rho", rho},
                               {"inner_tolerance", tolerance},
                               {"absolute_tolerance", 0.0},
                               {"relative_tolerance", 0.0}});
    for (std::uint64_t outer = 1; outer <= 15; ++outer) {
      while (*solver->advance(0).outer_iterations < outer) {
        const Progress progress = solver->advance(1);
        if (outer == 1 && *solver->advance(0).outer_iterations == 0)
          REQUIRE(weights_of(*solver, problem) == Vector(7, 0.0));
        REQUIRE(progress.status == Status::running);
      }
      plain.iterate();
      REQUIRE(difference(weights_of(*solver, problem), plain.xi) < 1e-7);
      REQUIRE(solver->residuals()->primal == Approx(plain.primal).margin(1e-7));
      REQUIRE(solver->residuals()->dual == Approx(plain.dual).margin(1e-6));
      REQUIRE(solver->advance(0).updates == plain.update.iterations());
    }
  });
}

TEST_CASE("ADMM: at convergence both residuals are below the bounds, whatever inner method and penalty") {
  for (const std::string& inner : inners) {
    for (const bool balancing : {false, true}) {
      for_each_problem(admm_regularizers, 60, 900, [&](const Problem& problem) {
        constexpr double tolerance = 1e-7;
        CAPTURE(inner, balancing);
        const auto solver = start("admm", problem,
                                  {{"inner", inner},
                                   {"inner_tolerance", 1e-9},
                                   {"inner_iterations", 1e5},
                                   {"rho", 4.0},
                                   {"balancing", balancing},
                                   {"absolute_tolerance", tolerance},
                                   {"relative_tolerance", 0.0}});
        const Progress progress = solver->advance(1'000'000'000);
        REQUIRE(progress.status == Status::converged);
        CHECK(solver->residuals()->primal <= std::sqrt(7.0) * tolerance);
        CHECK(solver->residuals()->dual <= std::sqrt(7.0) * tolerance);
        CHECK(certified_gap(*solver, problem) >= -1e-14);
        CHECK(certified_gap(*solver, problem) < 1e-6);
        if (problem.free_intercept()) {
          const Vector g = naive_loss_gradient(problem, weights_of(*solver, problem));
          CHECK(std::abs(g.back()) < 1e-4);
        }
      });
    }
  }
}

TEST_CASE("ADMM: balancing mends a penalty that is far off") {
  for_each_problem(admm_regularizers, 60, 1000, [&](const Problem& problem) {
    for (const double rho : {1e-4, 1e4}) {
      const auto outer_iterations = [&](bool balancing) {
        const auto solver =
            start("admm", problem, {{"rho", rho}, {"balancing", balancing}, {"absolute_tolerance", 1e-6}});
        for (int call = 0; call < 30'000; ++call) {
          if (advance_passes(*solver, problem, 1).status != Status::running) break;
        }
        return *solver->advance(0).outer_iterations;
      };
      CAPTURE(rho);
      CHECK(outer_iterations(true) < 250);
      CHECK(outer_iterations(true) < outer_iterations(false));
    }
  });
}

TEST_CASE("ADMM: tolerances that prove next to nothing stop it, and it has not converged") {
  int stopped = 0;
  for_each_problem(admm_regularizers, 60, 1050, [&](const Problem& problem) {
    for (const double tolerance : {1.0, 0.1, 1e-8}) {
      const auto solver = start("admm", problem, {{"relative_tolerance", tolerance}});
      const Progress progress = solver->advance(1'000'000'000);
      CAPTURE(tolerance, certified_gap(*solver, problem));
      CHECK((progress.status == Status::converged || progress.status == Status::stopped));
      CHECK((progress.status == Status::converged) == (certified_gap(*solver, problem) <= 0.01));
      stopped += progress.status == Status::stopped;
    }
  });
  CHECK(stopped > 0);
}

TEST_CASE("ADMM: without tolerances it ends where rounding stops it, at the optimum") {
  for_each_problem(admm_regularizers, 60, 1100, [&](const Problem& problem) {
    const auto solver =
        start("admm", problem,
              {{"absolute_tolerance", 0.0}, {"relative_tolerance", 0.0}, {"inner_tolerance", 0.0}});
    const Progress progress = solver->advance(1'000'000'000);
    CHECK((progress.status == Status::stalled || progress.status == Status::converged));
    CHECK(std::abs(certified_gap(*solver, problem)) < 1e-11);
  });
}

TEST_CASE("ADMM: a step that is far too long diverges and says so") {
  const Sample sample = random_sample(15, 40, 5);
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 0.05);
  const auto solver = start("admm", problem, {{"inner", "gradient"}, {"inner_step", 1e6}});
  CHECK(solver->advance(1'000'000'000).status == Status::diverged);
}

TEST_CASE("ADMM: where w = 0 is the optimum it converges to exact zeros") {
  const Sample sample = random_sample(16, 20, 4);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 100);
  const auto solver = start("admm", problem);
  CHECK(solver->advance(1'000'000).status == Status::converged);
  CHECK(weights_of(*solver, problem) == Vector(4, 0.0));
}

TEST_CASE("ADMM: all losses times a power of two leave the same updates") {
  for (const LossKind loss : smooth_losses) {
    const auto updates_times = [&](double factor) {
      Sample sample = random_sample_for(loss, 17, 60, 8);
      sample.row_weights.assign(60, factor);
      const Problem problem(sample, loss, RegularizerKind::l1, 0.01 * factor);
      const auto solver = start("admm", problem,
                                {{"rho", factor},
                                 {"absolute_tolerance", 0.0},
                                 {"relative_tolerance", 0.0},
                                 {"inner_tolerance", 0.0}});
      return solver->advance(1'000'000'000).updates;
    };
    CAPTURE(name_of(loss));
    const std::uint64_t updates = updates_times(1);
    CHECK(updates_times(0x1p20) == updates);
    CHECK(updates_times(0x1p-20) == updates);
  }
}
