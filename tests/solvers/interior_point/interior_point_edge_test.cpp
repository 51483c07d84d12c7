// Degenerate problems, and changes of the data that must not change the certified optimum or must change it
// in a known way.

#include <functional>

#include "solvers/problem/loss.hpp"
#include "tests/solvers/interior_point/interior_point_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Rows with targets, or with labels multiplied in.
Sample sample_with(const Dense& rows, const Vector& targets = {}) {
  Sample sample = sample_of(rows);
  if (!targets.empty()) sample.labels = targets;
  return sample;
}

/// Rows and targets that are multiples of 1/8: powers of two scale them exactly, also as floats.
Sample coarse_sample(LossKind loss, std::uint64_t seed, Index m, Index n) {
  const Sample sample = random_sample_for(loss, seed, m, n, 0.6);
  Dense rows = dense(sample.rows);
  for (Vector& row : rows) {
    for (double& value : row) value = std::round(8 * value) / 8;
  }
  Vector targets = sample.labels;
  for (double& target : targets) target = std::round(8 * target) / 8;
  return sample_with(rows, targets);
}

Optimum certified(const Sample& sample, LossKind loss, RegularizerKind kind, double lambda,
                  double epsilon = 0.125) {
  return test::certified(Problem(sample, loss, kind, lambda, {.epsilon = epsilon}));
}

constexpr LossKind hinge = LossKind::hinge;
constexpr LossKind svr = LossKind::epsilon_insensitive;
constexpr RegularizerKind l1 = RegularizerKind::l1;
constexpr RegularizerKind l2 = RegularizerKind::l2;

}  // namespace

TEST_CASE("interior point: one row and one column have a closed form, hinge") {
  for (const double z : {0.5, 2.0, -4.0}) {
    for (const double lambda : {1e-4, 0.1, 0.9, 3.0, 100.0}) {
      CAPTURE(z, lambda);
      // L1: w = 1/z pays λ/|z|, w = 0 pays 1.
      const Optimum under_l1 = certified(sample_of({{z}}), hinge, l1, lambda);
      CHECK(under_l1.objective == Approx(std::min(1.0, lambda / std::abs(z))).epsilon(1e-9));
      CHECK(under_l1.w[0] == Approx(lambda < std::abs(z) ? 1 / z : 0).margin(1e-9));
      // L2: w = z/λ unless that is beyond the margin.
      const Optimum under_l2 = certified(sample_of({{z}}), hinge, l2, lambda);
      const double w = z * z < lambda ? z / lambda : 1 / z;
      CHECK(under_l2.w[0] == Approx(w).epsilon(1e-4));
      CHECK(under_l2.objective == Approx(lambda * w * w / 2 + std::max(0.0, 1 - z * w)).epsilon(1e-9));
    }
  }
}

