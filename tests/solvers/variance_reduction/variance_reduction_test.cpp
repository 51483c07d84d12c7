#include <cmath>

#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/variance_reduction/lazy_proximal_steps.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// SAGA and L-SVRG as printed, on dense vectors.
class DensePeer {
 public:
  DensePeer(const Problem& problem, double share) : problem_(problem), rows_(dense(problem.rows())) {
    w.assign(rows_.front().size(), 0.0);
    double largest = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      largest = std::max(largest, weight(i) * product(rows_[i], rows_[i]));
      phi_.push_back(derivative(i));
    }
    gamma_ = share / (largest * with_smooth_loss(problem, [](const auto& loss) { return loss.curvature; }));
    sum_gradient();
  }

  /// A step along row i; for SAGA it also changes φ and g.
  void step(std::size_t i, bool is_saga) {
    const double change = derivative(i) - phi_[i];
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double moved = w[j] - gamma_ * (change * rows_[i][j] + g_[j]);
      w[j] = problem_.regularizer() == RegularizerKind::l1 ? L1::prox(moved, gamma_ * problem_.lambda())
                                                           : L2::prox(moved, gamma_ * problem_.lambda());
      if (is_saga) g_[j] += change * rows_[i][j] / problem_.m();
    }
    if (is_saga) phi_[i] += change;
  }

  /// Makes w the reference point.
  void move_reference() {
    for (std::size_t i = 0; i < rows_.size(); ++i) phi_[i] = derivative(i);
    sum_gradient();
  }

  Vector w;

 private:
  double weight(std::size_t i) const { return problem_.row_weight(static_cast<Index>(i)); }

  double derivative(std::size_t i) const {
    const double z = product(rows_[i], w) - problem_.target(static_cast<Index>(i));
    return weight(i) * with_smooth_loss(problem_, [&](const auto& loss) { return loss.derivative(z); });
  }

  void sum_gradient() {
    g_.assign(w.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t j = 0; j < w.size(); ++j) g_[j] += phi_[i] * rows_[i][j] / problem_.m();
    }
  }

  const Problem& problem_;
  Dense rows_;
  Vector phi_;
  Vector g_;
  double gamma_;
};

/// Calls `check` for every loss and regulariser, with and without row weights.
template <class Check>
void for_each_problem(const Check& check) {
  for (const LossKind loss : smooth_losses) {
    for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
      for (const bool weighted : {false, true}) {
        CAPTURE(name_of(loss), name_of(kind), weighted);
        Sample sample = random_sample_for(loss, 55, 12, 5, 0.9);
        Random random(56);
        for (int i = 0; weighted && i < 12; ++i) sample.row_weights.push_back(0.3 + 3 * random.uniform());
        check(Problem(sample, loss, kind, 0.02));
      }
    }
  }
}

}  // namespace

TEST_CASE("SAGA and L-SVRG: steps that are too long end as diverged") {
  const Sample sample{sample_of({{1}}).rows, {1}};
  for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
    const Problem problem(sample, LossKind::squared, kind, 0.02);
    for (const char* const name : {"saga", "loopless_svrg"}) {
      CAPTURE(name, name_of(kind));
      const auto solver = start(name, problem, {{"step", 10.0}});
      CHECK(advance_to(*solver, 2000).status == Status::diverged);
    }
  }
}

TEST_CASE("SAGA: its steps are the paper's") {
  for_each_problem([](const Problem& problem) {
    DensePeer peer(problem, 1.0 / 3);
    LineOrder order(problem.rows(), all_lines(12), LineOrder::Kind::uniform, Random(1));
    const auto solver = start("saga", problem);
    for (std::uint64_t t = 1; t <= 150; ++t) {
      peer.step(static_cast<std::size_t>(order.next()), true);
      advance_to(*solver, t);
      REQUIRE(difference(weights_of(*solver, problem), peer.w) < 1e-9);
    }
  });
}

