#include "experiments/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/config/dataset_entries.hpp"
#include "experiments/config/method_entries.hpp"
#include "experiments/program/build_info.hpp"
#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/random.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

constexpr double widest_gap_of_radius = 1e-6;

/// Leaves out a method. Throws ConfigError if its entry names the dataset.
void leave_out(const Config& config, const MethodEntry& entry, const ProblemSpec& problem, std::string reason,
               Plan& plan) {
  const std::string& dataset = problem.dataset->name;
  if (entry.datasets) {
    throw ConfigError("{}: /methods/{}/datasets: {} does not suit \"{}\": {}", config.path.string(),
                      &entry - config.methods.data(), entry.method->name, dataset, reason);
  }
  // One entry for all λ.
  const auto is_same = [&](const LeftOut& other) {
    return other.method == entry.method && other.variant == entry.variant &&
           other.problem.dataset == problem.dataset && other.problem.loss == problem.loss &&
           other.problem.regularizer == problem.regularizer;
  };
  if (std::ranges::none_of(plan.left_out, is_same))
    plan.left_out.push_back({problem, entry.method, entry.variant, entry.label, std::move(reason)});
}

/// Every option with its value in the run; one that has no effect in it has the default.
MethodEntry entry_of(const RunSpec& spec) {
  MethodEntry entry;
  entry.method = spec.method;
  for (const Option& option : spec.method->options)
    entry.given[option.name] = option.matters(spec.regularizer, spec.options)
                                   ? spec.options.all().at(option.name)
                                   : option.default_value;
  return entry;
}

/// The configuration with this run alone, without keys that only name or draw.
Json single_run_config(const RunSpec& spec) {
  const std::string& dataset = spec.dataset->name;
  Config config = *spec.config;
  config.weighting = config.weighting_of(dataset);
  config.losses = {spec.loss};
  config.regularizers = {spec.regularizer};
  config.lambdas = {spec.lambda};
  config.methods = {entry_of(spec)};
  config.seeds = {spec.seed};
  config.budget = {spec.budget.axis, spec.budget.amount, {}};
  config.checkpoints = spec.budget.checkpoints;
  config.stop_at = spec.budget.stop_at;
  config.test_rows = spec.dataset->test.rows.outer_size();
  Json json = to_json(config);
  json["datasets"] = Json::array({entry_without_paths(dataset, config.find_titled(dataset))});
  for (const char* key : {"title", "real_only", "protocol_titles", "decision_lines", "tuning"})
    json.erase(key);
  for (const char* key : {"label", "loss", "regularizer"}) json["methods"].front().erase(key);
  return json;
}

/// Runs of texts with one value ("1/m" and 0.01) would be averaged as if they were runs of other seeds.
void require_different_lambdas(const Config& config, const Dataset& dataset) {
  const Index rows = dataset.train.rows.outer_size();
  for (std::size_t i = 0; i < config.lambdas.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (config.lambdas[i].value(rows) == config.lambdas[k].value(rows))
        throw ConfigError("{}: /lambdas/{}: {} is the same lambda as {} on {} with its {} rows",
                          config.path.string(), i, config.lambdas[i].text, config.lambdas[k].text,
                          dataset.name, rows);
    }
  }
}

Json dataset_identity(const Dataset& dataset) {
  Json identity = {{"source", dataset.source},
                   {"origin", dataset.origin},
                   {"sha256", dataset.sha256},
                   {"rows", dataset.train.rows.outer_size()}};
  if (!dataset.weights_sha256.empty()) identity["row_weights_sha256"] = dataset.weights_sha256;
  return identity;
}

}  // namespace

std::string RunSpec::description() const {
  return fmt::format("{}: {}", ProblemSpec::description(), label);
}

std::string RunSpec::what() const {
  return fmt::format("{}, seed {}", description(), seed);
}

