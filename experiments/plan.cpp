#include "experiments/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "datasets/errors.hpp"

namespace descent {

namespace {

constexpr double widest_gap_of_radius = 1e-6;

}  // namespace

std::string RunSpec::description() const {
  return fmt::format("{}: {}", ProblemSpec::description(), label);
}

std::string RunSpec::what() const {
  return fmt::format("{}, seed {}", description(), seed);
}

Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options) {
  const std::string place = fmt::format("{}: /datasets/{}", config.path.string(), index);
  try {
    const Task task = description_of(config.losses.front()).task;
    LoadOptions with_task = options;
    with_task.path_task = task;
    Dataset dataset = load_dataset(config.datasets[index], with_task);
    if (dataset.task != task) {
      const bool regression = dataset.task == Task::regression;
      throw ConfigError(fmt::format("{} has {}, and {} is a loss for {}", config.datasets[index],
                                    regression ? "targets to regress on" : "two classes",
                                    name_of(config.losses.front()),
                                    regression ? "two classes" : "targets to regress on"));
    }
    if (config.bias > 0) append_constant_feature(dataset, config.bias);
    return dataset;
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", place, error.what()));
  }
}

std::vector<ProblemSpec> problems_of(const Config& config, std::span<const Dataset> datasets) {
  std::vector<ProblemSpec> problems;
  for (const Dataset& dataset : datasets) {
    for (const LossKind loss : config.losses) {
      for (const RegularizerKind regularizer : config.regularizers) {
        for (const Lambda& lambda : config.lambdas)
          problems.push_back(
              {&dataset, loss, regularizer, lambda, {config.epsilon, config.free_bias}, config.form});
      }
    }
  }
  return problems;
}

bool needs_radius(const MethodEntry& entry) {
  return std::any_of(entry.method->options.begin(), entry.method->options.end(), [&](const Option& option) {
    if (option.name != "radius") return false;
    const auto given = entry.given.find(option.name);
    return (given == entry.given.end() ? option.fallback : given->second) == OptionValue{"optimum"};
  });
}

std::optional<Resolution> radius_of(const ProblemSpec& problem, const References& references) {
  const KnownReference* known = references.find(problem);
  if (known == nullptr) return std::nullopt;
  if (known->reference.gap() > widest_gap_of_radius) {
    throw ConfigError(
        fmt::format("{}: its gap of {:.1e} is too wide for the radius \"optimum\" of {}; give "
                    "`descent reference` more --seconds, or the option radius a number",
                    known->path.string(), known->reference.gap(), problem.description()));
  }
  const double radius = known->reference.l1_norm();
  if (!(radius > 0)) {
    throw ConfigError(
        fmt::format("{}: the optimum is w = 0, which leaves no radius; give the option radius "
                    "a number",
                    problem.description()));
  }
  return Resolution{"radius", radius, "reference: " + known->path.generic_string()};
}

Plan make_plan(const Config& config, std::span<const Dataset> datasets, const TunedFile& tuned,
               const References& references) {
  Plan plan;
  for (const ProblemSpec& problem : problems_of(config, datasets)) {
    const Dataset& dataset = *problem.dataset;
    const Allowance allowance{config.budget.axis, config.budget.amount(dataset.name), config.checkpoints};
    const ProblemKey key = problem_key(problem);
    for (const MethodEntry& entry : config.methods) {
      if (!entry.takes_part_in(problem.loss, problem.regularizer)) continue;
      std::vector<Resolution> resolutions = tuned.resolve(key, problem.regularizer, entry);
      if (needs_radius(entry)) {
        if (const auto radius = radius_of(problem, references)) resolutions.push_back(*radius);
      }
      std::map<std::string, OptionValue> given = entry.given;
      for (const Resolution& resolution : resolutions) {
        given[resolution.option] = resolution.value;
        plan.constants.push_back({dataset.name, std::string(name_of(problem.loss)),
                                  std::string(name_of(problem.regularizer)), problem.lambda.text,
                                  entry.method->name, entry.variant, resolution.option, resolution.value,
                                  resolution.origin});
      }
      for (const std::uint64_t seed : config.seeds) {
        plan.runs.push_back({problem, config.name, entry.method, entry.variant, entry.label,
                             OptionValues(entry.method->options, given), seed, allowance,
                             references.find(problem)});
      }
    }
  }
  return plan;
}

}  // namespace descent
