// descent verify DIR...: answers the findings of a paper from results.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "datasets/catalog/data_folders.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/claims/claims.hpp"
#include "plots/claims/verdict.hpp"
#include "plots/labels/labels.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/contract/method.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/json/read_json.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr const char* verify_usage = "verify DIR... [options]";

/// The requested claims file, or the main paper's.
std::string claims_file_of(const po::variables_map& values) {
  if (const auto file = text_of(values, "claims", "be a file")) return *file;
  const std::filesystem::path file = claims_folder() / "tao2013.json";
  if (is_file(file)) return file.string();
  throw ConfigError("{} is not there: name a file with --claims", file.string());
}

/// Results of `descent run` and `descent crossvalidate`.
struct VerifiedResults {
  std::vector<ResultsFolder> runs;
  std::vector<std::vector<CrossvalidationRow>> crossvalidations;
  std::vector<std::string> notes;  ///< reasons not to take the results as complete
};

/// Reads a folder of `descent run`. Throws ConfigError if no run is done.
ResultsFolder read_runs(const std::filesystem::path& folder, ProcessorModels models,
                        std::vector<std::string>& notes) {
  ResultsFolder results = read_folder_of_runs(folder, models);
  const auto done = std::ranges::count_if(
      results.runs, [](const StoredRun& run) { return !run_status::is_failed(run.rows.back().status); });
  const std::string share = fmt::format(
      "{}: {} of {} done; `descent run {}`, with the options that the results were begun with, carries out "
      "the others",
      folder.string(), done, plural(results.manifest.runs.size(), "run"),
      shell_word(results.manifest.config_file));
  if (done == 0) throw ConfigError(share);
  if (static_cast<std::size_t>(done) < results.manifest.runs.size()) notes.push_back(share);
  for (const std::string& condition : condition_sentences(results.manifest))
    notes.push_back(fmt::format("{}: {}", folder.string(), condition));
  return results;
}

VerifiedResults read_results(const std::vector<std::string>& folders, ProcessorModels models) {
  VerifiedResults results;
  for (const std::filesystem::path folder : folders) {
    require_results_folder(folder);
    if (is_crossvalidation(folder)) {
      results.crossvalidations.push_back(read_crossvalidation(folder));
    } else if (!std::filesystem::exists(folder / "manifest.json") && std::filesystem::is_directory(folder)) {
      throw ConfigError(
          "{}: holds no results, neither manifest.json of `descent run` nor splits.csv of `descent "
          "crossvalidate`",
          folder.string());
    } else {
      results.runs.push_back(read_runs(folder, models, results.notes));
    }
  }
  return results;
}

/// The runs that a claim needs: "hinge + l2 on a9a or ijcnn1, λ = 1/m (sum), protocol own: pegasos".
std::string text_of_claim(const Claim& claim, const Setting& setting) {
  std::vector<std::string> datasets;
  for (const Alternatives& alternatives : claim.datasets)
    for (const std::string& dataset : alternatives) {
      const auto replacement = setting.data.find(dataset);
      datasets.push_back(replacement == setting.data.end() ? dataset : replacement->second);
    }
  const auto methods = mapped(claim.methods(), [](const auto& method) { return text_of(method); });
  const std::string on = fmt::format("{}", fmt::join(datasets, " or "));
  if (claim.of_models)
    return fmt::format("a cross-validation of models on {}: {}", on, fmt::join(methods, ", "));
  return fmt::format(
      "{} + {} on {}, {}{}{}{}: {}", claim.loss, claim.regularizer, on,
      setting.lambda.is_c() ? "" : "λ = ", setting.lambda.text, setting.form.is_sum ? " (sum)" : "",
      setting.protocol.empty() ? "" : ", protocol " + setting.protocol, fmt::join(methods, ", "));
}

/// Throws because no claim has results: the folders are about other problems, methods or protocols.
[[noreturn]] void complain_about_results(const Claims& claims, const VerdictSources& sources) {
  throw ConfigError(
      "none of the claims of {} can be answered from {}: the first needs {}; for a question of your own, "
      "write a claims file (docs/verdicts.md)",
      sources.claims_file, fmt::join(sources.folders, ", "),
      text_of_claim(claims.claims.front(), claims.settings.front()));
}

/// Adds a note for each dataset that several folders have results for.
void note_passed_over(const Answers& answers, std::vector<std::string>& notes) {
  for (const ClaimAnswer& claim : answers) {
    for (const SettingAnswer& setting : claim) {
      for (const DatasetVerdict& each : setting.datasets) {
        if (each.passed_over.empty()) continue;
        const std::string note =
            fmt::format("{}: two folders have results, of {} and {}: the later one counts", each.dataset,
                        each.passed_over, each.experiment);
        if (!contains(notes, note)) notes.push_back(note);
      }
    }
  }
}

}  // namespace

std::filesystem::path claims_folder() {
  const std::filesystem::path here = "configs/claims";
  if (is_folder(here)) return here;
  return catalog_folder().path.parent_path() / here;
}

std::vector<std::string> known_methods(const std::vector<ResultsFolder>& results) {
  std::vector<std::string> names = mapped(methods(), &Method::name);
  for (const ResultsFolder& folder : results)
    for (const ManifestMethod& method : folder.manifest.methods) names.push_back(method.name);
  return names;
}

int verify_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(
      options,
      {{"claims", text_value("FILE"), "claims to answer; default: configs/claims/tao2013.json"},
       {"json", text_value("FILE"), "write the answers as JSON too"},
       {"all", nullptr, "print every comparison with its numbers, and the rules"},
       {"brief", nullptr, "print only the summary, and how many verdicts hold, are mixed, fail and are open"},
       {mixed_processors_option, nullptr, mixed_processors_text}});
  const ParsedArguments values =
      parse_arguments(arguments, verify_usage, options, "folder", "results folder");
  const auto json_file = values.open_output("json");
  VerdictSources sources;
  sources.folders = values.words;
  sources.claims_file = claims_file_of(values);
  const VerifiedResults results = read_results(sources.folders, processor_models_of(values));
  sources.notes = results.notes;
  const Claims claims = read_claims(sources.claims_file, known_methods(results.runs));
  const Answers answers = answer(claims, {results.runs, results.crossvalidations});
  if (!has_results(answers)) complain_about_results(claims, sources);
  note_passed_over(answers, sources.notes);
  if (json_file) {
    // One line per claim: numbers of many comparisons would fill thousands of lines.
    json_file->write(json_text_in_lines(verdict_document(claims, sources, answers), 2) + '\n');
    json_file->commit();
  }
  if (!values.contains("brief")) {
    print_output("{}", verdict_text(claims, answers, sources.notes, values.contains("all")));
    return 0;
  }
  print_output("{}", verdict_summary(claims, answers));
  for (const std::string& note : sources.notes) print_output("  {}\n", note);
  return 0;
}

}  // namespace descent