std::vector<ProblemSpec> problems_of(const Config& config, std::span<const Dataset> datasets) {
  std::vector<ProblemSpec> problems;
  for (const Dataset& dataset : datasets) {
    require_different_lambdas(config, dataset);
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

bool needs_radius(const OptionValues& options) {
  return options.all().contains("radius") && options.is_word("radius", "optimum");
}

std::optional<ChosenConstant> radius_of(const ProblemSpec& problem, const OptimumStore& optima) {
  const KnownOptimum* known = optima.find(problem);
  if (known == nullptr) return std::nullopt;
  if (known->optimum.gap() > widest_gap_of_radius) {
    throw ConfigError(
        "{}: its gap of {:.1e} is too wide for the radius \"optimum\" of {}; give `descent "
        "reference` more --seconds, or the option radius a number",
        known->path.string(), known->optimum.gap(), problem.description());
  }
  return ChosenConstant{"radius", known->optimum.l1_norm(), {.file = known->path.filename().string()}};
}

std::optional<std::string> lacks_radius(const ProblemSpec& problem, const OptionValues& options,
                                        const OptimumStore& optima) {
  const auto radius = needs_radius(options) ? radius_of(problem, optima) : std::nullopt;
  if (!radius || radius->value > 0) return std::nullopt;
  return fmt::format(
      "at λ = {} the optimum is w = 0, which leaves no radius; give the option radius a number",
      problem.lambda.text);
}

std::shared_ptr<const Config> config_of_runs(Config config) {
  config.methods.clear();
  return std::make_shared<const Config>(std::move(config));
}

Plan make_plan(const Config& config, std::span<const Dataset> datasets, const TunedFile& tuned,
               const OptimumStore& optima) {
  Plan plan;
  const auto shared = config_of_runs(config);
  for (const ProblemSpec& problem : problems_of(config, datasets)) {
    const Dataset& dataset = *problem.dataset;
    const RunBudget budget{config.budget.axis, config.budget.amount(dataset.name), config.checkpoints,
                           config.stop_at};
    const TunedProblem key = problem_key(config, problem);
    for (const MethodEntry& entry : config.methods) {
      if (!entry.takes_part_in(dataset.name, problem.loss, problem.regularizer)) continue;
      if (auto reason =
              misfit(*entry.method, problem.loss, problem.regularizer, entry.options(), dataset.train)) {
        leave_out(config, entry, problem, std::move(*reason), plan);
        continue;
      }
      if (auto reason = lacks_radius(problem, entry.options(), optima)) {
        plan.left_out.push_back({problem, entry.method, entry.variant, entry.label, std::move(*reason)});
        continue;
      }
      const std::vector<ChosenConstant> chosen =
          tuned.resolve(key, problem.regularizer, entry, trial_budget(config, dataset.name));
      std::map<std::string, OptionValue> given = entry.given;
      for (const ChosenConstant& constant : chosen) given[constant.option] = constant.value;
      for (const std::uint64_t seed : config.seeds) {
        plan.runs.push_back({problem, shared, entry.method, entry.variant, entry.label,
                             OptionValues(entry.method->options, given), seed, budget, nullptr, chosen});
      }
    }
  }
  take_optima(plan, optima);
  if (plan.runs.empty() && !plan.left_out.empty())
    throw ConfigError("{}: no method suits the data: {}", config.path.string(), plan.left_out.front().reason);
  return plan;
}

std::vector<RunSpec> interleaved(std::vector<RunSpec> runs) {
  std::uint64_t problems = 0;
  for (auto first = runs.begin(); first != runs.end(); ++problems) {
    const auto end =
        std::find_if_not(first, runs.end(), [&](const RunSpec& spec) { return spec.is_same_as(*first); });
    std::ranges::stable_sort(first, end, {}, &RunSpec::seed);
    while (first != end) {
      const std::uint64_t seed = first->seed;
      const auto next = std::find_if(first, end, [&](const RunSpec& spec) { return spec.seed != seed; });
      Random random(seed + (problems << 32));
      shuffle(first, next, random);
      first = next;
    }
  }
  return runs;
}

void take_optima(Plan& plan, const OptimumStore& optima) {
  std::erase_if(plan.runs, [&](const RunSpec& spec) {
    const auto reason = lacks_radius(spec, spec.options, optima);
    if (!reason) return false;
    const auto is_same = [&](const LeftOut& other) {
      return other.method == spec.method && other.variant == spec.variant && other.problem.is_same_as(spec);
    };
    if (std::ranges::none_of(plan.left_out, is_same))  // one entry for all seeds
      plan.left_out.push_back({spec, spec.method, spec.variant, spec.label, *reason});
    return true;
  });
  for (RunSpec& spec : plan.runs) {
    spec.known_optimum = optima.find(spec);
    if (!needs_radius(spec.options)) continue;
    const auto radius = radius_of(spec, optima);
    if (!radius) continue;
    spec.options = spec.options.with("radius", radius->value);
    spec.chosen.push_back(*radius);
  }
}

std::vector<double> RunBudget::grid() const {
  // About 20 readings of the clock, but a fixed time, equal for every seed. If a reading takes longer, a run
  // passes the first checkpoints.
  const double first = axis == Axis::cpu_seconds ? 2e-5 : 1e-3;
  std::vector<double> points;
  const auto point = [&](std::size_t k) {
    return first * std::pow(10.0, static_cast<double>(k) / static_cast<double>(checkpoints));
  };
  for (std::size_t k = 0; point(k) < amount; ++k) points.push_back(point(k));
  points.push_back(amount);
  return points;
}

double cost_of(const RunSpec& spec) {
  const double amount = spec.budget.amount;
  return spec.budget.axis == Axis::passes ? amount * static_cast<double>(spec.dataset->train.rows.nonzeros())
                                          : amount;
}

Json run_identity(const RunSpec& spec) {
  const Json code = code_identity(*spec.method);
  const bool is_native = code["flags"].get<std::string>().find("-march=native") != std::string::npos;
  const bool processor_matters = spec.budget.axis == Axis::cpu_seconds || is_native;
  return {{"config", single_run_config(spec)},
          {"variant", spec.variant},
          {"dataset", dataset_identity(*spec.dataset)},
          {"code", code},
          {"processor", processor_matters ? processor_model() : ""}};
}

std::string run_id(const Json& identity) {
  Json hashed = identity;
  hashed.erase("processor");
  Sha256 hash;
  hash.add(json_text(hashed));  // file names may be invalid UTF-8
  return hash.hex().substr(0, 16);
}

}  // namespace descent
