// Joins results folders of one configuration (package.hpp).

#include "experiments/pack/package.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "experiments/optima/certified_optimum.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/run_store.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/json/seal.hpp"
#include "support/ranges.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_run(const std::string& id) {
  return {"provenance/" + id + ".json", "runs/" + id + ".weights", "runs/" + id + ".csv"};
}

/// Throws ConfigError unless the manifests have the same configuration, seeds aside, data and tuned
/// constants.
void require_same_plan(const Json& first, const Json& other, const fs::path& folder) {
  const auto plan_of = [](const Json& manifest) {
    Json plan{{"config", manifest.at("config")}, {"datasets", manifest.at("datasets")}};
    plan["config"].erase("seeds");
    for (const Json& constant : manifest.value("constants", Json::array())) {
      if (constant.at("origin").get<std::string>().starts_with("reference: ")) continue;  // of an optimum
      std::string what;
      for (const char* const key :
           {"method", "variant", "option", "dataset", "loss", "regularizer", "lambda"})
        what += (what.empty() ? "" : " ") + constant.value(key, "");
      plan["constants"][what] = constant.at("value");
    }
    return plan;
  };
  if (const Json difference = Json::diff(plan_of(first), plan_of(other)); !difference.empty())
    throw ConfigError(
        "{}: its manifest differs from the first folder's in {}: merge takes one configuration, its tuned "
        "constants and its data",
        folder.string(), difference[0]["path"].get<std::string>());
}

/// Judges a run by another bound. Returns false if it has the bound.
bool take_bound(const fs::path& folder, const std::string& id, const ManifestOptimum& optimum) {
  RunFile run = read_run(folder, id);
  if (run_status::is_failed(run.rows.back().status) || run.rows.back().lower_bound == optimum.lower_bound)
    return false;
  CertifiedOptimum certified;
  certified.objective = optimum.objective;
  certified.lower_bound = optimum.lower_bound;
  for (const ResultRow& row : run.rows) {
    const std::string wrong = row.objective ? contradiction(certified, *row.objective, row.dual_value) : "";
    if (!wrong.empty())
      throw ResultFileError("{}: {}, {}", run_file(folder, id).string(), wrong, optimum.file);
  }
  set_bound(optimum.lower_bound, run.rows);
  store_changed_rows(folder, id, run);
  return true;
}

/// A merged folder under construction.
class Merger {
 public:
  /// `first` is the manifest of the first folder.
  Merger(fs::path out, const Json& first)
      : out_(std::move(out)),
        references_((fs::absolute(out_) / "").lexically_normal().parent_path().parent_path() / "references"),
        merged_(first) {
    for (const char* const list : {"runs", "references", "sessions"}) merged_[list] = Json::array();
    merged_.erase("merged_from");
    for (const fs::path& part : {out_ / "runs", out_ / "provenance", references_}) make_folder(part);
  }

  /// `json` is the folder's manifest, whose entries are taken as they are.
  void add(const fs::path& folder, const Json& json) {
    const Manifest manifest = read_manifest(folder);
    add_optima(folder, manifest, json);
    for (const char* const list : {"sessions", "constants", "lambdas", "left_out"})
      for (const Json& each : json.value(list, Json::array()))
        if (!contains(merged_[list], each)) merged_[list].push_back(each);
    for (std::size_t i = 0; i < manifest.runs.size(); ++i) {
      const std::string& id = manifest.runs[i].id;
      Json cell = json["runs"][i];
      if (planned_.insert(id).second) merged_["runs"].push_back(cell);
      if (cell.contains("seed")) cell.erase("id");
      ids_of_cell_[cell].insert(id);
      if (is_file(run_file(folder, id))) copy_run(folder, id);
    }
    const std::string before = merged_.value("merged_from", "");
    merged_["merged_from"] =
        before + (before.empty() ? "" : ", ") + (folder / "").parent_path().filename().string();
  }

