#include <cmath>

#include "solvers/linear_algebra/line_order.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Algorithm 1 of Zhang and Xiao (2017) on dense vectors, with steps in a by search; y_i = −c_i a_i there.
/// For hinge this is the first stage, in which ℓ*(−a_i) gets the additional term ½μ a_i².
class DenseSpdc {
 public:
  DenseSpdc(const Problem& problem, double gamma)
      : problem_(problem),
        mu_(problem.loss() == LossKind::hinge ? gamma : 0),
        rows_(dense(problem.rows())),
        w(rows_.front().size(), 0.0),
        a(rows_.size(), 0.0),
        u_(w),
        ahead_(w) {
    double longest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) longest = std::max(longest, weight(i) * squares(i));
    const double R = std::sqrt(longest);
    const double m = static_cast<double>(a.size());
    tau_ = std::sqrt(gamma / (m * problem.lambda())) / (2 * R);
    theta_ = 1 - 1 / (m + R * std::sqrt(m / (problem.lambda() * gamma)));
  }

  double theta() const { return theta_; }

  void step(std::size_t i) {
    const double c = weight(i);
    const double sigma = 1 / (4 * tau_ * squares(i));
    const double z = product(rows_[i], ahead_) - problem_.target(static_cast<Index>(i));
    const double next = with_loss(problem_.loss(), problem_.epsilon(), [&](const auto& loss) {
      const auto rise = [&](double b) {
        return c * (z * b - loss.dual_term(b) + mu_ / 2 * b * b) + std::pow(c * (b - a[i]), 2) / (2 * sigma);
      };
      return minimise(rise, loss.clip_dual(-100), loss.clip_dual(100));
    });
    const double m = static_cast<double>(a.size());
    const double change = -c * (next - a[i]);
    a[i] = next;
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double before = w[j];
      w[j] = (w[j] - tau_ * (u_[j] + change * rows_[i][j])) / (1 + tau_ * problem_.lambda());
      u_[j] += change * rows_[i][j] / m;
      ahead_[j] = w[j] + theta_ * (w[j] - before);
    }
  }

 private:
  double weight(std::size_t i) const { return problem_.row_weight(static_cast<Index>(i)); }
  double squares(std::size_t i) const { return product(rows_[i], rows_[i]); }

  const Problem& problem_;
  double mu_;
  Dense rows_;

 public:
  Vector w;
  Vector a;

 private:
  Vector u_;
  Vector ahead_;
  double tau_;
  double theta_;
};

/// The strong convexity of ℓ*, or its substitute in the first stage of hinge.
double convexity_of(const Problem& problem) {
  if (problem.loss() == LossKind::hinge) return 0.5;
  return with_smooth_loss(problem, [](const auto& loss) { return 1 / loss.curvature; });
}

}  // namespace

TEST_CASE("SPDC: its steps are the paper's, with and without weights of rows") {
  for (const LossKind loss : hinge_and_smooth_losses) {
    for (const bool weighted : {false, true}) {
      CAPTURE(name_of(loss), weighted);
      Sample sample = random_sample_for(loss, 91, 12, 5, 0.9);
      Random random(92);
      for (int i = 0; weighted && i < 12; ++i) sample.row_weights.push_back(0.3 + 3 * random.uniform());
      const Problem problem(sample, loss, RegularizerKind::l2, 0.02);
      DenseSpdc peer(problem, convexity_of(problem));
      LineOrder order(sample.rows, all_lines(12), LineOrder::Kind::uniform, Random(1));
      const auto solver = start("spdc", problem);
      for (std::uint64_t t = 1; t <= 150; ++t) {
        peer.step(static_cast<std::size_t>(order.next()));
        advance_to(*solver, t);
        REQUIRE(difference(weights_of(*solver, problem), peer.w) < 1e-6);
        const auto a = solver->dual();
        REQUIRE(difference({a->begin(), a->end()}, peer.a) < 1e-6);
      }
    }
  }
}

TEST_CASE("SPDC: w and a converge at least as fast as the theorem says") {
  for (const LossKind loss : smooth_losses) {
    for (const double lambda : {1e-1, 1e-3}) {
      CAPTURE(name_of(loss), lambda);
      const Sample sample = random_sample_for(loss, 93, 40, 6, 0.9);
      const Problem problem(sample, loss, RegularizerKind::l2, lambda);
      const auto best = start("spdc", problem, {{"tolerance", 1e-14}});
      advance_passes(*best, problem, 200'000);
      REQUIRE(certified_gap(*best, problem) < 1e-12);
      const Vector optimum = weights_of(*best, problem);
      const double theta = DenseSpdc(problem, convexity_of(problem)).theta();
      const auto distance = [&](std::uint64_t steps) {
        double sum = 0;  // a mean over runs, as in the theorem
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const auto solver = start("spdc", problem, {{"tolerance", 0.0}}, seed);
          advance_to(*solver, steps);
          const Vector w = weights_of(*solver, problem);
          for (std::size_t j = 0; j < w.size(); ++j) sum += std::pow(w[j] - optimum[j], 2);
        }
        return sum;
      };
      const auto steps = static_cast<std::uint64_t>(std::log(1e-4) / std::log(theta));
      CHECK(distance(2 * steps) <= 1e-4 * distance(steps));
    }
  }
}

TEST_CASE("accelerated methods: they prove the optimum of every problem that they solve") {
  for (const char* method : {"spdc", "accelerated_dual_cd"}) {
    for (const Capability& solved : find_method(method).solves) {
      for (const double lambda : {1e-3, 0.02, 100.0}) {
        CAPTURE(method, name_of(solved.loss), lambda);
        const Sample sample = random_sample_for(solved.loss, 94, 60, 8);
        const Problem problem(sample, solved.loss, solved.regularizer, lambda);
        const auto solver = start(method, problem);
        CHECK(advance_passes(*solver, problem, 100'000).status == Status::converged);
        CHECK(certified_gap(*solver, problem) <= 1e-8);
      }
    }
  }
}

TEST_CASE("accelerated methods: rows without entries or weight change nothing but constants") {
  for (const char* method : {"spdc", "accelerated_dual_cd"}) {
    for (const Capability& solved : find_method(method).solves) {
      CAPTURE(method, name_of(solved.loss));
      const Sample without = random_sample_for(solved.loss, 95, 30, 4, 0.8);
      Dense rows = dense(without.rows);
      rows.insert(rows.begin() + 5, Vector(4, 0.0));
      rows.insert(rows.begin() + 9, Vector(4, 30.0));
      Sample with = sample_of(rows);
      with.labels = without.labels;
      with.labels.insert(with.labels.begin() + 5, 0.7);
      with.labels.insert(with.labels.begin() + 9, 900.0);
      with.row_weights.assign(32, 1.0);
      with.row_weights[9] = 0;
      const Problem small(without, solved.loss, RegularizerKind::l2, 0.1 / 30);
      const Problem large(with, solved.loss, RegularizerKind::l2, 0.1 / 32);
      const auto a = start(method, small);
      const auto b = start(method, large);
      CHECK(advance_passes(*a, small, 50'000).status == Status::converged);
      CHECK(advance_passes(*b, large, 50'000).status == Status::converged);
      CHECK(difference(weights_of(*a, small), weights_of(*b, large)) < 1e-3);
      CHECK(certified_gap(*b, large) <= 1e-8);
    }
  }
}
