// descent report DIR...: one HTML page to explore all results.

#include <fmt/format.h>

#include <filesystem>

#include "experiments/commands/command_line.hpp"
#include "experiments/program/build_info.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/claims/claims.hpp"
#include "plots/claims/verdict.hpp"
#include "plots/labels/labels.hpp"
#include "plots/report/report.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/own_files.hpp"
#include "support/terminal/print.hpp"
#include "support/text/ends_in.hpp"
#include "support/text/printable.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

namespace fs = std::filesystem;

constexpr const char* report_usage = "report DIR... [options]";

/// All claims files of the program.
std::vector<std::string> claims_files() {
  std::vector<std::string> files;
  for (const fs::path& entry : folder_entries(claims_folder())) {
    if (entry.extension() == ".json") files.push_back(entry.string());
  }
  return files;
}

/// Claims files given by --claims, else all.
std::vector<std::string> claims_files(const po::variables_map& values) {
  return values.contains("claims") ? values["claims"].as<std::vector<std::string>>() : claims_files();
}

/// Answers the claims of the file. Prints a note and returns none if a claim is ambiguous and the file was
/// not requested.
Answers answer_if_clear(const std::string& file, const Claims& claims,
                        const std::vector<ResultsFolder>& results, bool is_asked_for) {
  try {
    return answer(claims, {results});
  } catch (const ConfigError& error) {
    if (is_asked_for) throw ConfigError("{}: {}", file, error.what());
    print_error("note: {}: {}; the page has no verdicts of this file\n", file, error.what());
    return {};
  }
}

/// Names of the folders, so that the page does not show where they are.
std::vector<std::string> names_of(const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& folder : folders)
    names.push_back((fs::path(folder) / "").parent_path().filename().string());
  return names;
}

/// Answers to every claims file that the results can answer.
Json verdicts_json(const po::variables_map& values, const std::vector<std::string>& folders,
                   const std::vector<ResultsFolder>& results) {
  Json verdicts = Json::array();
  const auto known = known_methods(results);
  for (const std::string& file : claims_files(values)) {
    const Claims claims = read_claims(file, known);
    const Answers answers = answer_if_clear(file, claims, results, values.contains("claims"));
    if (has_results(answers)) {
      verdicts.push_back(
          verdict_document(claims, {fs::path(file).filename().string(), names_of(folders)}, answers));
      for (std::size_t k = 0; claims.summary && k < claims.summary->rows.size(); ++k) {
        const auto& [title, settings, ids, datasets] = claims.summary->rows[k];
        verdicts.back()["summary"]["rows"][k].update(
            {{"settings", settings}, {"claims", ids}, {"datasets", datasets}});
      }
    } else if (values.contains("claims"))
      throw ConfigError("{}: none of its claims can be answered from these results", file);
  }
  for (const ResultsFolder& each : results) shorten_paths(each.manifest, verdicts);
  return verdicts;
}

/// DIR/report.html; for several folders, in the parent of the first.
fs::path page_path(const po::variables_map& values, const std::vector<std::string>& folders) {
  if (const auto path = text_of(values, "out", "be a file")) {
    if (!ends_in(*path, ".html"))
      throw ConfigError("--out: must be a file NAME.html, got \"{}\"", shown(*path));
    return *path;
  }
  const fs::path first = fs::path(folders.front()) / "";  // with a slash, so that its parent is the folder
  return (folders.size() == 1 ? first.parent_path() : first.parent_path().parent_path()) / "report.html";
}

}  // namespace

int report_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(
      options,
      {{"out", text_value("FILE.html"),
        "the page; default: DIR/report.html, of several folders beside the first of them"},
       {"claims", texts_value("FILE"),
        "findings to answer, may be repeated; default: all of configs/claims that these results answer"},
       {"quiet", nullptr, "do not say where the page is"},
       {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments values =
      parse_arguments(arguments, report_usage, options, "folder", "results folder");
  const std::vector<std::string>& folders = values.words;
  const fs::path path = page_path(values, folders);
  // The usual page is one of the folder's own files, also where the command names it.
  const auto output = values.contains("out") && !is_own_file(path) ? values.open_output("out")
                                                                   : std::unique_ptr<OutputFile>();
  if (!output) OwnFiles(folder_of(path)).require(path.filename().string());

  const auto models = processor_models_of(values);
  std::vector<ResultsFolder> results;
  Json experiments = Json::array();
  for (const std::string& folder : folders) {
    results.push_back(read_folder_of_runs(folder, models));
    experiments.push_back(report_experiment(results.back()));
  }
  const std::string title = results.size() == 1 ? results.front().manifest.title : "Results of descent";
  const BuildInfo& info = build_info();
  Json data{
      {"made", utc_now()},
      {"program", fmt::format("descent {} ({}{})", info.version, info.commit, info.dirty ? ", changed" : "")},
      {"experiments", std::move(experiments)},
      {"verdicts", verdicts_json(values, folders, results)}};
  const std::string page = report_page(title, std::move(data));
  if (output) {
    output->write(page);
    output->commit();
  } else {
    OwnFiles(folder_of(path)).write(path.filename().string(), page);
  }
  if (values.contains("quiet")) return 0;
  print_output("  {} ({:.1f} MB)\n", path.string(), static_cast<double>(page.size()) / 1e6);
  for (std::size_t k = 0; k < folders.size(); ++k)
    for (const std::string& condition : condition_sentences(results[k].manifest))
      print_output("  {}: {}\n", folders[k], condition);
  return 0;
}

}  // namespace descent
