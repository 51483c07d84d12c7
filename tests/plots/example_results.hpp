#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/manifest.hpp"
#include "plots/results/result_schema.hpp"
#include "plots/results/results_folder.hpp"
#include "support/files/atomic_file.hpp"

namespace descent::test {

/// A checkpoint in short: where, and the objective there. Passes are ten times the seconds.
struct Spot {
  double cpu_seconds;
  double objective;
};

/// A run of nonsmooth_scd on a9a with these checkpoints; other numbers follow from them.
inline std::vector<ResultRow> example_run(const std::vector<Spot>& spots, std::string_view status,
                                          std::uint64_t seed = 1) {
  std::vector<ResultRow> rows;
  for (const Spot& spot : spots) {
    ResultRow row;
    row.experiment = "example";
    row.dataset = "a9a";
    row.source = "file";
    row.loss = "hinge";
    row.regularizer = "l1";
    row.lambda = 0.25;
    row.method = "nonsmooth_scd";
    row.seed = seed;
    row.checkpoint = rows.size();
    row.cpu_seconds = spot.cpu_seconds;
    row.passes = 10 * spot.cpu_seconds;
    row.updates = 100 * rows.size();
    row.objective = spot.objective;
    row.nonzeros = 3;
    row.density = 0.5;
    row.train_error = 0.2;
    rows.push_back(row);
  }
  rows.back().status = status;
  return rows;
}

/// A run that crashed, as the runner reports it.
inline std::vector<ResultRow> failed_run(std::uint64_t seed = 1) {
  auto rows = example_run({{0, 1}}, run_status::failed("killed by signal 9"), seed);
  rows[0].objective = rows[0].density = rows[0].train_error = std::nullopt;
  rows[0].nonzeros = std::nullopt;
  return rows;
}

/// Results of the method above on a9a (m = 4, n = 6), in memory.
inline ResultsFolder example_results(std::vector<std::vector<ResultRow>> runs,
                                     Axis axis = Axis::cpu_seconds) {
  ResultsFolder results;
  Manifest& manifest = results.manifest;
  manifest.name = "example";
  manifest.title = "An example";
  manifest.losses = {"hinge"};
  manifest.regularizers = {"l1"};
  manifest.x_axis = axis;
  manifest.datasets = {{"a9a", "file", 4, 6, 9, 0}};
  manifest.methods = {{"nonsmooth_scd", "", "Non-smooth SCD"}};
  results.runs = std::move(runs);
  return results;
}

/// The same on disk, with a manifest whose title and label want escaping.
inline void write_example(const std::filesystem::path& folder,
                          const std::vector<std::vector<ResultRow>>& runs) {
  std::filesystem::create_directories(folder / "runs");
  std::string ids;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string id = "abc" + std::to_string(i);
    AtomicFile file(run_file(folder, id));
    std::vector<ResultRow> rows = runs[i];
    for (ResultRow& row : rows) row.run_id = id;
    write_rows(file, rows);
    file.commit();
    ids += (i == 0 ? R"({"id": ")" : R"(, {"id": ")") + id + "\"}";
  }
  write_atomically(folder / "manifest.json", R"({"name": "example", "title": "It's {an} \"example\"_1 \\",
    "loss": "hinge", "regularizer": "l1", "x_axis": "cpu_seconds",
    "datasets": [{"name": "a9a", "source": "stand-in", "rows": 4, "columns": 6, "nonzeros": 9, "test_rows": 0}],
    "methods": [{"name": "nonsmooth_scd", "variant": "", "label": "Non-smooth_SCD {x}'s"}],
    "references": [], "runs": [)" + ids + "]}");
}

}  // namespace descent::test
