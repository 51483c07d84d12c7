#include "solvers/linear_algebra/line_order.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_methods.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::uint64_t scd_seed = 17;

/// Subgradient of the mean hinge along coordinate j, from freshly computed margins.
double derivative_along(const DenseMethod& method, std::size_t j) {
  double g = 0;
  for (const Vector& row : method.rows) {
    if (product(row, method.w) < 1) g -= row[j];
  }
  return g / method.m;
}

}  // namespace

TEST_CASE(
    "nonsmooth SCD: with maintained margins the same iterates and means as with margins computed afresh") {
  const auto kind = GENERATE(RegularizerKind::l1, RegularizerKind::l2);
  const bool is_wide = GENERATE(true, false);
  const std::string schedule = GENERATE("inverse_sqrt", "strongly_convex", "offset", "inverse");
  const std::string selection = GENERATE("uniform", "permuted", "cyclic");
  const std::string clock = GENERATE("passes", "coordinates");
  const Sample sample = is_wide ? random_sample(51, 40, 70, 0.03) : random_sample(52, 90, 10, 0.6);
  const Problem problem(sample, LossKind::hinge, kind, 0.01);
  constexpr double c = 4;
  Given given = DenseMethod::step_options(schedule, c);
  given["selection"] = selection;
  given["clock"] = clock;
  const auto last = start("nonsmooth_scd", problem, given, scd_seed);
  given["average"] = true;
  const auto mean = start("nonsmooth_scd", problem, given, scd_seed);

  const std::vector<Index> visited = nonempty_lines(problem.columns());
  REQUIRE((visited.size() < 70) == true);
  Random random(scd_seed);
  LineOrder permuted(problem.columns(), visited, LineOrder::Kind::permuted, Random(scd_seed));
  DenseMethod expected(problem);
  std::uint64_t nonzeros = 0;
  const auto walk = static_cast<std::uint64_t>(problem.rows().nonzeros());
  std::uint64_t due = 128 * walk;
  for (std::uint64_t step = 0; step < 3000; ++step) {
    Index column = visited[step % visited.size()];  // cyclic
    if (selection == "uniform") column = visited[random.below(visited.size())];
    if (selection == "permuted") column = permuted.next();
    const auto j = static_cast<std::size_t>(column);
    const double period = clock == "passes" ? static_cast<double>(visited.size()) : 1;
    const double eta = expected.step_size(schedule, c, 1 + static_cast<double>(step) / period);
    const double v = expected.w[j] - eta * derivative_along(expected, j);
    expected.w[j] = expected.prox(v, eta * expected.lambda);
    expected.count_iterate();
    if (nonzeros >= due) {  // margins are recomputed every 128 passes
      nonzeros += walk;
      due = nonzeros + 128 * walk;
    }
    nonzeros += problem.columns()[column].size();

    const Progress progress = last->advance(1);
    mean->advance(1);
    REQUIRE(progress.updates == step + 1);
    REQUIRE(progress.entries_touched == nonzeros);
    REQUIRE(difference(weights_of(*last, problem), expected.w) < 1e-9);
    if (step % 50 == 0) REQUIRE(difference(weights_of(*mean, problem), expected.mean()) < 1e-9);
  }
}

TEST_CASE(
    "nonsmooth SCD under L2: steps 1/(λτ) need τ in passes; in coordinate steps F − F* falls like τ^(−2/n)") {
  constexpr std::size_t n = 10;
  constexpr double lambda = 0.1;
  constexpr double value = 0.125;
  Dense rows;
  for (std::size_t j = 0; j < n; ++j) {
    rows.emplace_back(n, 0.0);
    rows.back()[j] = value;
  }
  const Sample sample = sample_of(rows);  // rows that share no feature
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, lambda);
  const double optimum = 1 - value * value / (2 * n * lambda);  // w_j = value/(nλ), no hinge at its kink
  const auto excess = [&](const std::string& clock, std::uint64_t steps) {
    const auto solver = start("nonsmooth_scd", problem, {{"clock", clock}}, scd_seed);
    solver->advance(steps);  // a column has one entry
    return problem.objective(weights_of(*solver, problem)) - optimum;
  };
  const double early = excess("coordinates", 10'000);
  const double late = excess("coordinates", 1'000'000);
  CHECK(late / early == Approx(std::pow(100, -2.0 / n)).epsilon(0.05));
  CHECK(excess("passes", 1'000'000) < 1e-5 * late);
}
