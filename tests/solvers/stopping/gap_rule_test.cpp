#include "solvers/stopping/gap_rule.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/stopping/falling_tolerances.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;

TEST_CASE("a gap is proved after 16 passes, 32, 64, …, or asked for again after a tenth more updates") {
  PassDoublings doublings(10);
  std::vector<std::uint64_t> due;
  for (Progress progress; progress.entries_touched < 2000; progress.entries_touched += 10)
    if (doublings.is_due(progress)) due.push_back(progress.entries_touched);
  CHECK(due == std::vector<std::uint64_t>{160, 320, 640, 1280});

  const Sample sample = test::random_sample(7, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  ProvenGap gap(problem);
  CHECK(gap.ask(100));
  CHECK_FALSE(gap.ask(110));
  CHECK(gap.ask(111));
}

TEST_CASE("gap rule: it waits while F falls by more than rounding, and as long as its patience after that") {
  const Sample sample = test::random_sample(7, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const std::vector<Option> table{gap_tolerance_option()};
  GapRule rule(problem, OptionValues(table, {}), 10);
  constexpr double gap = 0.5;
  std::uint64_t updates = 0;
  double objective = 200;
  for (; updates < 100; ++updates) {
    rule.judge(gap, --objective, updates);
    REQUIRE_FALSE(rule.walks_are_due());
  }
  for (; updates < 109; ++updates) {
    objective *= 1 - 1e-14;
    rule.judge(gap, objective, updates);
    REQUIRE_FALSE(rule.walks_are_due());
  }
  rule.judge(gap, objective, updates);
  CHECK(rule.walks_are_due());
}

TEST_CASE("proximal point stages: mu is halved where a stage has not halved the gap") {
  /// Rests at w = 0 and a = 0, where the relative gap is 1.
  struct RestingSolver : Solver {
    Progress advance(std::uint64_t) override { return {}; }
    void weights(std::span<double> w) const override { std::ranges::fill(w, 0.0); }
    std::optional<std::span<const double>> dual() const override { return a; }
    std::vector<double> a = std::vector<double>(20, 0.0);
  } resting;
  const Sample sample = test::random_sample(7, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const std::vector<Option> table{gap_tolerance_option()};
  ProximalPointStages stages(problem, OptionValues(table, {}));
  Progress progress;
  for (const double mu : {0.5, 0.25, 0.125}) {
    stages.begin_stage(progress, 10);
    progress.updates += 9;
    CHECK_FALSE(stages.walks_are_due(progress));
    ++progress.updates;
    while (stages.walks_are_due(progress)) CHECK(stages.walk(resting) == Status::running);
    CHECK(stages.stage_is_over());
    CHECK(stages.mu() == mu);
  }
}

TEST_CASE("falling tolerances end at the last one, which may be the first") {
  const std::vector<Option> table = FallingTolerances::options("the tolerance");
  const auto values = [&](double first, double last, double per_decade = 2) {
    return OptionValues(
        table, {{"first_tolerance", first}, {"last_tolerance", last}, {"tolerances_per_decade", per_decade}});
  };
  const auto taken = [](const OptionValues& options) {
    FallingTolerances tolerances(options);
    std::vector<double> all;
    while (!tolerances.is_at_end()) all.push_back(tolerances.next());
    return all;
  };
  const std::vector<double> two_decades = taken(values(1, 1e-2));
  REQUIRE(two_decades.size() == 5);
  for (std::size_t k = 0; k < 5; ++k)
    CHECK(two_decades[k] == Approx(std::pow(10, -0.5 * static_cast<double>(k))));
  CHECK(taken(values(1, 1e-2, 1)).size() == 3);
  CHECK(taken(values(0.7, 0.07)).size() == 3);  // 0.7 · 0.1 < 0.07 in double precision
  CHECK_FALSE(FallingTolerances::complaint(values(0.1, 0.1)));
  CHECK(FallingTolerances::complaint(values(0.1, 0.2)));
}
