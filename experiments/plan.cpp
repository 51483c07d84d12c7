#include "experiments/plan.hpp"

#include <fmt/format.h>

#include "datasets/errors.hpp"
#include "datasets/sha256.hpp"
#include "experiments/build_info.hpp"

namespace descent {

std::string RunSpec::description() const {
  return fmt::format("{}, {}, {}: {}", dataset->name, name_of(regularizer), lambda.text, label);
}

std::string run_id(const RunSpec& spec, const std::string& processor) {
  Json options = Json::object();
  for (const auto& [name, value] : spec.options.all()) options[name] = to_json(value);
  // Code that is compiled for the processor at hand may round differently on another one.
  const bool processor_matters = spec.allowance.axis == Axis::cpu_seconds ||
                                 build_info().flags.find("-march=native") != std::string::npos;
  const Json identity = {
      {"experiment", spec.experiment},
      {"dataset", {spec.dataset->name, spec.dataset->source, spec.dataset->sha256, spec.dataset->origin}},
      {"rows", {spec.dataset->train.rows.lines(), spec.dataset->test.rows.lines()}},
      {"problem", {name_of(spec.loss), name_of(spec.regularizer), spec.lambda_value(), spec.lambda.text}},
      {"method", {spec.method->name, spec.variant}},
      {"options", options},
      {"seed", spec.seed},
      {"allowance", {spec.allowance.axis == Axis::passes, spec.allowance.amount, spec.allowance.checkpoints}},
      {"code", code_identity(*spec.method)},
      {"processor", processor_matters ? processor : ""},
  };
  Sha256 hash;
  hash.add(identity.dump(-1, ' ', false, Json::error_handler_t::replace));  // names of files may be no UTF-8
  return hash.hex().substr(0, 16);
}

Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options) {
  const std::string place = fmt::format("{}: /datasets/{}", config.path.string(), index);
  try {
    Dataset dataset = load_dataset(config.datasets[index], options);
    if (dataset.task == Task::classification) return dataset;
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", place, error.what()));
  }
  throw ConfigError(fmt::format("{}: {} has targets to regress on, and {} is a loss for two classes", place,
                                config.datasets[index], name_of(config.loss)));
}

Plan make_plan(const Config& config, const std::vector<Dataset>& datasets, const TunedFile& tuned) {
  Plan plan;
  for (const Dataset& dataset : datasets) {
    const Allowance allowance{config.budget.axis, config.budget.amount(dataset.name), config.checkpoints};
    for (const RegularizerKind regularizer : config.regularizers) {
      for (const Lambda& lambda : config.lambdas) {
        const ProblemKey problem = problem_key(dataset, config.loss, regularizer, lambda);
        for (const MethodEntry& entry : config.methods) {
          if (std::find(entry.regularizers.begin(), entry.regularizers.end(), regularizer) ==
              entry.regularizers.end()) {
            continue;
          }
          std::map<std::string, OptionValue> given = entry.given;
          for (const Resolution& resolution : tuned.resolve(problem, regularizer, entry)) {
            given[resolution.option] = resolution.value;
            plan.constants.push_back({dataset.name, std::string(name_of(regularizer)), lambda.text,
                                      entry.method->name, entry.variant, resolution.option, resolution.value,
                                      resolution.origin});
          }
          for (const std::uint64_t seed : config.seeds) {
            plan.runs.push_back({config.name, &dataset, config.loss, regularizer, lambda, entry.method,
                                 entry.variant, entry.label, OptionValues(entry.method->options, given), seed,
                                 allowance});
          }
        }
      }
    }
  }
  return plan;
}

}  // namespace descent