// |x w − y| − ε is reduced to 0, or until the penalty rises faster.
TEST_CASE("interior point: one row and one column have a closed form, SVR") {
  for (const double x : {0.5, -4.0}) {
    for (const double y : {3.0, -0.75}) {
      for (const double epsilon : {0.0, 0.25}) {
        for (const double lambda : {1e-4, 0.1, 0.9, 3.0, 100.0}) {
          CAPTURE(x, y, epsilon, lambda);
          const Sample sample = sample_with({{x}}, {y});
          const double full = std::copysign((std::abs(y) - epsilon) / std::abs(x), x * y);
          const Optimum under_l1 = certified(sample, svr, l1, lambda, epsilon);
          CHECK(under_l1.w[0] == Approx(lambda < std::abs(x) ? full : 0).margin(1e-8));
          CHECK(under_l1.objective ==
                Approx(std::min(lambda / std::abs(x), 1.0) * (std::abs(y) - epsilon)).epsilon(1e-9));
          const Optimum under_l2 = certified(sample, svr, l2, lambda, epsilon);
          const double partial = std::copysign(std::abs(x) / lambda, x * y);
          const double w = std::abs(partial) < std::abs(full) ? partial : full;
          CHECK(under_l2.w[0] == Approx(w).epsilon(1e-4));
          const double loss = std::max(0.0, std::abs(x * w - y) - epsilon);
          CHECK(under_l2.objective == Approx(lambda * w * w / 2 + loss).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("interior point: where w = 0 is optimal under L1 it is exactly 0, at once") {
  for (const LossKind loss : both_losses) {
    const Sample sample = random_sample_for(loss, 31, 40, 6, 0.6);
    const Problem any(sample, loss, l1, 1, {.epsilon = 0.125});
    Vector a = any.arguments_at_zero();
    with_loss(loss, any.epsilon(), [&](auto function) {
      for (double& a_i : a) a_i = -function.derivative(a_i);
    });
    double threshold = 0;
    for (const double v_j : mean_row(any, a)) threshold = std::max(threshold, std::abs(v_j));
    for (const double factor : {1.0 + 1e-12, 1.5, 1e4}) {
      const Optimum optimum = certified(sample, loss, l1, factor * threshold);
      CHECK(optimum.w == Vector(6, 0.0));
      CHECK(optimum.a == a);
      CHECK(optimum.iterations == 0);
    }
    CHECK(certified(sample, loss, l1, 0.99 * threshold).w != Vector(6, 0.0));
  }
  const Optimum cancels = certified(sample_of({{1, 2}, {-1, -2}}), hinge, l2, 0.1);
  CHECK(cancels.w == Vector(2, 0.0));
  CHECK(cancels.objective == 1);
}

TEST_CASE("interior point, SVR: no target outside the tube costs nothing, one just outside is noticed") {
  Sample sample = random_regression_sample(131, 40, 6, 0.6);
  double largest = 0;
  for (const double target : sample.labels) largest = std::max(largest, std::abs(target));
  for (const RegularizerKind kind : both_regularizers) {
    for (const double epsilon : {largest, 10 * largest}) {
      const Optimum optimum = certified(sample, svr, kind, 0.01, epsilon);
      CHECK(optimum.w == Vector(6, 0.0));
      CHECK(optimum.a == Vector(40, 0.0));
      CHECK(optimum.objective == 0);
      CHECK(optimum.iterations == 0);
    }
    CHECK(certified(sample, svr, kind, 1e-4, 0.99 * largest).objective > 0);
  }
  std::fill(sample.labels.begin(), sample.labels.end(), 0.0);
  CHECK(certified(sample, svr, l1, 0.01, 0).w == Vector(6, 0.0));
  // At w = 0 the first row is at the tube's edge, where its a may be anything from 0 to 1: 0 is infeasible, ½
  // and more is feasible.
  const Optimum between = certified(sample_with({{1}, {1}}, {0.5, -2}), svr, l1, 0.25, 0.5);
  CHECK(between.w == Vector(1, 0.0));
  CHECK(between.objective == Approx(0.75).epsilon(1e-10));
  CHECK(between.a[0] > 0.499);
}

TEST_CASE("interior point: degenerate problems are certified") {
  const Dense rows = dense(coarse_sample(hinge, 33, 40, 5).rows);
  Dense odd = rows;
  for (Vector& row : odd) {
    row.push_back(0);       // an empty column
    row.push_back(row[1]);  // a copy of column 1
  }
  for (int copy = 0; copy < 5; ++copy) odd.push_back(odd[3]);
  odd.push_back(Vector(7, 0.0));
  odd.push_back(Vector(7, 0.0));
  Random random(5);
  Vector odd_targets = random_vector(odd.size(), 2, random);
  for (std::size_t i = 40; i < 45; ++i) odd_targets[i] = odd_targets[3];
  odd_targets.back() = 0.05;
  Dense one_class = rows;
  for (Vector& row : one_class) row[0] = 6;
  Vector exact;
  for (const Vector& row : rows) exact.push_back(product(row, {1, -2, 0, 0.5, 3}));

  struct Case {
    const char* what;
    LossKind loss;
    Sample sample;
    double epsilon = 0.125;
  };
  const std::vector<Case> cases{
      {"separable", hinge, sample_of({{1, 0.5, 0}, {2, -1, 0.3}, {0.7, 0.2, -0.1}, {1.5, 0, 1}})},
      {"one class", hinge, sample_of(one_class)},
      {"one row", hinge, sample_of({{0.5, -2, 0, 1, 3, 0.25}})},
      {"one column", hinge, sample_of({{1}, {2}, {-1}, {0.5}, {3}})},
      {"empty and duplicated lines", hinge, sample_of(odd)},
      {"one row", svr, sample_with({{0.5, -2, 0, 1, 3, 0.25}}, {7})},
      {"one column", svr, sample_with({{1}, {2}, {-1}, {0.5}, {3}}, {1, 2, 3, 4, 5})},
      {"empty and duplicated lines", svr, sample_with(odd, odd_targets)},
      {"rows that fit exactly", svr, sample_with(rows, exact)},
      {"contradictions", svr, sample_with({{1, 2}, {1, 2}, {1, 2}}, {1, -1, 5})},
      {"opposites", svr, sample_with({{1, 2}, {-1, -2}}, {1, -1})},
      {"no tube", svr, coarse_sample(svr, 134, 60, 8), 0},
      {"no tube, sparse", svr, random_regression_sample(135, 200, 20, 0.3), 0},
      {"narrow tube", svr, random_regression_sample(137, 100, 8, 0.5), 1e-14},
      {"wide tube", svr, random_regression_sample(137, 100, 8, 0.5), 5}};
  for (const Case& each : cases) {
    for (const RegularizerKind kind : both_regularizers) {
      for (const double lambda : {1e-3, 0.02, 0.1}) {
        CAPTURE(each.what, name_of(each.loss), name_of(kind), lambda);
        const Optimum optimum = certified(each.sample, each.loss, kind, lambda, each.epsilon);
        if (optimum.w.size() != 7) continue;
        CHECK(std::abs(optimum.w[5]) < 1e-6);
        if (kind == l1) CHECK(optimum.w[5] == 0);
      }
    }
  }
}

TEST_CASE("interior point: from tiny to huge lambda a right answer or a clear status") {
  for (const LossKind loss : both_losses) {
    const Sample sample = coarse_sample(loss, 35, 60, 8);
    for (const RegularizerKind kind : both_regularizers) {
      for (const double epsilon : {0.0, 0.1}) {
        if (loss == hinge && epsilon == 0) continue;
        for (double lambda = 1e-8 / 60; lambda < 2e4; lambda *= 10) {
          CAPTURE(name_of(loss), name_of(kind), epsilon, lambda);
          const Optimum optimum =
              solve_by_interior_point(Problem(sample, loss, kind, lambda, {.epsilon = epsilon}));
          CHECK((optimum.status == Status::converged || optimum.status == Status::stalled));
          if (optimum.status == Status::converged) CHECK(optimum.gap < certified_to);
          if (lambda > 1e-6) CHECK(optimum.status == Status::converged);
        }
      }
    }
  }
}

TEST_CASE("interior point: columns and targets of very different size") {
  const Dense rows{{1e6, 0, 1}, {0, 1e-6, 2}, {-1e6, 1e-6, -1}, {5e5, -2e-6, 0.5}};
  const Sample sample = coarse_sample(svr, 141, 60, 8);
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {1e-3, 0.1, 10.0}) {
      CAPTURE(name_of(kind), lambda);
      CHECK(solve_by_interior_point(Problem(sample_of(rows), hinge, kind, lambda)).gap < 1e-6);
    }
    const auto with_targets = [&](const std::function<double(double)>& change) {
      Sample changed = sample;
      for (double& target : changed.labels) target = change(target);
      return changed;
    };
    for (const double offset : {1e3, 1e6})
      certified(with_targets([&](double target) { return target + offset; }), svr, kind, 0.01);
    for (const double epsilon : {0.1, 1e4, 1e7})
      certified(with_targets([](double target) { return 1e7 * target; }), svr, kind, 0.01, epsilon);
    Sample outlier = sample;
    outlier.labels[7] = 1e8;
    certified(outlier, svr, kind, 0.01);
  }
}

TEST_CASE("interior point: changes of the data that change the optimum in a known way") {
  /// F = objective · F_before, w_j = weight · w_before[of[j]]; factors of λ and ε.
  struct Change {
    const char* what;
    std::function<void(Dense&, Vector&)> make;
    double l1 = 1;  ///< factor of λ
    double l2 = 1;
    double epsilon = 1;
    double objective = 1;
    double weight = 1;
    bool of_targets = false;
    std::vector<std::size_t> of = {};
  };
  const auto all = [](double factor) {
    return [factor](Dense& rows, Vector&) {
      for (Vector& row : rows) {
        for (double& value : row) value *= factor;
      }
    };
  };
  const auto targets = [](double factor) {
    return [factor](Dense&, Vector& y) {
      for (double& y_i : y) y_i *= factor;
    };
  };
  const std::vector<Change> changes{
      // F(w) is a mean over the rows.
      {"every row twice",
       [](Dense& rows, Vector& y) {
         const Dense once = rows;
         const Vector once_y = y;
         rows.insert(rows.end(), once.begin(), once.end());
         y.insert(y.end(), once_y.begin(), once_y.end());
       }},
      {.what = "columns permuted",
       .make =
           [](Dense& rows, Vector&) {
             for (Vector& row : rows) row = {row[5], row[2], row[7], row[0], row[1], row[6], row[4], row[3]};
           },
       .of = {5, 2, 7, 0, 1, 6, 4, 3}},
      {.what = "columns flipped", .make = all(-1), .weight = -1},
      // With u = c w:  λ‖w‖₁ = (λ/c)‖u‖₁,  λ‖w‖²/2 = (λ/c²)‖u‖²/2,  (cZ) w = Z u.
      {.what = "rows / 4", .make = all(0.25), .l1 = 0.25, .l2 = 0.0625, .weight = 4},
      {.what = "rows * 16", .make = all(16), .l1 = 16, .l2 = 256, .weight = 1.0 / 16},
      // With y' = c y, ε' = |c| ε and u = c w the loss is |c| ℓ.
      {.what = "targets * -1", .make = targets(-1), .weight = -1, .of_targets = true},
      {.what = "targets * 1024",
       .make = targets(1024),
       .l2 = 1.0 / 1024,
       .epsilon = 1024,
       .objective = 1024,
       .weight = 1024,
       .of_targets = true}};
  for (const Change& change : changes) {
    for (const LossKind loss : both_losses) {
      if (change.of_targets && loss == hinge) continue;
      for (const RegularizerKind kind : both_regularizers) {
        CAPTURE(change.what, name_of(loss), name_of(kind));
        const Sample sample = coarse_sample(loss, 36, 60, 8);
        Dense rows = dense(sample.rows);
        Vector y = sample.labels;
        change.make(rows, y);
        const Optimum before = certified(sample, loss, kind, 0.03);
        const Optimum after = certified(sample_with(rows, y), loss, kind,
                                        0.03 * (kind == l1 ? change.l1 : change.l2), 0.125 * change.epsilon);
        CHECK(after.objective == Approx(change.objective * before.objective).epsilon(2e-10));
        for (std::size_t j = 0; j < 8; ++j) {
          const double expected = before.w[change.of.empty() ? j : change.of[j]];
          CHECK(after.w[j] / change.weight == Approx(expected).margin(1e-4));
        }
      }
    }
  }
}

TEST_CASE("interior point: a second copy of a column under L1 only shares its weight") {
  const Dense rows = dense(coarse_sample(hinge, 34, 50, 6).rows);
  Dense doubled = rows;
  for (Vector& row : doubled) row.push_back(row[0]);
  const Optimum once = certified(sample_of(rows), hinge, l1, 0.02);
  const Optimum twice = certified(sample_of(doubled), hinge, l1, 0.02);
  CHECK(twice.objective == Approx(once.objective).epsilon(1e-9));
  CHECK(twice.w[0] + twice.w[6] == Approx(once.w[0]).margin(1e-6));
}

// k rows without entries always lose 1 each: (m + k) F'(w) = m F(w) + k for λ' = λ m/(m + k).
TEST_CASE("interior point: empty rows add their loss and nothing else") {
  const Dense rows = dense(coarse_sample(hinge, 39, 30, 6).rows);
  Dense more = rows;
  for (int k = 0; k < 10; ++k) more.push_back(Vector(6, 0.0));
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum without = certified(sample_of(rows), hinge, kind, 0.04);
    const Optimum with = certified(sample_of(more), hinge, kind, 0.03);
    CHECK(40 * with.objective == Approx(30 * without.objective + 10).epsilon(2e-10));
    CHECK(difference(with.w, without.w) < 1e-4);
  }
}

// max(0, |x·w − y| − ε) with y = 1 + ε is max(0, 1 − x·w) wherever x·w ≤ 1 + 2ε.
TEST_CASE("interior point, SVR: where only one side of the tube matters it is the hinge loss") {
  const Sample classes = random_sample(144, 80, 6, 0.5);
  Sample regression = classes;
  std::fill(regression.labels.begin(), regression.labels.end(), 51.0);
  for (const double lambda : {0.02, 0.1}) {
    const Optimum expected = certified(classes, hinge, l1, lambda);
    const Optimum optimum = certified(regression, svr, l1, lambda, 50);
    CHECK(optimum.objective == Approx(expected.objective).epsilon(2e-10));
    CHECK(difference(optimum.w, expected.w) < 1e-4);
  }
}
