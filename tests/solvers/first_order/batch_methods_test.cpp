// Compares methods with full subgradients with dense formulas.

#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_methods.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const Sample sample = random_sample(31, 80, 15);
constexpr double lambda = 0.02;
constexpr int iterations = 300;

using Step = std::function<void(DenseMethod&, const Vector& g, double t)>;

/// Runs the method and the dense step side by side, for the last iterate and the mean of the iterates.
void check_against(const std::string& name, RegularizerKind regularizer, const Given& given,
                   const Step& step) {
  const Problem problem(sample, LossKind::hinge, regularizer, lambda);
  CAPTURE(name, name_of(regularizer));
  Given given_for_mean = given;
  given_for_mean["average"] = true;
  const auto last = start(name, problem, given);
  const auto mean = start(name, problem, given_for_mean);
  DenseMethod expected(problem);
  CHECK(weights_of(*mean, problem) == expected.w);
  const std::vector<Index> all = [&] {
    std::vector<Index> rows(80);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(i);
    return rows;
  }();
  for (int t = 1; t <= iterations; ++t) {
    step(expected, expected.mean_subgradient(all), t);
    expected.count_iterate();
    const Progress progress = last->advance(1);
    mean->advance(1);
    REQUIRE(progress.updates == static_cast<std::uint64_t>(t));
    REQUIRE(progress.entries_touched ==
            progress.updates * static_cast<std::uint64_t>(sample.rows.nonzeros()));
    REQUIRE(difference(weights_of(*last, problem), expected.w) < 1e-9);
    REQUIRE(difference(weights_of(*mean, problem), expected.mean()) < 1e-9);
  }
}

const auto kinds = {RegularizerKind::l1, RegularizerKind::l2};
const std::vector<std::string> schedules{"inverse_sqrt", "strongly_convex", "offset", "inverse"};

}  // namespace

TEST_CASE("batch COMID: iterates are the proximal steps on the full subgradient") {
  for (const RegularizerKind kind : kinds) {
    for (const std::string& schedule : schedules) {
      for (const double c : {0.3, 5.0}) {
        check_against("batch_comid", kind, DenseMethod::step_options(schedule, c),
                      [&](DenseMethod& method, const Vector& g, double t) {
                        method.proximal_step(g, method.step_size(schedule, c, t));
                      });
      }
    }
  }
}

TEST_CASE("subgradient: iterates are steps along the subgradient of the whole objective") {
  for (const RegularizerKind kind : kinds) {
    for (const std::string& schedule : schedules) {
      check_against("subgradient", kind, DenseMethod::step_options(schedule, 2.0),
                    [&](DenseMethod& method, const Vector& g, double t) {
                      const double eta = method.step_size(schedule, 2.0, t);
                      for (std::size_t j = 0; j < g.size(); ++j) {
                        const double w_j = method.w[j];
                        const double slope = method.l1 ? (w_j > 0) - (w_j < 0) : w_j;
                        method.w[j] = w_j - eta * (g[j] + lambda * slope);
                      }
                    });
    }
  }
}

TEST_CASE("batch RDA: iterates are functions of the mean subgradient") {
  for (const RegularizerKind kind : kinds) {
    for (const double c : {0.5, 20.0}) {
      for (const bool offset : {false, true}) {
        check_against("batch_rda", kind, {{"step", c}, {"offset", offset}},
                      dual_averaging(c, offset ? 1 / c : 0));
      }
    }
  }
}

TEST_CASE("under L2 the batch methods are one recursion, with another constant beside lambda t") {
  const Sample sample = random_sample(31, 40, 15, 0.4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, lambda);
  const double c = GENERATE(0.2, 8.0);
  const bool offset = GENERATE(false, true);
  const auto run = [&](const std::string& method, double step) {
    const auto solver = start(method, problem, {{"step", step}, {"offset", offset}});
    solver->advance(30 * static_cast<std::uint64_t>(sample.rows.nonzeros()));
    return weights_of(*solver, problem);
  };
  // w = -G/(lambda t + beta): beta = 1/c for both methods.
  CHECK(difference(run("batch_rda", c), run("subgradient", c)) < 1e-9);
  // COMID has lambda + 1/c.
  if (offset) CHECK(difference(run("batch_comid", c), run("batch_rda", 1 / (lambda + 1 / c))) < 1e-9);
}

