// Compares each method that draws rows with a dense implementation that does O(n) work a step, on the same
// draws.

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_methods.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::uint64_t seed = 99;

using Step = std::function<void(DenseMethod&, const Vector& g, double t)>;

/// Runs the method, with and without averaging, beside the dense step on `batch` drawn rows. 5000 steps are
/// several epochs of the lazy vectors; checkpoints are around the ends of epochs and in between.
void check_against(const std::string& name, const Problem& problem, const Given& given, std::size_t batch,
                   const Step& step, double tolerance = 1e-9) {
  CAPTURE(name, name_of(problem.regularizer()), batch);
  Given given_for_mean = given;
  given_for_mean["average"] = true;
  const auto last = start(name, problem, given, seed);
  const auto mean = start(name, problem, given_for_mean, seed);
  DenseMethod expected(problem);
  Random random(seed);
  for (const std::uint64_t checkpoint : {1U, 2U, 7U, 300U, 1023U, 1024U, 1025U, 2500U, 5000U}) {
    const std::uint64_t updates = advance_to(*last, checkpoint).updates;
    REQUIRE(advance_to(*mean, checkpoint).updates == updates);
    while (expected.steps < updates) {
      const Vector g =
          expected.mean_subgradient(draw(random, batch, static_cast<std::uint64_t>(problem.m())));
      step(expected, g, static_cast<double>(expected.steps + 1));
      expected.count_iterate();
    }
    CAPTURE(checkpoint);
    REQUIRE(difference(weights_of(*last, problem), expected.w) < tolerance);
    REQUIRE(difference(weights_of(*mean, problem), expected.mean()) < tolerance);
  }
}

// A wide sample with empty rows and columns, as in text, and a narrow one.
const Sample wide = random_sample(41, 50, 60, 0.05);
const Sample narrow = random_sample(42, 120, 8, 0.7);

Problem hinge_problem(RegularizerKind kind, bool is_wide, double lambda = 0.01) {
  return Problem(is_wide ? wide : narrow, LossKind::hinge, kind, lambda);
}

}  // namespace

TEST_CASE("online COMID: lazy shrinking gives the iterates and means of the dense proximal steps") {
  const auto kind = GENERATE(RegularizerKind::l1, RegularizerKind::l2);
  const bool is_wide = GENERATE(true, false);
  const std::string schedule = GENERATE("inverse_sqrt", "strongly_convex", "offset", "inverse");
  // With the largest c, L2's scale factor falls so fast that it is rebased every few steps.
  const double c = GENERATE(0.1, 3.0, 1e5);
  const Problem problem = hinge_problem(kind, is_wide);
  check_against(
      "online_comid", problem, DenseMethod::step_options(schedule, c), 1,
      [&](DenseMethod& method, const Vector& g, double t) {
        method.proximal_step(g, method.step_size(schedule, c, t));
      },
      c > 100 ? 1e-6 : 1e-9);  // means of iterates near 1e3, where the scale's 1e6 may cancel
}

TEST_CASE("online RDA: the lazily evaluated dual average is the dense one, and so is its mean") {
  const auto kind = GENERATE(RegularizerKind::l1, RegularizerKind::l2);
  const bool is_wide = GENERATE(true, false);
  const double lambda = GENERATE(0.002, 0.05);
  const double c = GENERATE(0.2, 30.0);
  const Problem problem = hinge_problem(kind, is_wide, lambda);
  const bool offset = GENERATE(false, true);
  check_against("online_rda", problem, {{"step", c}, {"offset", offset}}, 1,
                dual_averaging(c, offset ? 1 / c : 0));
}

TEST_CASE("Pegasos: the scaled vector gives the dense iterates, with and without projection") {
  const bool is_wide = GENERATE(true, false);
  const bool project = GENERATE(true, false);
  const int batch = GENERATE(1, 3);
  const double lambda = GENERATE(0.001, 0.1);
  const bool offset = GENERATE(false, true);
  const Problem problem = hinge_problem(RegularizerKind::l2, is_wide, lambda);
  int projections = 0;
  check_against(
      "pegasos", problem,
      {{"project", project}, {"batch", static_cast<double>(batch)}, {"offset", offset}, {"step", 50.0}},
      static_cast<std::size_t>(batch), [&](DenseMethod& method, const Vector& g, double t) {
        const double eta = 1 / (lambda * t + (offset ? 1 / 50.0 : 0));
        for (std::size_t j = 0; j < g.size(); ++j)
          method.w[j] = (1 - eta * lambda) * method.w[j] - eta * g[j];
        const double norm = std::sqrt(product(method.w, method.w));
        if (!project || norm <= 1 / std::sqrt(lambda)) return;
        for (double& w_j : method.w) w_j /= norm * std::sqrt(lambda);
        ++projections;
      });
  CHECK((projections > 0) == project);
}

TEST_CASE("L1-PSA: the heap's projection gives the dense iterates, also where it is rebased all the time") {
  const bool is_wide = GENERATE(true, false);
  const int batch = GENERATE(1, 3);
  const double radius = GENERATE(1e-3, 0.5, 25.0);
  const double c = GENERATE(0.5, 50.0);
  const Problem problem = hinge_problem(RegularizerKind::l1, is_wide);
  check_against("l1_psa", problem, {{"radius", radius}, {"batch", static_cast<double>(batch)}, {"step", c}},
                static_cast<std::size_t>(batch), [&](DenseMethod& method, const Vector& g, double t) {
                  for (std::size_t j = 0; j < g.size(); ++j) method.w[j] -= c / std::sqrt(t) * g[j];
                  method.w = project_by_sorting(method.w, radius);
                });
}

TEST_CASE("L1-PSA: an unknown radius is refused with what to do about it") {
  const Problem problem = hinge_problem(RegularizerKind::l1, false);
  CHECK_THROWS_AS(start("l1_psa", problem), ConfigError);
  CHECK_THROWS_WITH(start("l1_psa", problem), ContainsSubstring("descent tune"));
}
