// The parts of `proximal_newton`: its quadratic model, the Hessian on a face and Newton's method there.

#include "solvers/proximal_newton/quadratic_model.hpp"

#include <cmath>

#include "solvers/proximal_newton/face_step.hpp"
#include "solvers/proximal_newton/loss_along_line.hpp"
#include "solvers/proximal_newton/model_descent.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The value of a model at w + d, d = moved − w, from its definition.
template <class Regularizer>
double model_value(const Problem& problem, const QuadraticModel<Regularizer>& model) {
  const Dense rows = dense(problem.rows());
  double value = 0;
  Vector d(static_cast<std::size_t>(problem.n()));
  for (std::size_t j = 0; j < d.size(); ++j) {
    const auto& variable = model.variables()[j];
    d[j] = variable.moved - variable.w;
    const double lambda = static_cast<Index>(j) < problem.penalized_columns() ? problem.lambda() : 0;
    value += variable.gradient * d[j] + lambda * Regularizer::value(variable.moved);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double change = product(rows[i], d);
    value += model.rows()[i].curvature * change * change / 2;
  }
  return value;
}

/// A model with random weights and derivatives; some weights are 0 and some rows flat.
template <class Regularizer>
void randomise(QuadraticModel<Regularizer>& model, const Problem& problem, Random& random) {
  for (auto& row : model.rows()) row = {random.below(4) == 0 ? 0 : random.uniform(), 0};
  for (Index j = 0; j < problem.n(); ++j) {
    auto& variable = model.variables()[static_cast<std::size_t>(j)];
    variable.w = variable.moved = random.below(3) == 0 ? 0 : random.normal();
    double curvature = 0;
    for (const Entry& entry : problem.columns()[j]) {
      const auto value = entry.value;
      curvature += value * value * model.rows()[static_cast<std::size_t>(entry.index)].curvature;
    }
    model.set_derivatives(j, random.normal(), curvature);
  }
}

/// Compares random steps with golden section on the model along their coordinate. Returns the number of
/// steps.
template <class Regularizer>
int check_steps(RegularizerKind kind, bool free_intercept) {
  Random random(3);
  int checked = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Sample sample = random_sample(40 + static_cast<std::uint64_t>(trial), 12, 5, 0.7);
    const double lambda = std::pow(10.0, 3 * random.uniform() - 2);
    const Problem problem(sample, LossKind::logistic, kind, lambda, {.free_intercept = free_intercept});
    QuadraticModel<Regularizer> model(problem);
    randomise(model, problem, random);
    for (int step = 0; step < 10; ++step) {
      const auto j = static_cast<Index>(random.below(5));
      auto& variable = model.variables()[static_cast<std::size_t>(j)];
      if (variable.curvature < 1e-3) continue;
      ++checked;
      const double before = variable.moved;
      const double value_before = model_value(problem, model);
      const double fall = model.minimize_along(j, model.slope(j));
      const double value = model_value(problem, model);
      CHECK(value_before - value >= fall - 1e-9 * (1 + std::abs(value)));
      const double reached = variable.moved;
      const auto along = [&](double b) {
        const double change = b - variable.moved;
        model.move(j, variable.moved + change);
        return model_value(problem, model);
      };
      const double width = 1 + 2 * std::abs(reached - before);
      const double best = minimise(along, reached - width, reached + width);
      CHECK(value <= along(best) + 1e-9 * (1 + std::abs(value)));
      CHECK(reached == Approx(best).margin(1e-5));
      if (model.has_kink(j) && std::abs(best) < 1e-9 && best != reached) CHECK(reached == 0);
      model.move(j, reached);
      CHECK(model.violation(j, reached, model.slope(j)) < 1e-9);
    }
  }
  return checked;
}

/// H = A ᵀA of random A, and its columns as rows.
Vector random_hessian(std::size_t n, std::size_t rank, Random& random) {
  Vector H(n * n, 0.0);
  for (std::size_t i = 0; i < rank; ++i) {
    const Vector row = random_vector(n, 1, random);
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = 0; c < n; ++c) H[c * n + r] += row[r] * row[c];
    }
  }
  return H;
}

}  // namespace

TEST_CASE("quadratic model: a step goes to the minimum along the coordinate") {
  const int checked =
      check_steps<L1>(RegularizerKind::l1, false) + check_steps<L1>(RegularizerKind::l1, true) +
      check_steps<L2>(RegularizerKind::l2, false) + check_steps<NoRegularizer>(RegularizerKind::none, false);
  CHECK(checked >= 1000);
}

TEST_CASE("quadratic model: a step that is given up leaves the weights, and the next begins there") {
  const Sample sample = random_sample(5, 12, 5);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.1);
  QuadraticModel<L1> model(problem);
  Random random(6);
  randomise(model, problem, random);
  const std::vector<Index> active{0, 2, 3};
  for (const Index j : active) model.move(j, model.variable(j).w + 1);
  model.forget_step(active);
  for (Index j = 0; j < 5; ++j) CHECK(model.variable(j).moved == model.variable(j).w);
  CHECK(model.penalty_change(active, 1) == 0);
}

