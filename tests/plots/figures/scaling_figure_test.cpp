#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include "plots/analysis/scaling.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

/// A run in several processes that reaches the target after 10 rounds and `seconds` of work. `wait` is wall
/// time over work, above 1 if processes shared cores.
std::vector<ResultRow> shared_run(std::uint64_t processes, double seconds, double wait = 1) {
  auto rows = test::certified_run({{0, 1}, {seconds * static_cast<double>(processes), 1e-7}}, "cocoa");
  for (ResultRow& row : rows) {
    row.processes = processes;
    row.rounds = 10 * row.checkpoint;
    row.bytes_sent = 800 * row.checkpoint;
    row.wall_seconds = wait * seconds * static_cast<double>(row.checkpoint);
    row.variant = processes == 1 ? "local_passes=2" : fmt::format("processes={} local_passes=2", processes);
  }
  return rows;
}

}  // namespace

TEST_CASE("scaling compares runs of equal settings, beside a line of perfect scaling") {
  const ResultsFolder results =
      test::certified_results({test::certified_run({{0, 1}, {1, 0.1}}, "plain"), shared_run(1, 8),
                               shared_run(2, 5), shared_run(4, 3)});
  const std::vector<ScalingRow> rows = scaling_rows(results);
  REQUIRE(rows.size() == 3 * std::size(scaling_targets));
  for (const ScalingRow& row : rows) CHECK(row.family == "local_passes=2");

  const Figure figure = scaling_figure(results.manifest, rows).value();
  CHECK_THAT(figure.script, ContainsSubstring("using 1:2 with linespoints ls 2"));
  std::string data;
  for (const auto& [path, text] : figure.data) data += text;
  CHECK_THAT(data, ContainsSubstring("# processes wall_seconds perfect\n1 8 8\n2 5 4\n4 3 2\n"));
}

TEST_CASE("scaling: processes that had to share cores have no wall time") {
  const auto rows = scaling_rows(test::certified_results({shared_run(1, 8), shared_run(2, 5, 3)}));
  for (const ScalingRow& row : rows) CHECK(row.wall_seconds.has_value() == (row.processes == 1));
}

}  // namespace descent
