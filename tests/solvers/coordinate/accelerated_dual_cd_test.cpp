#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

double weight_of(const Problem& problem, std::size_t i) {
  return problem.row_weight(static_cast<Index>(i));
}

double squares(const Vector& row) {
  return product(row, row);
}

/// Algorithm 2 of Lin, Lu and Xiao (2015) with γ₀ = μ, on dense vectors, with steps by search. α, y and ζ
/// (their x, y and z) belong to the dual in the scale of F/λ. The smooth part takes as much of the losses'
/// curvature in the dual as makes its convexity along each coordinate μ, relative to the curvature. For hinge
/// this is the first stage, in which ℓ*(−a_i) gets the additional term ½ · ½ a_i².
class DenseApcg {
 public:
  explicit DenseApcg(const Problem& problem)
      : problem_(problem), rows_(dense(problem.rows())), alpha(rows_.size(), 0.0), zeta_(alpha) {
    double largest = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double sharpest =
          is_hinge() ? 1 / first_mu
                     : with_smooth_loss(problem, [](const auto& loss) { return loss.curvature; });
      largest = std::max(largest, scale(i) * squares(rows_[i]) * sharpest);
    }
    mu_ = 1 / (1 + largest);
  }

  double mu() const { return mu_; }

  void step(std::size_t i) {
    const double N = static_cast<double>(rows_.size());
    const double rate = std::sqrt(mu_) / N;
    Vector y(alpha.size());
    Vector w(rows_.front().size(), 0.0);
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k] = (alpha[k] + rate * zeta_[k]) / (1 + rate);
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += y[k] * rows_[k][j];
    }
    const double convexity = mu_ / (1 - mu_) * squares(rows_[i]);  // of the smooth part
    const double curvature = squares(rows_[i]) + convexity;        // L_i
    const double slope = product(rows_[i], w) - problem_.target(static_cast<Index>(i)) + convexity * y[i];
    const double centre = (1 - rate) * zeta_[i] + rate * y[i];
    const double next = with_loss(problem_.loss(), problem_.epsilon(), [&](const auto& loss) {
      const double s = scale(i);
      const auto model = [&](double b) {
        return N * rate * curvature / 2 * std::pow(b - centre, 2) + slope * b - s * loss.dual_term(b / s) +
               ((is_hinge() ? first_mu / s : 0) - convexity) / 2 * b * b;
      };
      return minimise(model, s * loss.clip_dual(-100), s * loss.clip_dual(100));
    });
    for (std::size_t k = 0; k < y.size(); ++k) {
      const double before = zeta_[k];
      zeta_[k] = k == i ? next : (1 - rate) * zeta_[k] + rate * y[k];
      alpha[k] = y[k] + N * rate * (zeta_[k] - before) + N * rate * rate * (before - y[k]);
    }
  }

  /// C c_i: α_i = C c_i a_i.
  double scale(std::size_t i) const { return problem_.c() * weight_of(problem_, i); }

 private:
  static constexpr double first_mu = 0.5;
  bool is_hinge() const { return problem_.loss() == LossKind::hinge; }

  const Problem& problem_;
  Dense rows_;
  double mu_;

 public:
  Vector alpha;

 private:
  Vector zeta_;
};

}  // namespace

TEST_CASE("accelerated dual CD: its steps are the paper's, with and without weights of rows") {
  for (const LossKind loss : hinge_and_smooth_losses) {
    for (const bool weighted : {false, true}) {
      CAPTURE(name_of(loss), weighted);
      Sample sample = random_sample_for(loss, 191, 12, 5, 0.9);
      Random random(192);
      for (int i = 0; weighted && i < 12; ++i) sample.row_weights.push_back(0.3 + 3 * random.uniform());
      const Problem problem(sample, loss, RegularizerKind::l2, 0.02);
      DenseApcg peer(problem);
      LineOrder order(sample.rows, all_lines(12), LineOrder::Kind::uniform, Random(1));
      const auto solver = start("accelerated_dual_cd", problem);
      for (std::uint64_t t = 1; t <= 150; ++t) {
        peer.step(static_cast<std::size_t>(order.next()));
        advance_to(*solver, t);
        const auto a = solver->dual();
        Vector w(5, 0.0);
        for (std::size_t i = 0; i < 12; ++i) {
          REQUIRE((*a)[i] * peer.scale(i) == Approx(peer.alpha[i]).margin(1e-5));
          add(sample.rows[static_cast<Index>(i)], peer.alpha[i], w.data());
        }
        REQUIRE(difference(weights_of(*solver, problem), w) < 1e-5);
      }
    }
  }
}

TEST_CASE("accelerated dual CD: its weights are those of its a, in every stage") {
  for (const LossKind loss : hinge_and_smooth_losses) {
    CAPTURE(name_of(loss));
    const Sample sample = random_sample_for(loss, 194, 40, 6, 0.9);
    const Problem problem(sample, loss, RegularizerKind::l2, 0.01);
    const auto solver = start("accelerated_dual_cd", problem);
    for (const double passes : {1, 10, 100, 1000}) {
      advance_passes(*solver, problem, passes);
      const auto a = solver->dual();
      Vector w(6, 0.0);
      for (Index i = 0; i < 40; ++i)
        add(problem.rows()[i], problem.c() * (*a)[static_cast<std::size_t>(i)], w.data());
      CHECK(difference(weights_of(*solver, problem), w) < 1e-9);
    }
  }
}

TEST_CASE("accelerated dual CD: a stays in its domain, and D converges as the theorem says") {
  for (const LossKind loss : smooth_losses) {
    for (const double lambda : {1e-1, 1e-3}) {
      CAPTURE(name_of(loss), lambda);
      const Sample sample = random_sample_for(loss, 193, 40, 6, 0.9);
      const Problem problem(sample, loss, RegularizerKind::l2, lambda);
      const auto best = start("accelerated_dual_cd", problem, {{"tolerance", 1e-14}});
      advance_passes(*best, problem, 200'000);
      REQUIRE(certified_gap(*best, problem) < 1e-12);
      const double optimum = problem.lower_bound(*best->dual());
      const double rate = 1 - std::sqrt(DenseApcg(problem).mu()) / 40;
      const auto distance = [&](std::uint64_t steps) {
        double sum = 0;  // a mean over runs, as in the theorem
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const auto solver = start("accelerated_dual_cd", problem, {{"tolerance", 0.0}}, seed);
          advance_to(*solver, steps);
          const auto a = solver->dual();
          with_smooth_loss(problem, [&](const auto& of_row) {
            for (const double a_i : *a) REQUIRE(a_i == Approx(of_row.clip_dual(a_i)).margin(1e-14));
          });
          sum += optimum - problem.lower_bound(*a);
        }
        return sum;
      };
      const auto steps = static_cast<std::uint64_t>(std::log(1e-4) / std::log(rate));
      CHECK(distance(2 * steps) <= 1e-4 * distance(steps) + 1e-14 * optimum);
    }
  }
}
