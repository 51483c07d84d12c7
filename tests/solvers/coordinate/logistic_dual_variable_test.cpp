#include "solvers/coordinate/logistic_dual_variable.hpp"

#include <limits>

#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// A one-variable problem of the logistic dual and its starting point.
struct OneVariable {
  double C;
  double Q;
  double b;
  LogisticDualVariable start;

  /// The same problem in C − α.
  OneVariable mirrored() const { return {C, Q, -b, mirror(start)}; }
  static LogisticDualVariable mirror(const LogisticDualVariable& variable) {
    return {variable.complement, variable.alpha, -variable.logit, variable.Q};
  }

  /// g/C from its definition at log(α/(C − α)) = t, minus its value at α = found. Each term is a difference
  /// that is accurate however small α is.
  double above(double t, double found) const {
    const auto entropy = [](long double s) { return s * std::log(s) + (1 - s) * std::log1p(-s); };
    const long double s = 1 / (1 + std::exp(-static_cast<long double>(t)));
    const long double s_found = found / static_cast<long double>(C);
    const long double s_start = start.alpha / static_cast<long double>(C);
    const long double quadratic = Q * C / 2 * (s - s_found) * (s + s_found - 2 * s_start);
    return static_cast<double>(entropy(s) - entropy(s_found) + quadratic + b * (s - s_found));
  }
};

OneVariable random_case(Random& random) {
  const auto magnitude = [&](double lowest, double highest) {
    return std::pow(10.0, lowest + (highest - lowest) * random.uniform());
  };
  const double C = random.below(4) == 0 ? magnitude(-8, 8) : magnitude(-4, 4);
  const double Q = random.below(8) == 0 ? 0.0 : magnitude(-4, 4);
  const double b = random.below(8) == 0 ? 0.0 : random.normal() * magnitude(-3, 2);
  double alpha = C * random.uniform();
  switch (random.below(5)) {
    case 0:
      alpha = std::min(1e-3 * C, 1e-8);
      break;
    case 1:
      alpha = C * magnitude(-15, -1);
      break;
    case 2:
      alpha = C / 2;
      break;
    default:
      break;
  }
  LogisticDualVariable start{alpha, C - alpha, std::log(alpha / (C - alpha)), Q};
  if (random.below(2) == 0) {  // the mirror image, near the upper end
    std::swap(start.alpha, start.complement);
    start.logit = -start.logit;
  }
  return {C, Q, b, start};
}

}  // namespace

TEST_CASE("logistic dual: the step finds the minimiser over its variable, for C from 1e-8 to 1e8") {
  Random random(92);
  for (int k = 0; k < 3000; ++k) {
    const OneVariable one = random_case(random);
    CAPTURE(k, one.C, one.Q, one.b, one.start.alpha, one.start.complement);
    LogisticDualVariable found = one.start;
    const auto outcome = LogisticDualStep(one.C).minimise(found, one.b, 1e-10);
    REQUIRE(found.alpha > 0);
    REQUIRE(found.complement > 0);
    REQUIRE(found.alpha + found.complement == Approx(one.C).epsilon(4 * epsilon));
    REQUIRE(found.logit == Approx(std::log(found.alpha / found.complement)).margin(1e-9));
    REQUIRE(outcome.violation == std::abs(one.b + one.start.logit));
    REQUIRE(outcome.change == Approx(found.alpha < found.complement ? found.alpha - one.start.alpha
                                                                    : one.start.complement - found.complement)
                                  .margin(4 * epsilon * one.C));

    // In the mirror image α is as small as C − α was, and nothing cancels. g is convex, so a minimum inside
    // the bracket is the minimum.
    const bool low = found.alpha <= found.complement;
    const OneVariable problem = low ? one : one.mirrored();
    const LogisticDualVariable here = low ? found : OneVariable::mirror(found);
    const auto along = [&](double t) { return problem.above(t, here.alpha); };
    const double best = minimise(along, here.logit - 5, here.logit + 5);
    const double noise = epsilon * (one.Q * std::max(here.alpha, problem.start.alpha) + std::abs(one.b) + 50);
    const double curvature = 1 + one.Q * here.alpha * (here.complement / one.C);
    REQUIRE(std::abs(best - here.logit) <= 1e-6 + 16 * noise / curvature);
  }
}

