#include "experiments/run/folder_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "experiments/optima/optimum_store.hpp"
#include "plots/results/drawing.hpp"
#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
#include "support/records/decision_file.hpp"
#include "support/records/run_file.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

bool is_file_of_run(const std::string& name) {
  return name.starts_with("runs/") || name.starts_with("provenance/");
}

/// True if a listed file of a run is sound or is checked when its run is read. It may be newer than the list,
/// since a kill can come between the two, so weights are compared with the provenance.
bool is_sound_file_of_run(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path file = folder / name;
  const auto state = state_of(file);
  if (!state || file.extension() != ".weights") return state.has_value();
  try {
    return state->bytes <= most_bytes_of_a_run &&
           read_provenance(folder, file.stem().string()).checksums.weights == sha256_of_file(file);
  } catch (const ResultFileError&) {  // reported with the run
    return true;
  }
}

/// The same for decision.json, which has a seal.
bool is_sound_decision_file(const std::filesystem::path& folder) {
  try {
    return is_file(decision_path(folder)) && read_decisions(folder);
  } catch (const ResultFileError&) {
    return false;
  }
}

/// Text at a place in a file; "" if absent, or if the file is missing or damaged. An unreadable file throws,
/// because it belongs to someone and must not be replaced.
std::string text_at(const std::filesystem::path& file, const char* place) {
  if (!is_file(file)) return "";
  const std::string text = text_of_file(file);
  try {
    return parse_json(text, file.string()).value(Json::json_pointer(place), "");
  } catch (const Error&) {
  } catch (const Json::exception&) {  // not a text
  }
  return "";
}

/// "" if the manifest's optimum is present and sound; else the problem, with its path.
std::string damage_of_optimum(const std::filesystem::path& folder, const ManifestOptimum& optimum) {
  const std::filesystem::path file = optimum_file(folder, optimum);
  const std::string damage = damage_of(file, optimum.written);
  if (damage.empty() || !is_file(file)) return damage;
  try {
    check_optimum_file(file);
    return "";
  } catch (const DataError& error) {
    return error.what();
  }
}

}  // namespace

std::vector<std::string> FolderCheck::all() const {
  std::vector<std::string> sentences = damages;
  sentences.insert(sentences.end(), notes.begin(), notes.end());
  return sentences;
}

std::filesystem::path optimum_file(const std::filesystem::path& folder, const ManifestOptimum& optimum) {
  const std::filesystem::path then = optimum.file;
  const std::filesystem::path place = (folder / "").lexically_normal().parent_path();
  for (const char* const up : {"..", "../.."}) {  // the latter in an unpacked package
    const std::filesystem::path file = (place / up / "references").lexically_normal() / then.filename();
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return file;
  }
  return then;
}

std::size_t runs_beside(const std::filesystem::path& folder, const std::vector<std::string>& planned) {
  const std::set<std::string> ids(planned.begin(), planned.end());
  return static_cast<std::size_t>(
      std::ranges::count_if(folder_entries(folder / "runs"), [&](const std::filesystem::path& file) {
        return file.extension() == ".csv" && !ids.contains(file.stem().string());
      }));
}

std::vector<std::string> damages_beside_runs(const std::filesystem::path& folder, const ListedFiles& files) {
  std::vector<std::string> damages;
  const bool half_drawn = is_half_drawn(folder);
  for (const auto& [name, written] : files) {
    if (is_file_of_run(name) || (half_drawn && !is_source_of_figures(name))) continue;
    const std::string damage = damage_of(folder / name, written);
    if (!damage.empty() && !(is_source_of_figures(name) && is_sound_decision_file(folder)))
      damages.push_back(damage);
  }
  return damages;
}

FolderCheck check_results_folder(const std::filesystem::path& folder, const Manifest& manifest) {
  FolderCheck check;
  if (is_half_drawn(folder))
    check.damages.push_back(fmt::format(
        "{}: its figures are being drawn, or a drawing was interrupted; `descent plot {}` draws them again",
        folder.string(), shell_word(folder.string())));
  for (const auto& [name, written] : manifest.files) {
    if (!is_file_of_run(name) || is_sound_file_of_run(folder, name)) continue;
    if (const std::string damage = damage_of(folder / name, written); !damage.empty())
      check.damages.push_back(damage);
  }
  const std::vector<std::string> others = damages_beside_runs(folder, manifest.files);
  check.damages.insert(check.damages.end(), others.begin(), others.end());
  for (const ManifestOptimum& optimum : manifest.optima) {
    if (const std::string damage = damage_of_optimum(folder, optimum); !damage.empty())
      check.damages.push_back(damage);
  }
  if (const std::size_t beside = runs_beside(folder, run_ids(manifest)); beside > 0)
    check.notes.push_back(
        fmt::format("{}: {} in {} not in the manifest: of other settings, or the manifest is an older one",
                    folder.string(), plural(beside, "run"), (folder / "runs").string()));
  return check;
}

void require_folder_of(const std::string& name, const std::filesystem::path& folder, ResultsKind kind) {
  const std::string runs_name = text_at(folder / "manifest.json", "/name");
  const std::string crossvalidation_name = text_at(folder / "crossvalidation.json", "/config/name");
  for (const std::string& former : {runs_name, crossvalidation_name}) {
    if (former.empty() || former == name) continue;
    throw ConfigError("{}: holds the results of \"{}\"; give \"{}\" a folder of its own with --out",
                      folder.string(), former, name);
  }
  const bool is_of_runs = kind == ResultsKind::runs;
  if (!is_file(folder / (is_of_runs ? "crossvalidation.json" : "manifest.json"))) return;
  throw ConfigError("{}: holds the {} \"{}\"; give the {} of that name a folder of its own with --out",
                    folder.string(), is_of_runs ? "cross-validation" : "runs of", name,
                    is_of_runs ? "runs" : "cross-validation");
}

void require_results_folder(const std::filesystem::path& folder) {
  if (is_present(folder)) return;
  std::filesystem::path quick = folder.has_filename() ? folder : folder.parent_path();
  quick += "-quick";
  if (!is_folder(quick)) return;
  throw ConfigError("{}: is not there; {}, of a run with --quick, is", folder.string(), quick.string());
}

bool is_crossvalidation(const std::filesystem::path& folder) {
  return is_present(folder / "splits.csv") && !is_present(folder / "manifest.json");
}

void require_folder_of_runs(const std::filesystem::path& folder) {
  require_results_folder(folder);
  if (!is_crossvalidation(folder)) return;
  throw ConfigError("{}: is a cross-validation, which has neither runs nor curves: read its table.md",
                    folder.string());
}

}  // namespace descent
