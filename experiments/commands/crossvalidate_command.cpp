// descent crossvalidate CONFIG: chooses λ by cross-validation and counts errors on test rows.

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

}  // namespace

int crossvalidate_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options, {{"out", text_value("DIR"), "results folder; default results/NAME"},
                        {"quick", nullptr, "at most 3 seeded splits, into results/NAME-quick"}});
  add_work_options(options, "splits");
  const ParsedArguments values =
      parse_arguments(arguments, crossvalidate_usage, options, "config", "configuration");
  if (values.words.size() > 1)
    throw ConfigError("one configuration at a time\nusage: descent {}", crossvalidate_usage);
  CrossvalidationConfig config = read_crossvalidation_config(values.words.front());
  if (values.contains("quick")) config = quick(std::move(config));
  const std::filesystem::path folder = results_folder(config.name, values);
  const JobSettings jobs = job_settings_of(values);
  const FolderLock lock(folder);
  require_folder_of(config.name, config.path, folder, ResultsKind::crossvalidation);
  const std::size_t failed = run_crossvalidation(config, folder, values.contains("require-real"), jobs);
  if (failed > 0) print_error("{} failed; the same command tries again\n", plural(failed, "split"));
  return failed > 0 ? 1 : 0;
}

}  // namespace descent