TEST_CASE("L-SVRG: its steps and reference points are the paper's, and each walk counts") {
  for_each_problem([](const Problem& problem) {
    DensePeer peer(problem, 1.0 / 6);
    Random random(1);
    Random coin(random.bits());
    LineOrder order(problem.rows(), all_lines(12), LineOrder::Kind::uniform, random);
    // Tosses of a coin, with success probability 1/m, up to the first success.
    const auto steps_to_reference = [&] {
      return 1 + static_cast<std::uint64_t>(std::log(1 - coin.uniform()) / std::log(1 - 1.0 / problem.m()));
    };
    std::uint64_t next_reference = steps_to_reference();
    const auto solver = start("loopless_svrg", problem);
    const auto nonzeros = static_cast<std::uint64_t>(problem.rows().nonzeros());
    std::uint64_t walks = 1;  // for the first g
    std::uint64_t gaps = 0;   // three walks each
    std::uint64_t next_gap = 16 * nonzeros;
    std::uint64_t entries = 0;
    for (std::uint64_t t = 1; t <= 150; ++t) {
      const auto i = order.next();
      peer.step(static_cast<std::size_t>(i), false);
      const Progress progress = advance_to(*solver, t);
      if (const std::uint64_t before = entries + (walks + 3 * gaps) * nonzeros; before >= next_gap) {
        next_gap = 2 * before;
        ++gaps;
      }
      entries += problem.rows()[i].size();
      CHECK(progress.entries_touched == entries + (walks + 3 * gaps) * nonzeros);
      REQUIRE(difference(weights_of(*solver, problem), peer.w) < 1e-9);
      if (t != next_reference) continue;
      peer.move_reference();
      walks += 2;
      next_reference += steps_to_reference();
    }
  });
}

TEST_CASE("lazy steps: many steps of drift and threshold at once are those steps one by one") {
  Random random(51);
  for (int k = 0; k < 5000; ++k) {
    const double w = random.below(5) == 0 ? 0 : random.normal();
    const double drift = random.below(5) == 0 ? 0 : 0.2 * random.normal();
    const double kappa = 0.1 * random.uniform();
    const auto steps = static_cast<int>(1 + random.below(40));
    double expected = w;
    for (int step = 0; step < steps; ++step) expected = soft_threshold(expected - drift, kappa);
    CAPTURE(w, drift, kappa, steps);
    REQUIRE(drift_and_threshold(w, drift, kappa, steps) == Approx(expected).margin(1e-12));
  }
}

TEST_CASE("lazy steps: they are the dense ones") {
  const Sample sample = random_sample(52, 30, 8, 0.2);
  const SparseMatrix& rows = sample.rows;
  const Dense matrix = dense(rows);
  constexpr double gamma = 0.2;
  constexpr double lambda = 0.05;
  const auto check = [&](auto regularizer) {
    using Regularizer = decltype(regularizer);
    Random random(53);
    LazyProximalSteps<Regularizer> lazy(8, gamma, lambda);
    Vector w(8, 0.0);
    Vector g(8, 0.0);
    for (int step = 0; step < 3000; ++step) {
      if (step % 700 == 0) {
        const Vector c = random_vector(matrix.size(), 0.05, random);
        lazy.set_gradient(rows, [&](Index i) { return c[static_cast<std::size_t>(i)]; });
        std::fill(g.begin(), g.end(), 0.0);
        for (std::size_t i = 0; i < matrix.size(); ++i) {
          for (std::size_t j = 0; j < g.size(); ++j) g[j] += c[i] * matrix[i][j];
        }
      }
      const auto i = static_cast<Index>(random.below(matrix.size()));
      const Vector& row = matrix[static_cast<std::size_t>(i)];
      REQUIRE(lazy.dot(rows[i]) == Approx(product(row, w)).margin(1e-9));
      const double change = 0.3 * random.normal();
      lazy.step(rows[i], change, 0.01);
      for (std::size_t j = 0; j < w.size(); ++j) {
        w[j] = Regularizer::prox(w[j] - gamma * (change * row[j] + g[j]), gamma * lambda);
        g[j] += 0.01 * change * row[j];
      }
      Vector found(8);
      lazy.weights(found);
      REQUIRE(difference(found, w) < 1e-9);
    }
  };
  check(L1{});
  check(L2{});
}

TEST_CASE("SAGA and L-SVRG: they prove the optimum of every problem that they solve") {
  for (const char* method : {"saga", "loopless_svrg"}) {
    for (const LossKind loss : smooth_losses) {
      for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
        CAPTURE(method, name_of(loss), name_of(kind));
        const Sample sample = random_sample_for(loss, 54, 60, 8);
        const Problem problem(sample, loss, kind, 0.02);
        const auto solver = start(method, problem);
        const Progress progress = advance_passes(*solver, problem, 20'000);
        CHECK(progress.status == Status::converged);
        CHECK(certified_gap(*solver, problem) <= 1e-8);
      }
    }
  }
}