TEST_CASE("quadratic model: its penalty is that of the weights, without a free intercept") {
  const Sample sample = random_sample(7, 12, 5);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.1, {.free_intercept = true});
  QuadraticModel<L1> model(problem);
  Random random(8);
  randomise(model, problem, random);
  double penalty = 0;
  for (Index j = 0; j < 4; ++j) penalty += 0.1 * std::abs(model.variable(j).w);
  CHECK(problem.penalized_columns() == 4);
  CHECK(model.penalty() == Approx(penalty));
}

TEST_CASE("model descent: where nothing may be left, it ends once its passes change nothing") {
  const Sample sample = random_sample(8, 30, 6);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.01);
  QuadraticModel<L1> model(problem);
  Random random(9);
  randomise(model, problem, random);
  ModelDescent<L1> descent(problem, model, 0, Random(1));
  const std::vector<Index> all{0, 1, 2, 3, 4, 5};
  descent.begin(all, 0, 1);
  while (!descent.finished()) descent.step({});
  CHECK(descent.passes() < 500);
  for (const Index j : all) CHECK(model.violation(j, model.variable(j).moved, model.slope(j)) < 1e-9);
}

TEST_CASE("model descent: each model begins with all columns, those at rest as well") {
  const Sample sample = random_sample(8, 30, 6);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 10);
  QuadraticModel<L1> model(problem);
  ModelDescent<L1> descent(problem, model, 0, Random(1));
  Random random(12);
  const std::vector<Index> all{0, 1, 2, 3, 4, 5};
  for (int k = 0; k < 3; ++k) {
    randomise(model, problem, random);
    descent.begin(all, 1e9, 1);
    while (!descent.finished()) descent.step({});
    CHECK(descent.passes() == 1);
  }
}

TEST_CASE("loss along a line: a trial is the loss there, and a move goes there") {
  for (const LossKind kind : smooth_losses) {
    const Sample sample = random_sample_for(kind, 10, 30, 6, 0.7);
    const Problem problem(sample, kind, RegularizerKind::none, 0.1);
    const auto loss = LossAlongLine::make(problem);
    Vector w(6, 0.0);
    Random random(11);
    for (int move = 0; move < 4; ++move) {
      CAPTURE(name_of(kind), move);
      const Vector d = random_vector(6, 1, random);
      std::vector<ModelRow> rows(30);
      loss->differentiate(rows);
      for (Index i = 0; i < 30; ++i)
        rows[static_cast<std::size_t>(i)].change = dot(problem.rows()[i], d.data());
      const double before = problem.objective(w);
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += 0.5 * d[j];
      const double after = problem.objective(w);
      const double slope = loss->slope(rows);
      const auto trial = loss->at(0.5, rows, slope, 0.5 * slope);
      CHECK(trial.mean == Approx(after));
      CHECK(trial.change == Approx(after - before).margin(1e-12));
      loss->move(0.5, rows, trial.mean);
    }
  }
}

TEST_CASE("quadratic model: where all rows are flat the penalty alone ends a step, or its greatest length") {
  const Sample sample = random_sample(4, 12, 2);
  const auto step_from_one = [&]<class Regularizer>(const Regularizer&, double lambda, double G) {
    const Problem problem(sample, LossKind::logistic, Regularizer::kind, lambda);
    QuadraticModel<Regularizer> model(problem);
    model.set_derivatives(0, 0, 1);  // the last curvature of the column
    model.set_derivatives(0, G, 0);
    model.variables()[0].w = model.variables()[0].moved = 1;
    const double before = model_value(problem, model);
    const double fall = model.minimize_along(0, model.slope(0));
    CHECK(fall > 0);
    CHECK(before - model_value(problem, model) >= fall * (1 - 1e-9));
    return model.variable(0).moved;
  };
  for (const double sign : {-1.0, 1.0}) {
    CHECK(step_from_one(L1{}, 0.5, sign * 0.4) == 0);
    CHECK(step_from_one(L1{}, 0.5, sign * 2) == Approx(-sign * 1e10 * (1 - 0.5 / 2)));
    CHECK(step_from_one(L2{}, 0.5, sign * 2) == Approx(-sign * 2 / 0.5));
    CHECK(step_from_one(NoRegularizer{}, 0.5, sign * 2) == Approx(-sign * 1e10));
  }
}