  /// Judges all runs by the certificates and writes the manifest. `first`: the first folder.
  std::vector<std::string> end(const fs::path& first) {
    keep_one_a_seed();
    for (const std::string& id : planned_)
      if (is_file(run_file(out_, id))) judge(id);
    if (is_file(first / "decision.json")) {
      write_atomically(out_ / "decision.json", text_of_file(first / "decision.json"));
      files_["decision.json"] = listed(out_ / "decision.json");
    }
    merged_[files_key] = to_json(files_);
    write_sealed_json(out_ / "manifest.json", merged_);
    std::vector<std::string> notes;
    if (older_ > 0)
      notes.push_back(plural(older_, "run") +
                      " in several folders with other times: the latest that has not failed is kept");
    if (judged_ > 0)
      notes.push_back(plural(judged_, "run") + " judged by the certificate of an earlier folder");
    if (doubled_ > 0)
      notes.push_back(plural(doubled_, "run") +
                      " with method, problem and seed of another, from another machine or program: the "
                      "latest that has not failed is kept");
    return notes;
  }

 private:
  /// Takes the certificates of problems that no earlier folder has.
  void add_optima(const fs::path& folder, const Manifest& manifest, const Json& json) {
    for (std::size_t i = 0; i < manifest.optima.size(); ++i) {
      const ManifestOptimum& optimum = manifest.optima[i];
      if (optimum_of(optima_, optimum) != nullptr) continue;
      optima_.push_back(optimum);
      const fs::path file = optimum_file(folder, optimum);
      const fs::path copy = references_ / file.filename();
      if (is_file(file) && !is_file(copy)) write_atomically(copy, text_of_file(file));
      merged_["references"].push_back(json["references"][i]);
      merged_["references"].back()["file"] = copy.generic_string();
    }
  }

  /// A failed run gives way to any other, then the earlier one to the later one.
  static std::pair<bool, std::string> rank(const fs::path& folder, const std::string& id) {
    if (!is_file(run_file(folder, id))) return {};
    const RunFile run = read_run(folder, id);
    return {!run_status::is_failed(run.rows.back().status), run.provenance.ended};
  }

  /// Copies the files of a run, unless the one here ranks as high.
  void copy_run(const fs::path& folder, const std::string& id) {
    if (is_file(run_file(out_, id))) {
      const auto kept = rank(out_, id), other = rank(folder, id);
      older_ += kept != other ? 1 : 0;
      if (kept >= other) return;
    }
    for (const std::string& name : files_of_run(id)) {
      fs::remove(out_ / name);
      if (is_file(folder / name)) write_atomically(out_ / name, text_of_file(folder / name));
    }
  }

  /// Of runs with one method, problem and seed, from several machines or programs: a seed counts once.
  void keep_one_a_seed() {
    for (auto& [cell, ids] : ids_of_cell_) {
      ids.erase(std::ranges::max_element(ids, {}, [&](const std::string& id) { return rank(out_, id); }));
      for (const std::string& id : ids) {
        planned_.erase(id);
        doubled_ += is_file(run_file(out_, id)) ? 1 : 0;
        for (const std::string& name : files_of_run(id)) fs::remove(out_ / name);
      }
    }
    std::erase_if(merged_["runs"].get_ref<Json::array_t&>(),
                  [&](const Json& run) { return !planned_.contains(run["id"].get<std::string>()); });
  }

  void judge(const std::string& id) {
    const ResultRow row = read_run(out_, id).rows.front();
    if (const ManifestOptimum* const optimum = optimum_of(optima_, row.problem()))
      judged_ += take_bound(out_, id, *optimum) ? 1 : 0;
    for (const std::string& name : files_of_run(id))
      if (is_file(out_ / name)) files_[name] = listed(out_ / name);
  }

  const fs::path out_, references_;
  Json merged_;  ///< the manifest
  std::vector<ManifestOptimum> optima_;
  ListedFiles files_;
  std::set<std::string> planned_;
  std::map<Json, std::set<std::string>> ids_of_cell_;  ///< by method, problem and seed
  std::size_t doubled_ = 0, older_ = 0, judged_ = 0;
};

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
  Merger merger(out, manifests.front());
  for (std::size_t k = 0; k < folders.size(); ++k) merger.add(folders[k], manifests[k]);
  return merger.end(folders.front());
}

}  // namespace descent
