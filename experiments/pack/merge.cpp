#include "experiments/pack/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "experiments/run/folder_check.hpp"
#include "experiments/run/run_store.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/text_of_file.hpp"
#include "support/json/seal.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_run(const std::string& id) {
  return {"provenance/" + id + ".json", "runs/" + id + ".weights", "runs/" + id + ".csv"};
}

/// Throws ConfigError unless the manifests have the same configuration, seeds aside, and the same data.
void require_same_plan(const Json& first, const Json& other, const fs::path& folder) {
  const auto plan_of = [](const Json& manifest) {
    Json plan{{"config", manifest.at("config")}, {"datasets", manifest.at("datasets")}};
    plan["config"].erase("seeds");
    return plan;
  };
  if (const Json difference = Json::diff(plan_of(first), plan_of(other)); !difference.empty())
    throw ConfigError(fmt::format(
        "{}: its manifest differs from the first folder's in {}: merge takes one configuration and its data",
        folder.string(), difference[0]["path"].get<std::string>()));
}

/// Judges a run by another bound. Returns false if it has the bound.
bool take_bound(const fs::path& folder, const std::string& id, const ManifestOptimum& optimum) {
  RunFile run = read_run(folder, id);
  const double bound = optimum.lower_bound;
  if (run_status::is_failed(run.rows.back().status) || run.rows.back().lower_bound == bound) return false;
  for (const ResultRow& row : run.rows) {
    if (row.objective && *row.objective < bound - 1e-11 * std::abs(bound))
      throw ResultFileError(fmt::format("{}: contradicts the certified optimum {}",
                                        run_file(folder, id).string(), optimum.file));
  }
  set_bound(bound, run.rows);
  store_changed_rows(folder, id, run);
  return true;
}

}  // namespace

std::vector<std::string> merge_results(const std::vector<fs::path>& folders, const fs::path& out) {
  if (fs::exists(out)) throw ConfigError(out.string() + ": is there; merge makes a new folder");
  std::vector<Json> manifests;
  for (const fs::path& folder : folders) {
    require_folder_of_runs(folder);
    read_results_folder(folder);  // throws if a run is damaged
    manifests.push_back(read_sealed_json(folder / "manifest.json"));
    require_same_plan(manifests.front(), manifests.back(), folder);
  }
  Json merged = manifests.front();
  for (const char* const list : {"runs", "references", "sessions"}) merged[list] = Json::array();
  const fs::path references =
      (fs::absolute(out) / "").lexically_normal().parent_path().parent_path() / "references";
  for (const fs::path& part : {out / "runs", out / "provenance", references}) make_folder(part);
  std::vector<ManifestOptimum> optima;
  ListedFiles files;
  std::set<std::string> planned;
  std::set<std::tuple<std::string, Json, std::uint64_t>> cells;
  std::size_t doubled = 0, older = 0, judged = 0;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    const Manifest manifest = read_manifest(folders[k]);
    for (std::size_t i = 0; i < manifest.optima.size(); ++i) {
      const ManifestOptimum& optimum = manifest.optima[i];
      if (optimum_of(optima, optimum) != nullptr) continue;
      optima.push_back(optimum);
      const fs::path file = optimum_file(folders[k], optimum);
      const fs::path copy = references / file.filename();
      if (is_file(file) && !is_file(copy)) write_atomically(copy, text_of_file(file));
      merged["references"].push_back(manifests[k]["references"][i]);
      merged["references"].back()["file"] = copy.generic_string();
    }
    for (const char* const list : {"sessions", "constants", "lambdas", "left_out"})
      for (const Json& each : manifests[k].value(list, Json::array()))
        if (std::ranges::find(merged[list], each) == merged[list].end()) merged[list].push_back(each);
    for (std::size_t i = 0; i < manifest.runs.size(); ++i) {
      const ManifestRun& run = manifest.runs[i];
      if (planned.insert(run.id).second) merged["runs"].push_back(manifests[k]["runs"][i]);
      if (!is_file(run_file(folders[k], run.id))) continue;
      if (is_file(run_file(out, run.id))) {
        const std::string kept = read_provenance(out, run.id).ended;
        const std::string other = read_provenance(folders[k], run.id).ended;
        older += kept != other ? 1 : 0;
        if (kept >= other) continue;
      }
      for (const std::string& name : files_of_run(run.id)) {
        if (!is_file(folders[k] / name)) continue;
        write_atomically(out / name, text_of_file(folders[k] / name));
      }
    }
  }
  for (const std::string& id : planned) {
    if (!is_file(run_file(out, id))) continue;
    const ResultRow row = read_run(out, id).rows.front();
    const ManifestOptimum* const optimum = optimum_of(optima, row.problem());
    if (optimum != nullptr) judged += take_bound(out, id, *optimum) ? 1 : 0;
    const Json cell{row.dataset, row.loss, row.regularizer, row.lambda, row.variant};
    doubled += cells.emplace(row.method, cell, row.seed).second ? 0 : 1;
    for (const std::string& name : files_of_run(id))
      if (is_file(out / name)) files[name] = listed(out / name);
  }
  if (is_file(folders.front() / "decision.json")) {
    write_atomically(out / "decision.json", text_of_file(folders.front() / "decision.json"));
    files["decision.json"] = listed(out / "decision.json");
  }
  merged[files_key] = to_json(files);
  write_sealed_json(out / "manifest.json", merged);
  std::vector<std::string> notes;
  if (older > 0)
    notes.push_back(plural(older, "run") + " in several folders with other times: the latest is kept");
  if (judged > 0) notes.push_back(plural(judged, "run") + " judged by the certificate of an earlier folder");
  if (doubled > 0)
    notes.push_back(plural(doubled, "run") +
                    " with method, problem and seed of another, from another machine or program");
  return notes;
}

}  // namespace descent
