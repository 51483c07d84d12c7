// descent crossvalidate CONFIG: chooses λ by cross-validation and counts errors on test rows.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "datasets/load_dataset.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/crossvalidation/crossvalidation.hpp"
#include "experiments/run/folder_check.hpp"
#include "support/errors.hpp"
#include "support/files/folder_lock.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr const char* crossvalidate_usage = "crossvalidate CONFIG [options]";

/// Leaves out datasets that have neither a file nor a stand-in. False if none is left.
bool leave_out_missing(CrossvalidationConfig& config) {
  std::vector<std::string> missing;
  for (const CatalogEntry& entry : read_catalog()) {
    if (!entry.stand_in && has_no_files(entry) && std::erase(config.datasets, entry.name) > 0)
      missing.push_back(entry.name);
  }
  if (!missing.empty()) {
    print_output("{}: {} skipped, whose files are not here; `descent data info {}` tells where to get them\n",
                 config.name, fmt::join(missing, ", "), missing.front());
  }
  return !config.datasets.empty();
}

}  // namespace

int crossvalidate_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options, {{"out", text_value("DIR"), "results folder; default results/NAME"},
                        {"quick", nullptr, "at most 3 seeded splits, into results/NAME-quick"},
                        {"skip-missing", nullptr,
                         "leave out datasets whose files are not here instead of stopping with an error"}});
  add_work_options(options, "splits");
  const ParsedArguments values =
      parse_arguments(arguments, crossvalidate_usage, options, "config", "configuration");
  if (values.words.size() > 1)
    throw ConfigError("one configuration at a time\nusage: descent {}", crossvalidate_usage);
  CrossvalidationConfig config = read_crossvalidation_config(values.words.front());
  if (values.contains("quick")) config = quick(std::move(config));
  const std::filesystem::path folder = results_folder(config.name, values);
  const JobSettings jobs = job_settings_of(values);
  if (values.contains("skip-missing") && !leave_out_missing(config)) return 0;

  const FolderLock lock(folder);
  require_folder_of(config.name, config.path, folder, ResultsKind::crossvalidation);
  const std::size_t failed = run_crossvalidation(config, folder, values.contains("require-real"), jobs);
  if (failed > 0) print_error("{} failed; the same command tries again\n", plural(failed, "split"));
  return failed > 0 ? 1 : 0;
}

}  // namespace descent
