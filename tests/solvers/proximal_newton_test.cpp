#include <cmath>
#include <limits>

#include "solvers/quadratic_model.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The value of a model at w + d, d = moved − w, from its definition (but for ν, which is 1e-12).
template <class Regularizer>
double model_value(const Problem& problem, const QuadraticModel<Regularizer>& model) {
  const Dense rows = dense(problem.rows());
  double value = 0;
  Vector d(static_cast<std::size_t>(problem.n()));
  for (std::size_t j = 0; j < d.size(); ++j) {
    const auto& variable = model.variables()[j];
    d[j] = variable.moved - variable.w;
    value += variable.gradient * d[j] +
             model.weight_of_penalty(static_cast<Index>(j)) * Regularizer::value(variable.moved);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double change = product(rows[i], d);
    value += model.rows()[i].curvature * change * change / 2;
  }
  return value;
}

/// A model with random weights and derivatives, of which some weights are 0 and some rows flat.
template <class Regularizer>
void randomise(QuadraticModel<Regularizer>& model, const Problem& problem, Random& random) {
  for (auto& row : model.rows()) row = {random.below(4) == 0 ? 0 : random.uniform(), 0};
  for (Index j = 0; j < problem.n(); ++j) {
    auto& variable = model.variables()[static_cast<std::size_t>(j)];
    variable.w = variable.moved = random.below(3) == 0 ? 0 : random.normal();
    variable.gradient = random.normal();
    variable.curvature = 0;
    for (const Entry& entry : problem.columns()[j]) {
      const auto value = static_cast<double>(entry.value);
      variable.curvature += value * value * model.rows()[static_cast<std::size_t>(entry.index)].curvature;
    }
  }
}

template <class Regularizer>
void check_steps(RegularizerKind kind, bool free_intercept) {
  Random random(3);
  for (int trial = 0; trial < 120; ++trial) {
    const Sample sample = random_sample(40 + static_cast<std::uint64_t>(trial), 12, 5, 0.7);
    const double lambda = std::pow(10.0, 3 * random.uniform() - 2);
    const Problem problem(sample, LossKind::logistic, kind, lambda, {.free_intercept = free_intercept});
    QuadraticModel<Regularizer> model(problem, false, Random(7));
    randomise(model, problem, random);
    std::vector<Index> all;
    for (Index j = 0; j < problem.n(); ++j) {
      if (model.variables()[static_cast<std::size_t>(j)].curvature > 1e-3) all.push_back(j);
    }
    if (all.empty()) continue;
    model.begin(all, 1e-9);
    for (int steps = 0; steps < 10 && !model.finished(); ++steps) {
      std::vector<double> before;
      for (const auto& variable : model.variables()) before.push_back(variable.moved);
      const double value_before = model_value(problem, model);
      model.step();
      const double value = model_value(problem, model);
      CHECK(value <= value_before + 1e-9 * std::abs(value_before));
      for (std::size_t j = 0; j < before.size(); ++j) {
        auto& variable = model.variables()[j];
        if (variable.moved == before[j]) continue;
        // The step has gone to the minimum along its coordinate.
        const double reached = variable.moved;
        const auto along = [&](double b) {
          variable.moved = b;
          const double at_b = model_value(problem, model);
          variable.moved = reached;
          return at_b;
        };
        const double width = 1 + 2 * std::abs(reached - before[j]);
        const double best = minimise(along, reached - width, reached + width);
        CHECK(value <= along(best) + 1e-9 * (1 + std::abs(value)));
        if (best == 0) CHECK(reached == Approx(0).margin(1e-6));
      }
    }
  }
}

/// Runs until the end, at most so many passes.
Status run_to_end(Solver& solver, const Problem& problem, double passes) {
  return advance_passes(solver, problem, passes).status;
}

}  // namespace

TEST_CASE("proximal Newton: a step on the model goes to its minimum along the coordinate") {
  check_steps<L1>(RegularizerKind::l1, false);
  check_steps<L1>(RegularizerKind::l1, true);
  check_steps<L2>(RegularizerKind::l2, false);
  check_steps<NoRegularizer>(RegularizerKind::none, false);
}

