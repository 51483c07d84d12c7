#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/files/atomic_file.hpp"
#include "support/files/sha256.hpp"
#include "support/numbers/infinity.hpp"
#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"

namespace descent::test {

/// Time of a run that does not arrive.
inline constexpr double never = infinity;

/// A checkpoint: its time and objective. Passes are ten times the seconds.
struct Spot {
  double cpu_seconds;
  double objective;
};

/// A run of nonsmooth_scd on a9a with these checkpoints; other numbers are derived.
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

/// A crashed run as the runner reports it.
inline std::vector<ResultRow> failed_run(std::uint64_t seed = 1) {
  auto rows = example_run({{0, 1}}, run_status::failed("killed by signal 9"), seed);
  rows[0].objective = rows[0].density = rows[0].train_error = std::nullopt;
  rows[0].nonzeros = std::nullopt;
  return rows;
}

/// The run with one member changed in every row.
template <class Class, class Member>
std::vector<ResultRow> changed(std::vector<ResultRow> run, Member Class::*member,
                               const std::type_identity_t<Member>& value) {
  for (ResultRow& row : run) row.*member = value;
  return run;
}

/// The same for all runs.
template <class Class, class Member>
std::vector<std::vector<ResultRow>> changed(std::vector<std::vector<ResultRow>> runs, Member Class::*member,
                                            const std::type_identity_t<Member>& value) {
  for (auto& run : runs) run = changed(std::move(run), member, value);
  return runs;
}

/// Changes the manifest of a results folder as if the program had written it so.
template <class Change>
void change_manifest(const std::filesystem::path& folder, const Change& change) {
  Json manifest = read_json(folder / "manifest.json");
  change(manifest);
  write_atomically(folder / "manifest.json", manifest.dump());
}

/// The same on disk, with a manifest whose title and label want escaping.
inline void write_example(const std::filesystem::path& folder,
                          const std::vector<std::vector<ResultRow>>& runs) {
  for (const char* const name : {"runs", "provenance"}) std::filesystem::create_directories(folder / name);
  Json manifest = Json::parse(R"({"name": "example", "title": "It's {an} \"example\"_1 \\",
    "loss": ["hinge"], "regularizer": ["l1"], "form": "mean", "l2_factor": 0.5, "x_axis": "cpu_seconds",
    "datasets": [{"name": "a9a", "source": "stand-in", "rows": 4, "columns": 6, "nonzeros": 9, "test_rows": 0}],
    "methods": [{"name": "nonsmooth_scd", "variant": "", "label": "Non-smooth_SCD {x}'s", "restarts": false,
                 "randomized": true}],
    "lambdas": [{"dataset": "a9a", "text": "1/m", "value": 0.25}],
    "references": [], "constants": [], "left_out": [], "runs": [], "config_file": "example.json"})");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string id = "abc" + std::to_string(i);
    std::vector<ResultRow> rows = runs[i];
    for (ResultRow& row : rows) row.run_id = id;
    write_run(folder, {std::move(rows), {.id = id, .ended = ""}});
    manifest["runs"].push_back({{"id", id},
                                {"dataset", "a9a"},
                                {"loss", "hinge"},
                                {"regularizer", "l1"},
                                {"lambda", "1/m"},
                                {"method", "nonsmooth_scd"},
                                {"variant", ""}});
  }
  write_atomically(folder / "manifest.json", manifest.dump());
}

/// A checkpoint: its time and relative suboptimality.
struct Step {
  double cpu_seconds;
  double suboptimality;
};

constexpr double example_bound = 0.5;  // D* of every example

/// A run of the method with these checkpoints.
inline std::vector<ResultRow> certified_run(const std::vector<Step>& steps, const std::string& method,
                                            std::uint64_t seed = 1, const std::string& dataset = "a9a") {
  std::vector<Spot> spots;
  for (const Step& step : steps)
    spots.push_back({step.cpu_seconds, example_bound * (1 + step.suboptimality)});
  auto rows = example_run(spots, run_status::budget, seed);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].dataset = dataset;
    rows[k].method = method;
    rows[k].lower_bound = example_bound;
    rows[k].suboptimality = example_bound * steps[k].suboptimality;
    rows[k].setup_seconds = 0.25;
  }
  return rows;
}

}  // namespace descent::test
