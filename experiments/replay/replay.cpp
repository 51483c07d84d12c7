#include "experiments/replay/replay.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "experiments/config/dataset_entries.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/program/build_info.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/run_store.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/ranges.hpp"
#include "support/text/printable.hpp"

namespace descent {

using nlohmann::json_literals::operator""_json_pointer;

namespace {

/// Columns that may differ: times, values that depend on the certified bound, which may be newer, and the id,
/// which changes with irrelevant code. The status is compared separately.
constexpr std::array columns_left_out{"cpu_seconds",    "wall_seconds",  "setup_seconds",
                                      "lower_bound",    "suboptimality", "status",
                                      "support_recall", "support_false", "run_id"};

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

void compare(const char* what, const Json& then, const Json& now, std::vector<Change>& changes) {
  if (then != now) changes.push_back({what, text_of(then), text_of(now)});
}

std::vector<Change> changes_since(const ReplayedRun& run, const RunSpec& spec) {
  const Json& then = run.provenance.identity;
  const Json now = run_identity(spec);
  const Json here = program_and_machine();
  std::vector<Change> changes;
  const auto member = [](const Json& object, const char* key) { return object.value(key, Json("unknown")); };
  compare("commit", member(run.provenance.program, "commit"), member(here["program"], "commit"), changes);
  compare("uncommitted changes", member(run.provenance.program, "dirty"), member(here["program"], "dirty"),
          changes);
  const Json then_code = member(then, "code");
  for (const auto& [what, key] : {std::pair{"compiler", "compiler"},
                                  {"flags", "flags"},
                                  {"type of stored values", "value_type"},
                                  {"sources and compiler options of all methods", "shared_sources"},
                                  {"source of the method", "method_source"}}) {
    compare(what, then_code.value(key, Json("unknown")), now["code"][key], changes);
  }
  const Json then_program = then_code.value("program", Json::object());
  if (const ExternalProgram* program = program_of(*spec.method)) {
    compare("version of the program", member(then_program, "version"), program->version, changes);
    compare("sha256 of the program", member(then_program, "sha256"), program->sha256, changes);
  }
  compare("processor", member(run.provenance.machine, "processor"), here["machine"]["processor"], changes);
  const Json then_data = member(then, "dataset");
  for (const auto& [what, key] : {std::pair{"source of the data", "source"},
                                  {"origin of the data", "origin"},
                                  {"sha256 of the data", "sha256"},
                                  {"sha256 of the row weights", "row_weights_sha256"},
                                  {"training rows", "rows"}}) {
    compare(what, then_data.value(key, Json("unknown")), member(now["dataset"], key), changes);
  }
  return changes;
}

void compare_rows(const std::vector<ResultRow>& then, const std::vector<ResultRow>& now, Replay& replay) {
  replay.checkpoints = std::min(then.size(), now.size());
  replay.missing = then.size() - replay.checkpoints;
  for (const Column<ResultRow>& column : result_columns()) {
    if (contains(columns_left_out, column.name)) continue;
    for (std::size_t k = 0; k < replay.checkpoints; ++k) {
      // Texts read back to the same bits: equal texts are equal numbers.
      const std::string before = column.text(then[k]);
      const std::string after = column.text(now[k]);
      if (before != after) replay.mismatches.push_back({k, std::string(column.name), before, after});
    }
  }
  std::ranges::stable_sort(replay.mismatches, {}, &Mismatch::checkpoint);
}

/// Empty for a run that failed.
std::optional<FoundRunFile> find_run_in(const std::filesystem::path& file) {
  try {
    const std::vector<ResultRow> rows = read_rows(file);
    if (run_status::is_failed(rows.back().status)) return std::nullopt;
    return FoundRunFile{file, rows.front().processes.value_or(1) > 1,
                        static_cast<int>(rows.front().threads.value_or(1))};
  } catch (const ResultFileError&) {
    return FoundRunFile{file};
  }
}

/// Current path of a file. `then` is its path at the time, if known; `written` is the path in the
/// configuration.
std::string present_place(const char* what, const std::string& then, const std::string& written,
                          const std::filesystem::path& provenance) {
  std::vector<std::string> places;
  for (const std::string& place : {then, written}) {
    if (place.empty()) continue;
    const std::string path = std::filesystem::absolute(place).lexically_normal().string();
    if (is_file(path)) return path;
    if (places.empty() || places.back() != path) places.push_back(path);
  }
  throw ConfigError("{}: its {} \"{}\" is not there; looked for at {}", provenance.string(), what, written,
                    fmt::join(places, " and at "));
}

/// Configuration of a run from its provenance, read from `file`. Program, data and row weights given by path
/// are looked up where they were, then under the given path in the current directory. Throws ConfigError with
/// all places tried, or with the configuration's error.
Config config_of_run(const RunProvenance& provenance, const std::filesystem::path& file) {
  const std::string place = file.string() + ": /identity/config";
  Json json = JsonPlace(place, provenance.identity).at("config").value();
  const Json::json_pointer program("/methods/0/program");
  if (json.contains(program) && json[program].is_string())
    json[program] = present_place("program", provenance.program_file, json[program], file);

  Config config = parse_config(json, place);
  config.path = file;
  const std::string& dataset = config.datasets.front();
  if (!provenance.data_file.empty()) {
    TitledDataset& titled = config.titled[dataset];
    titled.of = present_place("data", provenance.data_file, dataset, file);
    titled.is_file = true;
    if (!titled.test_file.empty())
      titled.test_file = present_place("test rows", provenance.test_file, titled.test_file, file);
  }
  if (std::string& weights = config.weighting.file; !weights.empty())
    weights = present_place("row weights", provenance.row_weights_file, weights, file);
  return config;
}

}  // namespace

std::vector<FoundRunFile> find_runs(const std::filesystem::path& path) {
  if (path.extension() == ".csv" && path.parent_path().filename() == "runs")
    return {find_run_in(path).value_or(FoundRunFile{path})};
  if (!is_folder(path / "runs")) {
    require_folder_of_runs(path);
    throw ConfigError("\"{}\" is neither the file of a run, DIR/runs/ID.csv, nor a results folder",
                      shown(path.string()));
  }
  std::vector<FoundRunFile> runs;
  for (const std::filesystem::path& file : folder_entries(path / "runs"))
    if (const auto run = file.extension() == ".csv" ? find_run_in(file) : std::nullopt) runs.push_back(*run);
  if (runs.empty()) throw ConfigError("{}: holds no run to compare", (path / "runs").string());
  return runs;
}

ReplayedRun read_kept_run(const std::filesystem::path& file) {
  const std::string id = file.stem().string();
  const std::filesystem::path folder = file.parent_path().parent_path();
  ReplayedRun run{read_run(folder, id), file};
  if (run_status::is_failed(run.rows.back().status))
    throw ConfigError("{}: the run {}; there is nothing to compare", run.file.string(),
                      run.rows.back().status);
  return run;
}

const Dataset& ReplayData::of(const Config& config) {
  const std::string& name = config.datasets.front();
  if (dataset_ && dataset_->name == name && is_same_data(config, config_, name)) return *dataset_;
  dataset_.reset();  // before the next dataset is loaded
  dataset_ = load_dataset_of(config, 0, {.test_limit = config.test_rows});
  config_ = config;
  return *dataset_;
}

PlannedReplay plan_replay(ReplayedRun run, ReplayData& datasets) {
  const Config config =
      config_of_run(run.provenance, provenance_file(run.file.parent_path().parent_path(), run.provenance.id));
  const std::span dataset(&datasets.of(config), 1);
  RunSpec spec = make_plan(config, dataset, TunedFile(), OptimumStore({})).runs.front();
  spec.variant = run.provenance.identity.value("variant", "");
  return {std::move(run), std::move(spec)};
}

Replay replay(const PlannedReplay& planned) {
  const auto& [run, spec] = planned;
  FormerRun former;
  for (const ResultRow& row : run.rows) former.entries_touched.push_back(row.entries_touched);
  const std::string& status = run.rows.back().status;
  // A run whose last objective is infinite has all its checkpoints.
  former.diverged = status == run_status::diverged && std::isfinite(run.rows.back().objective.value_or(0));
  former.ended_itself = run_status::is_own_end(status);
  const RunRecord again = carry_out_again(spec, spec.problem(), former, folder_of_temporary_files());

  Replay replay;
  replay.changes = changes_since(run, spec);
  if (const ExternalProgram* program = program_of(*spec.method)) replay.program = program->written;
  replay.status_then = status;
  replay.status_now = again.rows.back().status;
  // It was stopped at the same place.
  if (status == run_status::target && replay.status_now == run_status::budget) replay.status_now = status;
  compare_rows(run.rows, again.rows, replay);
  return replay;
}

}  // namespace descent
