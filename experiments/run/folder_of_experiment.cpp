#include "experiments/run/folder_of_experiment.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/text_of_file.hpp"
#include "support/json/read_json.hpp"

namespace descent {

namespace {

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

}  // namespace

void require_folder_of(const std::string& name, const std::filesystem::path& folder, ResultsKind kind) {
  const std::string of_runs = text_at(folder / "manifest.json", "/name");
  const std::string of_crossvalidation = text_at(folder / "crossvalidation.json", "/config/name");
  for (const std::string& former : {of_runs, of_crossvalidation}) {
    if (former.empty() || former == name) continue;
    throw ConfigError(
        fmt::format("{}: holds the results of \"{}\"; give \"{}\" a folder of its own with --out",
                    folder.string(), former, name));
  }
  const bool is_of_runs = kind == ResultsKind::runs;
  if (!is_file(folder / (is_of_runs ? "crossvalidation.json" : "manifest.json"))) return;
  throw ConfigError(fmt::format(
      "{}: holds the {} \"{}\"; give the {} of that name a folder of its own with --out", folder.string(),
      is_of_runs ? "cross-validation" : "runs of", name, is_of_runs ? "runs" : "cross-validation"));
}

void require_results_folder(const std::filesystem::path& folder) {
  std::error_code unknown;
  if (std::filesystem::exists(folder, unknown)) return;
  std::filesystem::path quick = folder.has_filename() ? folder : folder.parent_path();
  quick += "-quick";
  if (!std::filesystem::is_directory(quick, unknown)) return;
  throw ConfigError(
      fmt::format("{}: is not there; {}, of a run with --quick, is", folder.string(), quick.string()));
}

bool is_crossvalidation(const std::filesystem::path& folder) {
  std::error_code unknown;
  return std::filesystem::exists(folder / "splits.csv", unknown) &&
         !std::filesystem::exists(folder / "manifest.json", unknown);
}

void require_folder_of_runs(const std::filesystem::path& folder) {
  require_results_folder(folder);
  if (!is_crossvalidation(folder)) return;
  throw ConfigError(fmt::format(
      "{}: is a cross-validation, which has neither runs nor curves: read its table.md", folder.string()));
}

}  // namespace descent
