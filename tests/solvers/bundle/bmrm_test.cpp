#include <cmath>
#include <numeric>

#include "solvers/bundle/hinge_along_line.hpp"
#include "solvers/bundle/simplex_quadratic.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// G of the line search, from its definition.
double along_line(double k, double slope, double curvature, const Vector& z, const Vector& delta) {
  double sum = slope * k + curvature / 2 * k * k;
  for (std::size_t i = 0; i < z.size(); ++i) sum += std::max(0.0, 1 - z[i] - k * delta[i]);
  return sum;
}

}  // namespace

TEST_CASE("OCAS: the line search finds the minimum of F along a line") {
  Random random(11);
  for (int k = 0; k < 300; ++k) {
    const std::size_t m = 1 + random.below(12);
    Vector z = random_vector(m, 2, random);
    Vector delta = random_vector(m, 2, random);
    if (k % 5 == 0) z[0] = 1;                                  // at its kink
    if (k % 7 == 0) delta[random.below(m)] = 0;                // a row that does not change along the line
    if (k % 3 == 0) z.back() = z[0], delta.back() = delta[0];  // two rows with one kink
    const double slope = random.normal();
    const double curvature = 0.1 + random.uniform();
    HingeAlongLine line(m);
    const double found = line.minimise(slope, curvature, z, delta);
    const auto G = [&](double t) { return along_line(t, slope, curvature, z, delta); };
    CHECK(found >= 0);
    CHECK(G(found) <= G(minimise(G, 0, 200)) + 1e-12);
  }
}

TEST_CASE("cutting planes: the weights of planes minimise over the simplex, planes coming and going") {
  Random random(12);
  for (int k = 0; k < 30; ++k) {
    const std::size_t n = 1 + random.below(6);
    Dense planes;
    Vector b;
    SimplexQuadratic quadratic;
    for (int added = 0; added < 12; ++added) {
      planes.push_back(random_vector(n, 1, random));
      if (added % 4 == 3) planes.back() = planes.front();  // a duplicate
      b.push_back(random.normal());
      Vector products;
      for (std::size_t l = 0; l + 1 < planes.size(); ++l)
        products.push_back(product(planes[l], planes.back()));
      quadratic.add(products, product(planes.back(), planes.back()), b.back());
      quadratic.solve(1e-12, 100'000);
      const Vector& alpha = quadratic.weights();
      Vector sum(n, 0.0);
      for (std::size_t l = 0; l < planes.size(); ++l) {
        CHECK(alpha[l] >= 0);
        for (std::size_t j = 0; j < n; ++j) sum[j] += alpha[l] * planes[l][j];
      }
      CHECK(std::accumulate(alpha.begin(), alpha.end(), 0.0) == Approx(1));
      CHECK(quadratic.value() == Approx(product(alpha, b) - product(sum, sum) / 2).margin(1e-12));
      // No vertex of the simplex is a direction of descent.
      const double at_optimum = product(sum, sum) - product(alpha, b);
      for (std::size_t l = 0; l < planes.size(); ++l)
        CHECK(product(sum, planes[l]) - b[l] >= at_optimum - 1e-10);
      const auto idle = std::find(alpha.begin(), alpha.end(), 0.0);
      if (idle == alpha.end() || added % 3 != 0) continue;
      const auto at = static_cast<std::size_t>(idle - alpha.begin());
      const double before = quadratic.value();
      quadratic.remove(at);
      std::swap(planes[at], planes.back());
      std::swap(b[at], b.back());
      planes.pop_back();
      b.pop_back();
      quadratic.solve(1e-12, 100'000);
      CHECK(quadratic.value() == Approx(before).margin(1e-11));
    }
  }
}

TEST_CASE("cutting planes: F never rises, bounds never fall, and the gap closes, with and without OCAS") {
  const Sample sample = random_sample(13, 80, 10);
  for (const double lambda : {1e-3, 1e-2, 1.0}) {
    const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, lambda);
    for (const char* line_search : {"ocas", "none"}) {
      CAPTURE(lambda, line_search);
      const auto solver = start("bmrm", problem, {{"line_search", line_search}});
      double objective = 1;
      double bound = 0;
      Progress progress;
      for (int k = 0; k < 4000 && progress.status == Status::running; ++k) {
        progress = solver->advance(1);
        const double objective_here = problem.objective(weights_of(*solver, problem));
        const auto a = solver->dual();
        REQUIRE(std::all_of(a->begin(), a->end(), [](double a_i) { return a_i >= 0 && a_i < 1 + 1e-12; }));
        const double bound_here = problem.lower_bound(*a);
        REQUIRE(objective_here <= objective * (1 + 1e-14));
        REQUIRE(bound_here >= bound - 1e-13);
        objective = objective_here;
        bound = bound_here;
      }
      CHECK(progress.status == Status::converged);
      CHECK(objective - bound <= 1e-8 * objective);
    }
  }
}
