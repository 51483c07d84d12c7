#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <cmath>

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
  const ResultsFolder results = test::certified_results(
      {test::certified_run({{0, 1}, {1, 0.1}}, "plain"), shared_run(1, 200), shared_run(2, 100),
       shared_run(4, 20), test::changed(shared_run(2, 1), &ResultRow::dataset, "lone")});
  std::vector<ScalingRow> rows = scaling_rows(results);
  REQUIRE(rows.size() == 4 * std::size(scaling_targets));
  for (const ScalingRow& row : rows) CHECK(row.family == "local_passes=2");

  for (ScalingRow& row : rows)
    if (row.target != scaling_targets[0]) row.rounds = 99;  // not shown
  const Figure figure = scaling_figure(results.manifest, rows).value();
  for (const char* const text :
       {"set label 9 'Wall time (s)'", "set label 9 'Rounds'", "set xlabel 'Processes'",
        "set xrange [0.9:4.4]; set xtics (1, 2, 4)",
        "-time-2-cocoa-local_passes_2.dat' using 1:3 with lines lc",
        "-time-2-cocoa-local_passes_2.dat' using 1:2 with linespoints ls 2\n",
        "plot 'example-scaling/a-rounds-2-cocoa-local_passes_2.dat' using 1:2 with linespoints ls 2\n"})
    CHECK_THAT(figure.script, ContainsSubstring(text));
  CHECK_THAT(figure.script, !ContainsSubstring("lone"));
  // From the perfect time of most processes to the time of one.
  const std::string range = "set yrange [";
  CHECK(std::stod(figure.script.substr(figure.script.find(range) + range.size())) ==
        Approx(5 / std::pow(40, 0.05)));
  std::string data;
  for (const auto& [path, text] : figure.data) data += text;
  CHECK(data ==
        "# processes wall_seconds perfect\n1 200 200\n2 100 100\n4 20 50\n"
        "# processes rounds perfect\n1 10 ?\n2 10 ?\n4 10 ?\n");
  for (ScalingRow& row : rows) row.rounds = std::nullopt;
  CHECK_FALSE(scaling_figure(results.manifest, rows));
}

TEST_CASE("scaling: processes that had to share cores have no wall time") {
  const auto rows = scaling_rows(test::certified_results({shared_run(1, 8), shared_run(2, 5, 1.5)}));
  for (const ScalingRow& row : rows) CHECK(row.wall_seconds.has_value() == (row.processes == 1));
}

TEST_CASE("scaling: a median counts runs that did not arrive as the longest") {
  const auto seeded = [](double seconds, std::uint64_t seed) {
    return test::changed(shared_run(2, seconds), &ResultRow::seed, seed);
  };
  std::vector<std::vector<ResultRow>> runs{seeded(5, 1), seeded(7, 2), seeded(1, 3)};
  runs[2].back().suboptimality = 0.4;
  const ScalingRow row = scaling_rows(test::certified_results(runs)).at(0);
  CHECK(row.runs == 3);
  CHECK(row.arrived == 2);
  CHECK(row.wall_seconds == 7);
  CHECK(row.cpu_seconds == 14);
  runs[1].back().suboptimality = 0.4;
  CHECK_FALSE(scaling_rows(test::certified_results(runs)).at(0).rounds);
}

}  // namespace descent
