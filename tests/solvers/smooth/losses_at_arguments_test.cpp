// The losses as functions of all arguments, as FISTA uses them; hinge is smoothed.

#include "solvers/smooth/smooth_loss_sum.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A random sample, with row weights if wanted; the first weight is 0.
Sample maybe_weighted(LossKind loss, bool has_weights) {
  Sample sample = random_sample_for(loss, 71, 20, 4, 0.6);
  for (std::size_t i = 0; has_weights && i < sample.labels.size(); ++i)
    sample.row_weights.push_back(static_cast<double>(i % 5) / 2);
  return sample;
}

}  // namespace

TEST_CASE("losses at arguments: values, derivatives and dual value agree with their definitions") {
  for (const LossKind kind : hinge_and_smooth_losses) {
    for (const bool has_weights : {false, true}) {
      CAPTURE(name_of(kind), has_weights);
      const Sample sample = maybe_weighted(kind, has_weights);
      const Problem problem(sample, kind, RegularizerKind::l2, 0.1);
      const auto losses = SmoothLossSum::make(problem);
      CHECK((losses->mu() > 0) == (kind == LossKind::hinge));
      losses->halve_mu();
      Random random(5);
      const Vector z = random_vector(20, 2, random);
      const Vector other = random_vector(20, 2, random);
      Vector derivatives(20);
      Vector a(20);
      losses->derivatives(z, derivatives);
      losses->dual_weights_at(z, a);
      double value = 0;
      double smooth_value = 0;
      double tangent = losses->smooth_value(z);
      for (std::size_t i = 0; i < 20; ++i) {
        const double c = problem.row_weight(static_cast<Index>(i));
        const double loss =
            with_loss(kind, problem.epsilon(), [&](const auto& unit) { return unit.value(z[i]); });
        value += c * loss;
        if (kind == LossKind::hinge) {
          const auto fall = [&](double b) { return losses->mu() * b * b / 2 - b * (1 - z[i]); };
          smooth_value -= c * fall(minimise(fall, 0, 1));
        } else {
          smooth_value += c * loss;
        }
        Vector nearby = z;
        const auto at = [&](double step) {
          nearby[i] = z[i] + step;
          return losses->smooth_value(nearby);
        };
        CHECK(derivatives[i] == Approx((at(1e-5) - at(-1e-5)) / 2e-5).margin(1e-5));
        CHECK(derivatives[i] == Approx(-c * a[i]).margin(1e-15));
        tangent += derivatives[i] * (other[i] - z[i]);
      }
      CHECK(losses->value(z) == Approx(value));
      CHECK(losses->smooth_value(z) == Approx(smooth_value).epsilon(1e-7));
      CHECK(losses->above_tangent(z, other) == Approx(losses->smooth_value(other) - tangent));

      Vector v(static_cast<std::size_t>(problem.n()), 0.0);
      const Dense rows = dense(problem.rows());
      for (std::size_t i = 0; i < 20; ++i) {
        for (std::size_t j = 0; j < v.size(); ++j) v[j] -= derivatives[i] * rows[i][j] / problem.m();
      }
      CHECK(losses->dual_value(a) / problem.m() - product(v, v) / (2 * problem.lambda()) ==
            Approx(problem.lower_bound(a)));
    }
  }
}

TEST_CASE("losses at arguments: a loss with other kinks than hinge is refused") {
  const Sample sample = random_sample_for(LossKind::epsilon_insensitive, 72, 5, 2, 1);
  const Problem problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 0.1);
  CHECK_THROWS_AS(SmoothLossSum::make(problem), std::logic_error);
}