TEST_CASE("full L1-PSA: iterates are projected subgradient steps") {
  for (const double radius : {0.4, 3.0, 1e3}) {
    check_against("l1_psa", RegularizerKind::l1, {{"batch", "full"}, {"radius", radius}, {"step", 3.0}},
                  [&](DenseMethod& method, const Vector& g, double t) {
                    for (std::size_t j = 0; j < g.size(); ++j) method.w[j] -= 3 / std::sqrt(t) * g[j];
                    method.w = project_by_sorting(method.w, radius);
                  });
  }
}

TEST_CASE("the automatic schedule is inverse_sqrt under L1 and strongly_convex under L2") {
  for (const std::string name : {"batch_comid", "subgradient", "online_comid", "nonsmooth_scd"}) {
    for (const RegularizerKind kind : kinds) {
      const Problem problem(sample, LossKind::hinge, kind, lambda);
      const auto automatic = start(name, problem);
      const auto named = start(
          name, problem, {{"schedule", kind == RegularizerKind::l1 ? "inverse_sqrt" : "strongly_convex"}});
      advance_passes(*automatic, problem, 10);
      advance_passes(*named, problem, 10);
      CHECK(weights_of(*automatic, problem) == weights_of(*named, problem));
    }
  }
}

TEST_CASE("the step \"rows\" is the number of rows") {
  for (const RegularizerKind kind : kinds) {
    const Problem problem(sample, LossKind::hinge, kind, lambda);
    const bool is_l2 = kind == RegularizerKind::l2;
    for (const std::string name : {is_l2 ? "pegasos" : "l1_psa", "batch_comid", "batch_rda", "online_comid",
                                   "online_rda", "nonsmooth_scd", "subgradient"}) {
      CAPTURE(name, name_of(kind));
      Given by_word = {{"step", "rows"}};
      Given by_number = {{"step", static_cast<double>(problem.m())}};
      Given without = {{"step", 1.0}};
      for (Given* given : {&by_word, &by_number, &without}) {
        if (is_l2) (*given)["offset"] = true;
        if (name == "l1_psa") (*given)["radius"] = 1.0;
      }
      const auto reached = [&](const Given& given) {
        const auto solver = start(name, problem, given);
        advance_passes(*solver, problem, 10);
        return weights_of(*solver, problem);
      };
      CHECK(reached(by_word) == reached(by_number));
      CHECK(reached(by_word) != reached(without));
    }
  }
}

TEST_CASE("subgradient methods leave a free intercept out of the regulariser") {
  Sample with_intercept = random_sample(86, 80, 5);
  Dense rows = dense(with_intercept.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(i % 4 ? 1 : -1);
  with_intercept.rows = sample_of(rows).rows;
  for (const RegularizerKind kind : kinds) {
    const Problem problem(with_intercept, LossKind::hinge, kind, 0.1, {.free_intercept = true});
    const auto exact = start("interior_point", problem);
    advance_to(*exact, 400);
    const double optimum = problem.objective(weights_of(*exact, problem));
    for (const char* method : {"nonsmooth_scd", "batch_comid", "subgradient"}) {
      CAPTURE(name_of(kind), method);
      const auto solver = start(method, problem, {{"offset", true}, {"average", true}});
      advance_passes(*solver, problem, 20'000);
      const double objective = problem.objective(weights_of(*solver, problem));
      CHECK(objective >= optimum * (1 - 1e-9));
      CHECK(objective <= optimum * 1.01);
    }
  }
}
