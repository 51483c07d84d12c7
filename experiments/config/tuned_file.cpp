#include "experiments/config/tuned_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/read_json.hpp"
#include "support/records/record.hpp"

namespace descent {

namespace {

/// "" if data are read and scaled as without any of these keys.
std::string reading_of(const Config& config, const Dataset& dataset) {
  Json reading = Json::object();
  Json entry = entry_without_paths(dataset.name, config.find_titled(dataset.name));
  if (!entry.is_string()) reading["dataset"] = std::move(entry);
  if (config.scaling != Scaling::none) reading["standardize"] = standardize_key().write(config);
  return reading.empty() ? "" : json_text(reading);
}

}  // namespace

TunedProblem problem_key(const Config& config, const ProblemSpec& problem) {
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
          dataset.is_rounded,
          dataset.sha256,
          dataset.weights_sha256,
          reading_of(config, dataset)};
}

TrialBudget trial_budget(const Config& config, const std::string& dataset) {
  return {std::string(name_of(config.budget.axis)),
          config.tuning_budget_share * config.budget.amount(dataset), config.tuning_seeds,
          config.tuning_first_seed};
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
  std::error_code ignored;
  if (std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found) return file;
  const Json json = read_written_json(path);
  const JsonPlace place(path.string(), json);
  read_value(place.at("steps"), file.all_);
  return file;
}

void TunedFile::write(const Json& protocol) const {
  make_folder(path_.parent_path());
  write_atomically(path_, json_text_in_lines({{"protocol", protocol}, {"steps", written(all_)}}, 2) + '\n');
}

std::optional<TunedConstants> TunedFile::find(const TunedProblem& problem, const MethodEntry& entry) const {
  const auto found = std::ranges::find_if(all_, [&](const TunedConstants& tuned) {
    return tuned.is_of(problem, entry.method->name, entry.variant);
  });
  return found == all_.end() ? std::nullopt : std::optional(*found);
}

void TunedFile::put(TunedConstants constants) {
  const auto found = std::ranges::find_if(all_, [&](const TunedConstants& other) {
    return other.is_of(constants.problem, constants.method, constants.variant);
  });
  if (found == all_.end())
    all_.push_back(std::move(constants));
  else
    *found = std::move(constants);
}

void TunedFile::erase(const TunedProblem& problem, const MethodEntry& entry) {
  std::erase_if(all_, [&](const TunedConstants& tuned) {
    return tuned.is_of(problem, entry.method->name, entry.variant);
  });
}

std::vector<ChosenConstant> TunedFile::resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                               const MethodEntry& entry,
                                               const std::optional<TrialBudget>& budget) const {
  std::vector<ChosenConstant> resolutions;
  const auto tuned = find(problem, entry);
  ConstantOrigin origin;
  if (tuned) {
    const TrialBudget& trials = tuned->budget;
    origin = {.file = path_.generic_string(),
              .trials = trials,
              .most_seeds = tuned->most_seeds,
              .other_budget = budget && (budget->axis != trials.axis || budget->amount != trials.amount),
              .other_data = tuned->problem.is_of_other_data(problem),
              .other_reading = tuned->problem.is_read_otherwise(problem)};
  }
  for (const Option* option : options_to_tune(entry, regularizer)) {
    if (tuned && tuned->constants.contains(option->name)) {
      resolutions.push_back({option->name, tuned->constants.at(option->name), origin, tuned->cost});
    } else if (const double* default_value = std::get_if<double>(&option->default_value)) {
      resolutions.push_back({option->name, *default_value, {}});
    } else {
      throw ConfigError(
          "{}: no {} for {} on {} ({} + {}, λ = {}): choose it with `descent tune`, or give a number",
          path_.empty() ? "no tuned constants" : path_.string(), option->name, entry.method->name,
          problem.dataset, problem.loss, problem.regularizer, problem.lambda);
    }
  }
  return resolutions;
}

Fields<TunedProblem> TunedProblem::fields() {
  using P = TunedProblem;
  const auto count = whole_number(1, std::numeric_limits<Index>::max());
  return {in_json("dataset", "", &P::dataset),
          in_json("source", "", &P::source),
          member_key("rows", "", required, count, &P::rows),
          member_key("columns", "", required, count, &P::columns),
          in_json("loss", "", &P::loss),
          in_json("regularizer", "", &P::regularizer),
          in_json("lambda", "", &P::lambda),
          positive(unless_default(in_json("bias", "", &P::bias))),
          unless_default(in_words("mean", "sum",
                                  in_json<P>(
                                      "form", "", [](auto& p) -> auto& { return p.form.is_sum; }))),
          positive(unless_default(in_json<P>(
              "l2_factor", "", [](auto& p) -> auto& { return p.form.l2_factor; }))),
          unless_default(in_words("exact", "float", in_json("values", "", &P::is_rounded))),
          nonempty(unless_default(in_json("sha256", "", &P::sha256))),
          nonempty(unless_default(in_json("row_weights_sha256", "", &P::weights_sha256))),
          nonempty(unless_default(in_json("reading", "", &P::reading)))};
}

Fields<TunedConstants> TunedConstants::fields() {
  using C = TunedConstants;
  return {in_json("problem", "with the checksums of its data", &C::problem),
          in_json("method", "", &C::method),
          in_json("variant", "", &C::variant),
          in_json("trials_of", "budget of each", &C::budget),
          checked(in_json("constants", "by option name", &C::constants),
                  [](const JsonPlace& place, const C& tuned) {
                    if (tuned.constants.empty()) place.fail("holds no constant");
                    for (const std::string& name : place.keys()) place.at(name).positive();
                  }),
          positive(in_json<C>(
              "tuning_cpu_seconds", "of all trials", [](auto& c) -> auto& { return c.cost.cpu_seconds; })),
          positive(in_json<C>(
              "tuning_runs", "of all trials", [](auto& c) -> auto& { return c.cost.runs; })),
          positive(in_json("most_seeds", "of a trial", &C::most_seeds)),
          unless_default(in_json("trials", "ids of their runs", &C::trials))};
}

}  // namespace descent