TEST_CASE("proximal Newton: a dense Hessian multiplies and solves as its definition says") {
  const Sample sample = random_sample(5, 30, 6);
  const Dense rows = dense(sample.rows);
  Random random(6);
  Vector h(30);
  for (double& h_i : h) h_i = random.uniform();
  Dense H(6, Vector(6, 0.0));
  for (std::size_t i = 0; i < 30; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      for (std::size_t k = 0; k < 6; ++k) H[j][k] += h[i] * rows[i][j] * rows[i][k];
    }
  }
  DenseHessian hessian(sample.rows);
  hessian.form(h);
  const Vector d = random_vector(6, 1, random);
  Vector image(6);
  hessian.multiply(d, image);
  for (std::size_t j = 0; j < 6; ++j) CHECK(image[j] == Approx(product(H[j], d)).margin(1e-12));

  const std::vector<Index> subset{4, 0, 3};
  const Vector b{1, -2, 0.5};
  Vector x(3);
  REQUIRE(hessian.solve(subset, 0.25, b, x));
  for (std::size_t r = 0; r < 3; ++r) {
    double sum = 0.25 * x[r];
    for (std::size_t c = 0; c < 3; ++c)
      sum += H[static_cast<std::size_t>(subset[r])][static_cast<std::size_t>(subset[c])] * x[c];
    CHECK(sum == Approx(b[r]));
  }
}

TEST_CASE(
    "proximal Newton: it certifies its optimum for lambda from tiny to large, with and without the Hessian") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = random_sample_for(loss, 31, 80, 15);
    for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
      for (const double lambda : {1e-5, 1e-2, 1.0}) {
        for (const double dense_columns : {0.0, 100.0}) {
          CAPTURE(name_of(loss), name_of(regularizer), lambda, dense_columns);
          const Problem problem(sample, loss, regularizer, lambda);
          const auto solver =
              start("proximal_newton", problem, {{"tolerance", 1e-12}, {"dense_columns", dense_columns}});
          const Status status = run_to_end(*solver, problem, 20'000);
          CHECK((status == Status::converged || status == Status::stalled));
          CHECK(certified_gap(*solver, problem) < 1e-9);
        }
      }
    }
  }
}

TEST_CASE("proximal Newton: slices of advance do not change a bit with the Hessian either") {
  const Sample sample = random_sample(33, 50, 12);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.005);
  const auto whole = start("proximal_newton", problem, {{"dense_columns", 20.0}});
  const Progress reached = whole->advance(8000);
  const auto sliced = start("proximal_newton", problem, {{"dense_columns", 20.0}});
  Progress progress;
  while (progress.nonzeros < reached.nonzeros && progress.status == Status::running) {
    const std::uint64_t before = progress.nonzeros;
    progress = sliced->advance(1);
    CHECK(progress.nonzeros - before <= 1 + static_cast<std::uint64_t>(problem.rows().nonzeros()));
  }
  CHECK(weights_of(*sliced, problem) == weights_of(*whole, problem));
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

TEST_CASE("proximal Newton and TRON agree on L2") {
  for (const LossKind loss : smooth_losses) {
    CAPTURE(name_of(loss));
    const auto sample = small_real_sample(loss);
    if (!sample) return;
    const Problem problem(*sample, loss, RegularizerKind::l2, 1.0 / sample->rows.lines());
    const auto newton = start("proximal_newton", problem, {{"tolerance", 1e-12}, {"dense_columns", 100.0}});
    const auto tron = start("tron", problem);
    run_to_end(*newton, problem, 2000);
    run_to_end(*tron, problem, 2000);
    CHECK(difference(weights_of(*newton, problem), weights_of(*tron, problem)) < 1e-6);
  }
}

TEST_CASE("proximal Newton: it certifies 1e-8 on real data under L1") {
  struct Case {
    std::string file;
    LossKind loss;
  };
  for (const auto& [file, loss] :
       {Case{"heart_scale", LossKind::logistic}, Case{"heart_scale", LossKind::squared_hinge},
        Case{"a9a", LossKind::logistic}, Case{"a9a", LossKind::squared_hinge},
        Case{"rcv1-small.bz2", LossKind::logistic}, Case{"rcv1-small.bz2", LossKind::squared_hinge}}) {
    CAPTURE(file, name_of(loss));
    const auto sample = real_sample(file);
    if (!sample) return;
    const Problem problem(*sample, loss, RegularizerKind::l1, 1.0 / sample->rows.lines());
    const auto solver = start("proximal_newton", problem, {{"dense_columns", 1000.0}});
    run_to_end(*solver, problem, 400);
    CHECK(certified_gap(*solver, problem) < 1e-8);
  }
}
