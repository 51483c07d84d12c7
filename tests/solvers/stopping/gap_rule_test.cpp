#include "solvers/stopping/gap_rule.hpp"

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

TEST_CASE("falling tolerances end at the last one, which may be the first") {
  const std::vector<Option> table = FallingTolerances::options("the tolerance");
  const auto values = [&](double first, double last) {
    return OptionValues(table, {{"first_tolerance", first}, {"last_tolerance", last}});
  };
  const OptionValues two_decades = values(1, 1e-2);
  FallingTolerances tolerances(two_decades);
  std::vector<double> taken;
  while (!tolerances.is_at_end()) taken.push_back(tolerances.next());
  REQUIRE(taken.size() == 5);
  for (std::size_t k = 0; k < 5; ++k) CHECK(taken[k] == Approx(std::pow(10, -0.5 * static_cast<double>(k))));
  CHECK_FALSE(FallingTolerances::complaint(values(0.1, 0.1)));
  CHECK(FallingTolerances::complaint(values(0.1, 0.2)));
}
