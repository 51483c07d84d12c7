#include "solvers/stopping/gap_rule.hpp"

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
