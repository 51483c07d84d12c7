#include "experiments/config/tuned_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/config/tuned_json.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr const char* unfinished_key = "unfinished";

/// Expects a file that was cut off as much as one that was edited.
Json read_tuned_json(const std::filesystem::path& path) {
  try {
    return read_sealed_json(path);
  } catch (const DamagedJson& damage) {
    throw ConfigError(fmt::format(
        "{}; remove it, and `descent tune` chooses constants again, or give constants in the configuration",
        damage.what()));
  }
}

}  // namespace

TunedProblem problem_key(const ProblemSpec& problem) {
  const Dataset& dataset = *problem.dataset;
  return {dataset.name,
          dataset.source,
          dataset.train.rows.outer_size(),
          dataset.train.rows.inner_size(),
          problem.loss_text(),
          std::string(name_of(problem.regularizer)),
          problem.lambda.text,
          dataset.constant_feature,
          problem.regularizer == RegularizerKind::l2 ? problem.form
                                                     : ObjectiveForm{.is_sum = problem.form.is_sum},
          dataset.is_rounded};
}

TunedData data_of(const Dataset& dataset) {
  return {dataset.sha256, dataset.weights_sha256};
}

TrialBudget trial_budget(const Config& config, const std::string& dataset) {
  return {config.budget.axis, config.tuning_budget_share * config.budget.amount(dataset), config.tuning_seeds,
          config.tuning_first_seed};
}

std::string TrialBudget::text(std::size_t most_seeds) const {
  const auto fewest = static_cast<std::size_t>(seeds);
  return fmt::format("{} {}, {}{} from {}", amount, axis == Axis::passes ? "passes" : "CPU seconds",
                     most_seeds > fewest ? fmt::format("{} to ", fewest) : "",
                     plural(std::max(fewest, most_seeds), "seed"), first_seed);
}

double Trial::mean() const {
  return descent::mean(objectives);
}

double Trial::standard_error() const {
  if (objectives.size() < 2) return 0;
  return std::sqrt(variance(objectives) / static_cast<double>(objectives.size()));
}

TuningCost TunedConstants::cost() const {
  TuningCost cost{cpu_seconds, 0};
  for (const Trial& trial : trials) cost.runs += trial.objectives.size();
  return cost;
}

std::vector<const Option*> options_to_tune(const MethodEntry& entry, RegularizerKind regularizer) {
  const OptionValues values = entry.options();
  std::vector<const Option*> options;
  for (const Option& option : entry.method->options) {
    if (option.is_left_to_tuning(entry.given) && option.matters(regularizer, values))
      options.push_back(&option);
  }
  return options;
}

std::filesystem::path TunedFile::path_for(const std::filesystem::path& config_file, const std::string& name) {
  return config_file.parent_path() / "tuned" / (name + ".json");
}

TunedFile TunedFile::read(const std::filesystem::path& path) {
  TunedFile file;
  file.path_ = path;
  if (!std::filesystem::exists(path)) return file;
  const Json json = read_tuned_json(path);
  const JsonPlace place(path.string(), json);
  file.all_ = place.at("steps").list(read_tuned_constants, 0);
  if (const auto unfinished = place.find(unfinished_key)) file.unfinished_ = read_trial_ends(*unfinished);
  return file;
}

void TunedFile::write(const Json& protocol) const {
  Json steps = Json::array();
  for (const TunedConstants& tuned : all_) steps.push_back(to_json(tuned));
  make_folder(path_.parent_path());
  Json all = {{"protocol", protocol}, {"steps", std::move(steps)}};
  if (!unfinished_.empty()) all[unfinished_key] = to_json(unfinished_);
  write_atomically(path_, json_text_in_lines(sealed(std::move(all)), 2) + '\n');
}

std::string TunedFile::origin_of(const TunedConstants& tuned) const {
  std::size_t most_seeds = 0;
  for (const Trial& trial : tuned.trials) most_seeds = std::max(most_seeds, trial.objectives.size());
  return fmt::format("tuned: {}, trials of {}", path_.generic_string(), tuned.budget.text(most_seeds));
}

std::optional<TunedConstants> TunedFile::find(const TunedProblem& problem, const MethodEntry& entry) const {
  for (const TunedConstants& tuned : all_) {
    if (tuned.problem == problem && tuned.method == entry.method->name && tuned.variant == entry.variant)
      return tuned;
  }
  return std::nullopt;
}

void TunedFile::put(TunedConstants constants) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const TunedConstants& other) {
    return other.problem == constants.problem && other.method == constants.method &&
           other.variant == constants.variant;
  });
  if (found == all_.end())
    all_.push_back(std::move(constants));
  else
    *found = std::move(constants);
}

std::vector<ChosenConstant> TunedFile::resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                               const MethodEntry& entry,
                                               const std::optional<TrialBudget>& budget,
                                               const std::optional<TunedData>& data) const {
  std::vector<ChosenConstant> resolutions;
  const auto tuned = find(problem, entry);
  std::string origin;
  if (tuned) {
    origin = origin_of(*tuned);
    if (budget && (budget->axis != tuned->budget.axis || budget->amount != tuned->budget.amount))
      origin += other_budget;
    if (data && tuned->is_of_other_data(*data)) origin += other_data;
  }
  for (const Option* option : options_to_tune(entry, regularizer)) {
    if (tuned && tuned->constants.contains(option->name)) {
      resolutions.push_back({option->name, tuned->constants.at(option->name), origin, tuned->cost()});
    } else if (const double* default_value = std::get_if<double>(&option->default_value)) {
      resolutions.push_back({option->name, *default_value, std::string(untuned)});
    } else {
      throw ConfigError(fmt::format(
          "{}: no {} for {} on {} ({} + {}, lambda {}): choose it with `descent tune`, or give a number",
          path_.empty() ? "no tuned constants" : path_.string(), option->name, entry.method->name,
          problem.dataset, problem.loss, problem.regularizer, problem.lambda));
    }
  }
  return resolutions;
}

}  // namespace descent
