#include "experiments/run/folder_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plots/figure.hpp"
#include "plots/results/drawing.hpp"
#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/own_files.hpp"
#include "support/json/read_json.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

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

std::optional<std::string> note_on_runs_beside(const std::filesystem::path& folder,
                                               const std::vector<std::string>& planned) {
  const std::set<std::string> ids(planned.begin(), planned.end());
  const auto beside =
      std::ranges::count_if(folder_entries(folder / "runs"), [&](const std::filesystem::path& file) {
        return file.extension() == ".csv" && !ids.contains(file.stem().string());
      });
  if (beside == 0) return std::nullopt;
  return fmt::format("{}: {} of other settings, data or code, or of a newer manifest, are not used",
                     (folder / "runs").string(), plural(static_cast<std::size_t>(beside), "run"));
}

void print_note_on_runs_beside(const std::filesystem::path& folder, const Manifest& manifest) {
  if (const auto note = note_on_runs_beside(folder, run_ids(manifest))) print_error("note: {}\n", *note);
}

void require_folder_of(const std::string& name, const std::filesystem::path& config_file,
                       const std::filesystem::path& folder, ResultsKind kind) {
  const bool is_of_runs = kind == ResultsKind::runs;
  const std::filesystem::path manifest = folder / "manifest.json";
  const std::filesystem::path crossvalidation = folder / "crossvalidation.json";
  for (const auto& [file, place] : {std::pair{manifest, "/name"}, {crossvalidation, "/config/name"}}) {
    const std::string former = text_at(file, place);
    const std::filesystem::path former_file = text_at(file, "/config_file");
    std::error_code ignored;
    const bool is_other_file =
        is_file(former_file) && !std::filesystem::equivalent(former_file, config_file, ignored);
    if (former.empty() || (former == name && !is_other_file)) continue;
    if (former == name)
      throw ConfigError(
          "{}: holds the results of {}, whose name is \"{}\" too; give {} another \"name\", or a folder of "
          "its "
          "own with --out",
          folder.string(), former_file.string(), name, config_file.string());
    throw ConfigError("{}: holds the results of \"{}\"; give \"{}\" a folder of its own with --out",
                      folder.string(), former, name);
  }
  if (is_file(is_of_runs ? crossvalidation : manifest))
    throw ConfigError("{}: holds the {} \"{}\"; give the {} of that name a folder of its own with --out",
                      folder.string(), is_of_runs ? "cross-validation" : "runs of", name,
                      is_of_runs ? "runs" : "cross-validation");
  const OwnFiles own(folder);
  if (is_of_runs) {
    for (const char* const file : {"manifest.json", "decision.json"}) own.require(file);
    for (const char* const each : {"runs", "provenance"}) own.require_folder(each);
    require_room_for_drawing(own, name);
  } else {
    for (const char* const file : {"crossvalidation.json", "splits.csv", "table.md"}) own.require(file);
    own.require_folder("splits");
  }
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

ResultsFolder read_folder_of_runs(const std::filesystem::path& folder, ProcessorModels models) {
  require_folder_of_runs(folder);
  ResultsFolder results = read_drawable_results(folder, models);
  print_note_on_runs_beside(folder, results.manifest);
  return results;
}

}  // namespace descent
