// The sums over rows and the change along a step, shared by methods for smooth losses.

#include "solvers/smooth/smooth_loss_sum.hpp"
#include "solvers/problem/loss.hpp"

#include "solvers/proximal_newton/loss_along_line.hpp"
#include "solvers/smooth/line_search.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("smooth loss sum: value, gradient, Hessian and dual weights agree with their definitions") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = sample_with_intercept(loss, 61, 40, 6);
    const Problem problem(sample, loss, RegularizerKind::none, 0.1);
    CAPTURE(name_of(loss));
    with_smooth_loss(problem, [&](const auto& value) {
      const auto sum = SmoothLossSum::make(problem);
      Random random(4);
      for (int repeat = 0; repeat < 20; ++repeat) {
        const Vector w = random_vector(7, 1, random);
        SmoothPoint point(problem, SmoothPoint::Detail::diagonal);
        point.w = w;
        sum->evaluate(point);
        sum->evaluate(point);  // from what the vectors held before
        CHECK(point.value == Approx(problem.m() * naive_objective(problem, w)).epsilon(1e-12));
        CHECK(difference(point.gradient, naive_loss_gradient(problem, w)) < 1e-12);
        for (const auto detail : {SmoothPoint::Detail::gradient, SmoothPoint::Detail::value}) {
          SmoothPoint less(problem, detail);
          less.w = w;
          sum->evaluate(less);
          CHECK(difference(less.gradient, point.gradient) < 1e-13);
          if (less.arguments.empty()) continue;
          CHECK(less.value == Approx(point.value).epsilon(1e-13));
          CHECK(less.arguments == point.arguments);
        }

        const Vector v = random_vector(7, 1, random);
        Vector product_with_v(7, 3.0);
        sum->hessian_product(point.curvatures, v, product_with_v);
        Vector expected(7, 0.0);
        Vector expected_diagonal(7, 0.0);
        const Dense rows = dense(problem.rows());
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const double z = product(rows[i], w) - problem.target(static_cast<Index>(i));
          for (std::size_t j = 0; j < 7; ++j) {
            expected[j] += value.second_derivative(z) * product(rows[i], v) * rows[i][j];
            expected_diagonal[j] += value.second_derivative(z) * rows[i][j] * rows[i][j];
          }
        }
        CHECK(difference(product_with_v, expected) < 1e-12);
        CHECK(difference(point.diagonal, expected_diagonal) < 1e-12);

        Vector a(40);
        sum->dual_weights(w, a);
        Vector back(7, 0.0);  // Σ a_i row_i = −gradient
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (std::size_t j = 0; j < 7; ++j) back[j] -= a[i] * rows[i][j];
        }
        CHECK(difference(back, point.gradient) < 1e-12);
      }
    });
  }
}

TEST_CASE("smooth loss sum: rows with weights count so many times, and not at all with weight 0") {
  for (const LossKind loss : smooth_losses) {
    CAPTURE(name_of(loss));
    const Sample once = sample_with_intercept(loss, 62, 3, 6);
    const Dense rows = dense(once.rows);
    Sample weighted = once;
    weighted.row_weights = {2, 0, 1};
    Sample repeated{sample_of({rows[0], rows[0], rows[2]}).rows,
                    {once.labels[0], once.labels[0], once.labels[2]}};
    const Problem with_weights(weighted, loss, RegularizerKind::none, 0.1);
    const Problem with_copies(repeated, loss, RegularizerKind::none, 0.1);
    Random random(5);
    SmoothPoint by_weight(with_weights, SmoothPoint::Detail::diagonal);
    by_weight.w = random_vector(7, 1, random);
    SmoothPoint by_copy(with_copies, SmoothPoint::Detail::diagonal);
    by_copy.w = by_weight.w;
    const auto sum = SmoothLossSum::make(with_weights);
    sum->evaluate(by_weight);
    SmoothLossSum::make(with_copies)->evaluate(by_copy);
    CHECK(by_weight.value == Approx(by_copy.value).epsilon(1e-13));
    CHECK(difference(by_weight.gradient, by_copy.gradient) < 1e-13);
    CHECK(difference(by_weight.diagonal, by_copy.diagonal) < 1e-13);
    CHECK(sum->largest_curvature() == (loss == LossKind::logistic ? 0.25 : 2));
  }
}

TEST_CASE("smooth loss sum: a loss with kinks has no gradient, and is refused as the loss of a line search") {
  const Sample sample = random_sample(63, 10, 3);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 0.1);
  CHECK_THROWS_AS(LossAlongLine::make(problem), std::logic_error);
  SmoothPoint point(problem, SmoothPoint::Detail::gradient);
  CHECK_THROWS_AS(SmoothLossSum::make(problem)->evaluate(point), std::logic_error);
}

TEST_CASE("change along a step: values where they show it, slope and curvature where rounding hides it") {
  CHECK(change_along_step(5, 3, -4, -4, [] { return 1e10; }) == -2);
  // f(x) = 1 + x²/2 from x = 1e-9 to x = -0.5e-9: the values are all 1.
  const double before = 1e-9;
  const double after = -0.5e-9;
  const double d = after - before;
  const double change = change_along_step(1, 1, before * d, before * d, [&] { return d * d / 2; });
  CHECK(change == Approx((after * after - before * before) / 2).epsilon(1e-12));
}

TEST_CASE("change along a step: right across the kink of a squared loss, in steps of any size") {
  for (const LossKind kind : smooth_losses) {
    CAPTURE(name_of(kind));
    with_loss(kind, 0.1, [](auto loss) {
      if constexpr (decltype(loss)::smooth) {
        using Exact = long double;
        // The kinks of all three losses, and other points.
        for (const double middle : {1.0, -0.1, 0.1, 0.0, 3.0, -3.0, 40.0}) {
          for (const double delta : {1e-12, 1e-8, 3e-5, 2e-4, 0.1, 0.6, 3.0}) {
            for (const double share : {-1.5, -1.0, -0.25, 0.5, 1.0}) {
              const double z = middle - delta;
              const double s = (1 + share) * delta;
              CAPTURE(middle, z, s);
              // By Simpson's rule for ∫ (ℓ'(z + t) − ℓ'(z)) dt over pieces; ℓ'' may jump only between them.
              Exact above = 0;
              constexpr int pieces = 2000;
              const auto slope = [&](Exact t) {
                return Exact{loss.derivative(static_cast<double>(z + t))} - loss.derivative(z);
              };
              for (int k = 0; k < pieces; ++k) {
                const Exact from = Exact{s} * k / pieces;
                const Exact to = Exact{s} * (k + 1) / pieces;
                above += (to - from) / 6 * (slope(from) + 4 * slope((from + to) / 2) + slope(to));
              }
              const double rounding = 1e-15 * std::abs(s) * std::abs(loss.derivative(z));
              CHECK(std::abs(loss.above_tangent(z, s) - static_cast<double>(above)) <=
                    1e-3 * static_cast<double>(above) + rounding);
            }
          }
        }
      }
    });
  }
}