TEST_CASE("logistic dual: the error of a step falls with its third power") {
  const LogisticDualStep step(1);
  const double Q = 4;
  for (const double b : {0.5, 1.0, 1.5}) {  // so that Q α (C − α)/C < 1: the step is in the logit
    const auto after = [&](double logit, double tolerance) {
      const double alpha = 1 / (1 + std::exp(-logit));
      LogisticDualVariable variable{alpha, 1 - alpha, logit, Q};
      step.minimise(variable, b + Q * alpha, tolerance);
      return variable.logit;
    };
    const double minimiser = after(-1.5, 1e-15);
    const auto error_from = [&](double distance) {  // after one step: the tolerance then holds
      return std::abs(after(minimiser - distance, distance / 2) - minimiser);
    };
    CAPTURE(b, minimiser, error_from(0.2), error_from(0.1));
    CHECK(error_from(0.1) < error_from(0.2) / 6);
  }
}

TEST_CASE("logistic dual: the first step is from 0, to the last bit of a minimiser far below the start") {
  for (const double C : {0.0, 1e-300, 1e-40, 1e-8, 1.0, 1e8}) {
    for (const double b : {-50.0, 0.0, 18.4, 50.0, 200.0}) {
      const LogisticDualStep step(C);
      LogisticDualVariable variable = step.start(1e20);
      CAPTURE(C, b);
      CHECK(variable.alpha == 0);
      const double change = step.minimise(variable, b, 1e-8).change;
      CHECK(change == variable.alpha);
      CHECK((variable.alpha > 0) == (C > 0));
    }
  }
}

TEST_CASE("logistic dual: a variable whose minimiser is out of reach of doubles stays inside (0, C)") {
  for (const double C : {1e-8, 1.0, 1e8}) {
    const LogisticDualStep step(C);
    for (const double b : {-1e12, -1e4, 1e4, 1e12}) {
      LogisticDualVariable variable = step.start(1e-6);
      LogisticDualStep::Outcome outcome{};
      for (int visit = 0; visit < 10; ++visit) outcome = step.minimise(variable, b, 1e-8);
      CAPTURE(C, b, variable.alpha, variable.complement);
      CHECK((b > 0 ? variable.alpha : variable.complement) > 0);
      CHECK((b > 0 ? variable.alpha : variable.complement) < 1e-280 * C);
      CHECK(std::isfinite(variable.logit));
      CHECK(outcome.violation == 0);
      CHECK(step.share(variable) > 0);
      CHECK(step.share(variable) < 1);
    }
  }
}

TEST_CASE("dual CD for logistic: a run starts at 0, and the first visits of rows enter the box") {
  Dense rows = dense(random_sample(91, 30, 8, 0.6).rows);
  rows[3] = Vector(8, 0.0);
  const Sample sample = sample_of(rows);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l2, 0.01);
  const auto solver = start("dual_cd_logistic", problem);
  CHECK(std::ranges::count(*solver->dual(), 0.0) == 29);
  CHECK((*solver->dual())[3] == 0.5);
  CHECK(solver->advance(0).entries_touched == 0);
  for (std::uint64_t visits = 1; visits <= 29; ++visits) {
    CHECK(solver->advance(1).updates == visits);
    const auto a = *solver->dual();
    CHECK(std::ranges::count(a, 0.0) == static_cast<std::ptrdiff_t>(29 - visits));
    const Vector w = weights_of(*solver, problem);
    Vector sum(8, 0.0);
    for (Index i = 0; i < problem.m(); ++i)
      add(problem.rows()[i], a[static_cast<std::size_t>(i)] * problem.c(), sum.data());
    CHECK(difference(w, sum) < 1e-12);
  }
}

TEST_CASE("dual CD for logistic: finite, inside the box and below the optimum on heart_scale, whatever C") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  for (const double C : {1e-8, 1e-4, 1.0, 1e4, 1e8}) {
    CAPTURE(C);
    const Problem problem(*sample, LossKind::logistic, RegularizerKind::l2,
                          1 / (C * sample->rows.outer_size()));
    const auto solver = start("dual_cd_logistic", problem);
    for (int k = 0; k < 30; ++k) {
      advance_passes(*solver, problem, 1);
      const auto a = solver->dual().value();
      for (const double a_i : a) REQUIRE((a_i > 0 && a_i < 1));
      REQUIRE(std::isfinite(problem.objective(weights_of(*solver, problem))));
      REQUIRE(certified_gap(*solver, problem) >= -1e-12);
    }
  }
}