TEST_CASE("quadratic model: with a matrix it is the same model") {
  const Sample sample = random_sample(6, 40, 7);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.01, {.free_intercept = true});
  QuadraticModel<L1> by_columns(problem);
  QuadraticModel<L1> formed(problem, true);
  Random random(7);
  std::vector<RowDerivatives> derivatives;
  for (std::size_t i = 0; i < 40; ++i) {
    derivatives.push_back({random.normal(), random.below(4) == 0 ? 0 : random.uniform()});
    by_columns.rows()[i] = formed.rows()[i] = {derivatives.back().second, 0};
  }
  std::size_t touched = 0;
  for (Index j = 0; j < 7; ++j) {
    by_columns.differentiate(j, derivatives);
    touched += formed.differentiate(j, derivatives);
    CHECK(formed.variable(j).gradient == Approx(by_columns.variable(j).gradient));
    CHECK(formed.variable(j).curvature == Approx(by_columns.variable(j).curvature));
  }
  CHECK(touched == static_cast<std::size_t>(sample.rows.nonzeros()));
  for (int step = 0; step < 50; ++step) {
    const auto j = static_cast<Index>(random.below(7));
    CHECK(formed.slope(j) == Approx(by_columns.slope(j)).margin(1e-9));
    by_columns.minimize_along(j, by_columns.slope(j));
    formed.minimize_along(j, formed.slope(j));
  }
  formed.find_changes();
  for (std::size_t i = 0; i < 40; ++i)
    CHECK(formed.rows()[i].change == Approx(by_columns.rows()[i].change).margin(1e-9));
}

TEST_CASE("face Hessian: it is what its definition says, and covers what it was formed for") {
  const Sample sample = random_sample(5, 30, 6);
  const Dense rows = dense(sample.rows);
  Random random(6);
  Vector h(30);
  for (double& h_i : h) h_i = random.uniform();
  FaceHessian hessian(sample.rows);
  CHECK_FALSE(hessian.covers(std::vector<Index>{2}));
  const std::vector<Index> formed{0, 2, 3, 5};
  hessian.form(formed, h);
  CHECK(hessian.covers(formed));
  CHECK_FALSE(hessian.covers(std::vector<Index>{0, 1}));
  const std::vector<Index> part{2, 5, 0};
  REQUIRE(hessian.covers(part));
  Vector matrix;
  hessian.restrict_to(part, matrix);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t r = 0; r < 3; ++r) {
      double sum = 0;
      for (std::size_t i = 0; i < 30; ++i)
        sum += h[i] * rows[i][static_cast<std::size_t>(part[c])] * rows[i][static_cast<std::size_t>(part[r])];
      CHECK(matrix[c * 3 + r] == Approx(sum).margin(1e-12));
    }
  }
  hessian.forget();
  CHECK_FALSE(hessian.covers(part));
}

TEST_CASE("face quadratic: it falls with each step, keeps signs and ends at the minimum on its last face") {
  Random random(9);
  int steps_with_signs_in_the_way = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const std::size_t n = 1 + random.below(8);
    const Vector H = random_hessian(n, trial % 5 == 0 ? std::max<std::size_t>(1, n / 2) : 2 * n, random);
    const Vector start = random_vector(n, 1, random);
    Vector kappa(n);
    for (double& k : kappa) k = random.below(4) == 0 ? 0 : random.uniform();
    // A gradient in the range of H, so that a minimum exists even if H is singular.
    const Vector target = random_vector(n, 1, random);
    Vector g(n, 0.0);
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t r = 0; r < n; ++r) g[r] += H[c * n + r] * target[c];
    }
    const auto gradient_at = [&](std::span<const double> x) {
      Vector gradient = g;
      for (std::size_t c = 0; c < n; ++c) {
        for (std::size_t r = 0; r < n; ++r) gradient[r] += H[c * n + r] * (x[c] - start[c]);
      }
      return gradient;
    };
    const auto value_at = [&](std::span<const double> x) {
      const Vector gradient = gradient_at(x);
      double value = 0;
      for (std::size_t k = 0; k < n; ++k)
        value += (x[k] - start[k]) * (g[k] + gradient[k]) / 2 + kappa[k] * std::abs(x[k]);
      return value;
    };
    FaceQuadratic quadratic;
    quadratic.hessian() = H;
    quadratic.begin(start, g, kappa);
    double before = value_at(start);
    int steps = 0;
    while (!quadratic.step(Vector(start.size(), 1e10)) && ++steps < 100) {
      ++steps_with_signs_in_the_way;
      const double value = value_at(quadratic.x());
      CHECK(value <= before + 1e-9 * (1 + std::abs(before)));
      before = value;
    }
    CHECK(steps <= static_cast<int>(n));  // each step except the last removes a weight
    const Vector gradient = gradient_at(quadratic.x());
    for (std::size_t k = 0; k < n; ++k) {
      const double x_k = quadratic.x()[k];
      if (kappa[k] > 0) CHECK(x_k * start[k] >= 0);
      if (kappa[k] > 0 && x_k == 0) continue;
      // With a singular H, the penalty's slope may leave no minimum on the face.
      if (trial % 5 != 0)
        CHECK(std::abs(gradient[k] + (kappa[k] > 0 ? std::copysign(kappa[k], x_k) : 0)) < 1e-8);
    }
  }
  CHECK(steps_with_signs_in_the_way > 100);
  CHECK(steps_with_signs_in_the_way < 650);  // where only the first sign in the way ends a step, 715
}
