#include <cmath>

#include "solvers/smooth/trust_region_step.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A random symmetric positive definite matrix of condition up to `condition`.
Dense random_matrix(std::size_t n, double condition, Random& random) {
  Dense H(n, Vector(n, 0.0));
  for (std::size_t rank = 0; rank < 2 * n; ++rank) {
    const Vector v = random_vector(n, std::pow(condition, -0.5 * random.uniform()), random);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) H[i][j] += v[i] * v[j];
    }
  }
  return H;
}

Vector image_of(const Dense& H, std::span<const double> v) {
  Vector image;
  for (const Vector& row : H) image.push_back(product(row, Vector(v.begin(), v.end())));
  return image;
}

double length(const Vector& v, const Vector& metric) {
  double sum = 0;
  for (std::size_t j = 0; j < v.size(); ++j) sum += v[j] * v[j] * metric[j];
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE(
    "trust-region step: it ends at a small residual or on the boundary, and knows how far the model falls") {
  Random random(1);
  int inside = 0;
  int on_boundary = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t n = 1 + random.below(8);
    const Dense H = random_matrix(n, 100, random);
    const Vector g = random_vector(n, 1, random);
    Vector metric(n);
    for (double& m_j : metric) m_j = trial % 2 == 0 ? 1 : 0.1 + random.uniform();
    const double radius = std::pow(10.0, 4 * random.uniform() - 3);
    TrustRegionStep step(n);
    step.begin(g, metric, radius, 0.1);
    while (!step.finished()) step.step(image_of(H, step.direction()));

    const Vector s(step.s().begin(), step.s().end());
    const Vector Hs = image_of(H, s);
    CHECK(length(s, metric) <= radius * (1 + 1e-12));
    CHECK(step.length() == Approx(length(s, metric)));
    CHECK(step.predicted_reduction(g) == Approx(-product(g, s) - product(s, Hs) / 2).margin(1e-12));
    // Never worse than the best point along the first direction, the Cauchy point.
    Vector cauchy(n);
    for (std::size_t j = 0; j < n; ++j) cauchy[j] = -g[j] / metric[j];
    const double curvature = product(cauchy, image_of(H, cauchy));
    const double share = std::min(-product(g, cauchy) / curvature, radius / length(cauchy, metric));
    const double cauchy_reduction = -share * product(g, cauchy) - share * share * curvature / 2;
    CHECK(step.predicted_reduction(g) >= cauchy_reduction * (1 - 1e-9));
    if (step.at_boundary()) {
      ++on_boundary;
      CHECK(length(s, metric) == Approx(radius));
    } else {
      ++inside;
      Vector residual(n);
      Vector scaled(n);
      for (std::size_t j = 0; j < n; ++j) {
        residual[j] = g[j] + Hs[j];
        scaled[j] = 1 / metric[j];
      }
      CHECK(length(residual, scaled) <= 0.1 * length(g, scaled) * (1 + 1e-6));
    }
  }
  CHECK(inside > 100);
  CHECK(on_boundary > 100);
}

TEST_CASE("TRON: the objective never rises, and it ends at a zero gradient for C from 1e-4 to 1e4") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = random_sample_for(loss, 21, 60, 12);
    for (const double C : {1e-4, 1.0, 1e4}) {
      for (const char* preconditioner : {"none", "diagonal"}) {
        CAPTURE(name_of(loss), C, preconditioner);
        const Problem problem(sample, loss, RegularizerKind::l2, 1 / (C * 60));
        const auto solver = start("tron", problem, {{"preconditioner", preconditioner}});
        double before = problem.objective(weights_of(*solver, problem));
        Progress progress;
        for (int walks = 0; walks < 5000 && progress.status == Status::running; ++walks) {
          progress = solver->advance(1);
          const double objective = problem.objective(weights_of(*solver, problem));
          REQUIRE(objective <= before * (1 + 1e-14));
          before = objective;
        }
        CHECK((progress.status == Status::converged || progress.status == Status::stalled));
        const Vector w = weights_of(*solver, problem);
        Vector gradient = naive_loss_gradient(problem, w);
        const double first = norm2(naive_loss_gradient(problem, Vector(w.size(), 0.0)));
        for (std::size_t j = 0; j < w.size(); ++j) gradient[j] += w[j] / C;
        CHECK(norm2(gradient) <= 1e-8 * first);
        CHECK(certified_gap(*solver, problem) < 1e-9);
      }
    }
  }
}

TEST_CASE("TRON: it certifies its optimum on heart_scale, abalone and a9a") {
  for (const LossKind loss : smooth_losses) {
    const auto small = small_real_sample(loss);
    if (!small) continue;
    const auto large = loss == LossKind::squared_epsilon_insensitive ? std::nullopt : real_sample("a9a");
    for (const Sample* sample : {&*small, large ? &*large : nullptr}) {
      if (sample == nullptr) continue;
      CAPTURE(name_of(loss), sample->rows.outer_size());
      const Problem problem(*sample, loss, RegularizerKind::l2, 1.0 / sample->rows.outer_size());
      const auto solver = start("tron", problem);
      advance_passes(*solver, problem, 1500);
      CHECK(certified_gap(*solver, problem) < 1e-9);
    }
  }
}
