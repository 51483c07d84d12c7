#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/crossvalidation/crossvalidation.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/program/build_info.hpp"
#include "experiments/run/planned_manifest.hpp"
#include "plots/tables/crossvalidation_table.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/own_files.hpp"
#include "support/files/sha256.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

/// A dataset with one division.
struct Study {
  const Dataset* dataset = nullptr;
  RowDivision division;
  std::string id;  ///< of its rows in the store

  std::string description() const {
    if (division.kind == split_kind::own) return dataset->name + ", own split";
    return fmt::format("{}, split {}", dataset->name, division.seed);
  }
};

/// Loads the configuration's data with all test rows. Each fit prepares its rows itself. Throws the errors of
/// the fits' preparation before any fit.
std::vector<Dataset> load(const CrossvalidationConfig& config, bool require_real) {
  std::vector<Dataset> datasets = load_datasets_of(
      config, {.require_real = require_real, .test_limit = std::numeric_limits<Index>::max()}, false);
  for (Dataset dataset : datasets) {
    if (dataset.test.rows.outer_size() == 0 && config.own_split)
      throw ConfigError(
          "{}: /datasets: {} has no test rows to count errors on: give "
          "\"splits\": {{\"own\": false, \"seeded\": 10}}, or a \"test\" file",
          config.path.string(), dataset.name);
    try {
      prepare(dataset, config);
    } catch (const ConfigError& error) {
      throw ConfigError("{}: {}", config.path.string(), error.what());
    }
  }
  return datasets;
}

const char* scaling_note(Scaling scaling) {
  return scaling == Scaling::none    ? ""
         : scaling == Scaling::row   ? "; rows scaled to norm 1"
         : scaling == Scaling::range ? "; columns scaled to 0..1 by the rows of each fit"
                                     : "; columns standardised by the rows of each fit";
}

std::string published_text(const PublishedResult& result) {
  return fmt::format("{}/{}, {} ({})", result.errors, result.rows, result.features, result.source);
}

CrossvalidationTexts texts_of(const CrossvalidationConfig& config, const std::vector<Dataset>& datasets,
                              std::size_t failed) {
  CrossvalidationTexts texts;
  texts.title = config.title;
  for (const ModelEntry& model : config.models)
    if (!model.published.empty())
      texts.published[model.label] =
          fmt::format("{}", fmt::join(mapped(model.published, published_text), "; "));
  for (const Dataset& dataset : datasets) {
    const std::string weights = weighting_text(dataset);
    texts.notes.push_back(fmt::format("{}: {} ({}), sha256 {}{}", dataset.name, dataset.origin,
                                      dataset.source, dataset.sha256, weights.empty() ? "" : "; " + weights));
  }
  texts.notes.push_back(
      fmt::format("{} folds, stratified by class{}; of λ with equally many errors the largest.", config.folds,
                  scaling_note(config.scaling)));
  if (failed > 0)
    texts.notes.push_back(
        fmt::format("{} failed and {} missing.", plural(failed, "split"), failed == 1 ? "is" : "are"));
  return texts;
}

void write_record(const CrossvalidationConfig& config, const std::vector<Dataset>& datasets,
                  const std::vector<std::string>& splits, OwnFiles& own) {
  Json record = {{"config_file", std::filesystem::absolute(config.path).lexically_normal().generic_string()},
                 {"config", to_json(config)},
                 {"ended", utc_now()},
                 {"splits", splits}};
  record.update(program_and_machine());
  for (const Dataset& dataset : datasets) record["datasets"].push_back(write_record(facts_of(dataset)));
  own.write("crossvalidation.json", json_text(record, 1) + '\n', AfterPowerFailure::file);
}

std::vector<Study> studies_of(const CrossvalidationConfig& config, const std::vector<Dataset>& datasets) {
  const std::string program = sha256_of_file("/proc/self/exe");
  std::vector<Study> studies;
  for (const Dataset& dataset : datasets)
    for (const RowDivision& division : divisions_of(config))
      studies.push_back({&dataset, division, split_id(config, dataset, division, program)});
  return studies;
}

/// The job of a study, which counts its failure.
Job job_of(const Study& study, const CrossvalidationConfig& config, const Store<CrossvalidationRow>& store,
           std::size_t& failed) {
  int cores = 1;
  for (const ModelEntry& model : config.models) cores = std::max(cores, cores_of(model.options()));
  return {.what = study.description(),
          .cores = cores,
          .work =
              [&] {
                store.put(study.id, cross_validate(config, *study.dataset, study.division));
                return std::string();
              },
          .finished =
              [&](const std::string&, const std::string& failure) {
                if (failure.empty()) return;
                ++failed;
                print_error("failed: {}: {}\n", study.description(), failure);
              }};
}

}  // namespace

std::string split_id(const CrossvalidationConfig& config, const Dataset& dataset, const RowDivision& division,
                     const std::string& program) {
  Json models = to_json(config);
  for (const char* key : {"title", "datasets", "real_only", "splits"}) models.erase(key);
  for (Json& model : models["models"]) model.erase("published");
  const TitledDataset* const titled = config.find_titled(dataset.name);
  const Json identity = {
      {"config", models},
      {"dataset", {dataset.name, dataset.source, dataset.sha256, dataset.origin, dataset.weights_sha256}},
      {"reading", entry_without_paths(dataset.name, titled)},
      {"weighting", titled == nullptr ? Json() : write_keys(row_weighting_keys(), titled->weighting)},
      {"division", {division.kind, division.seed, config.test_share}},
      {"program", program}};
  return run_id(identity);
}

std::size_t run_crossvalidation(const CrossvalidationConfig& config, const std::filesystem::path& folder,
                                bool require_real, const JobSettings& settings) {
  const std::vector<Dataset> datasets = load(config, require_real);
  if (settings.output == Output::details) print_left_out_datasets(config);
  Store<CrossvalidationRow> store = splits_in(folder);
  for (const auto& each : {folder, store.folder()}) prepare_folder(each);
  const std::vector<Study> studies = studies_of(config, datasets);
  std::vector<std::optional<std::vector<CrossvalidationRow>>> found;
  std::vector<Job> jobs;
  std::size_t failed = 0;
  for (const Study& study : studies) {
    require_writable(store.file_of(study.id));
    found.push_back(store.find(study.id));
    if (!found.back()) jobs.push_back(job_of(study, config, store, failed));
  }
  if (settings.output != Output::quiet) {
    print_output("{}: {}, {} to do, into {}\n", config.name, plural(studies.size(), "split"), jobs.size(),
                 folder.string());
    std::fflush(stdout);
  }
  carry_out(jobs, settings);

  std::vector<CrossvalidationRow> rows;
  std::vector<std::string> splits;
  for (std::size_t k = 0; k < studies.size(); ++k) {
    splits.push_back(studies[k].id);
    if (!found[k]) found[k] = store.find(studies[k].id);
    if (found[k]) rows.insert(rows.end(), found[k]->begin(), found[k]->end());
  }
  if (rows.empty()) throw RunError("{}: every split failed", config.name);
  const CrossvalidationTexts texts = texts_of(config, datasets, failed);
  OwnFiles own(folder);
  own.write("splits.csv", csv_text(crossvalidation_columns(), rows));
  own.write("table.md", crossvalidation_markdown(rows, texts));
  write_record(config, datasets, splits, own);
  print_output("{}\n{}\n", crossvalidation_text(rows, texts), (folder / "table.md").string());
  return failed;
}

}  // namespace descent
