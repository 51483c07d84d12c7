#include "plots/analysis/aggregate.hpp"

#include <vector>

#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

using namespace descent;

namespace {

using Runs = std::vector<std::vector<ResultRow>>;

/// Runs at F = 2 until `drop`, then at `after` until `end`.
Runs runs_dropping(double drop, double after, double end, double setup = 0, int count = 3) {
  Runs runs;
  for (int seed = 1; seed <= count; ++seed)
    runs.push_back(test::changed(
        test::example_run({{0, 2}, {drop * (1 - 1e-12), 2}, {drop, after}, {end, after}}, run_status::budget),
        &ResultRow::setup_seconds, setup));
  return runs;
}

RunGroup group_of(const Runs& runs) {
  RunGroup cell;
  for (const auto& run : runs) cell.runs.push_back(&run);
  return cell;
}

std::optional<double> share_of(const Runs& claimed, const Runs& rival) {
  return linear_share_below(group_of(claimed), group_of(rival));
}

}  // namespace

TEST_CASE("the share of the axis is that between two drops, and equal curves are not below each other") {
  CHECK(share_of(runs_dropping(2, 1, 10), runs_dropping(7, 1, 10)) == 0.5);  // from 2 to 7 of 10 seconds
  CHECK(share_of(runs_dropping(7, 1, 10), runs_dropping(2, 1, 10)) == 0);
  CHECK(share_of(runs_dropping(2, 0.5, 10), runs_dropping(7, 1, 10)) == 0.8);
  CHECK(share_of(runs_dropping(2, 1, 10), runs_dropping(2, 1, 10)) == 0);
}

TEST_CASE("during its setup a run is at F(0), and setup lengthens the axis") {
  // `claimed` drops at 1 + 4 of 14 seconds, its rival at 12.
  CHECK(share_of(runs_dropping(1, 1, 10, 4), runs_dropping(12, 1, 14)) == 0.5);
  CHECK(share_of(runs_dropping(1, 1, 10, 4), runs_dropping(3, 1, 10)) == 0);
  CHECK(share_of(runs_dropping(3, 1, 10), runs_dropping(1, 1, 10, 4)) == Approx(2.0 / 14).margin(1e-3));
}

TEST_CASE("a run that has ended keeps its last objective to the end of the axis") {
  CHECK(share_of(runs_dropping(1, 1, 2), runs_dropping(6, 0.5, 10)) == 0.5);
  CHECK(share_of(runs_dropping(6, 0.5, 10), runs_dropping(1, 1, 2)) == 0.4);
}

TEST_CASE("a failed run is at infinity, and the median run decides") {
  const Runs rival = runs_dropping(6, 1, 10);
  Runs claimed = runs_dropping(1, 1, 10);
  claimed[0] = test::failed_run();
  CHECK(share_of(claimed, rival) == 0.5);
  claimed[1] = test::failed_run();
  CHECK(share_of(claimed, rival) == 0);
  CHECK(share_of(rival, claimed) == 1);
  CHECK(share_of(claimed, claimed) == 0);
}

TEST_CASE("without time on the axis, or with restarts, there is no share") {
  const Runs failed{test::failed_run()};
  CHECK_FALSE(share_of(failed, failed));
  const Runs runs = runs_dropping(1, 1, 10);
  RunGroup restarted = group_of(runs);
  restarted.sampled_by_tolerance = true;
  CHECK_FALSE(linear_share_below(group_of(runs), restarted));
  CHECK_FALSE(linear_share_below(restarted, group_of(runs)));
}
