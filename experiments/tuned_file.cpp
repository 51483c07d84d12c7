#include "experiments/tuned_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "datasets/errors.hpp"
#include "plots/atomic_file.hpp"

namespace descent {

namespace {

Json to_json(const ProblemKey& key) {
  Json json = {{"dataset", key.dataset}, {"source", key.source}, {"rows", key.rows},
               {"columns", key.columns}, {"loss", key.loss},     {"regularizer", key.regularizer},
               {"lambda", key.lambda}};
  if (key.bias > 0) json["bias"] = key.bias;
  return json;
}

Json to_json(const TrialBudget& budget) {
  return {{budget.axis == Axis::passes ? "passes" : "cpu_seconds", budget.amount}, {"seeds", budget.seeds}};
}

TrialBudget read_budget(const JsonPlace& place) {
  const auto passes = place.find("passes");
  return {passes ? Axis::passes : Axis::cpu_seconds, (passes ? *passes : place.at("cpu_seconds")).positive(),
          place.at("seeds").integer(1, 1'000'000)};
}

ProblemKey read_problem(const JsonPlace& place) {
  const auto most = std::numeric_limits<Index>::max();
  const auto bias = place.find("bias");
  return {place.at("dataset").text(),        place.at("source").text(),
          place.at("rows").integer(1, most), place.at("columns").integer(1, most),
          place.at("loss").text(),           place.at("regularizer").text(),
          place.at("lambda").text(),         bias ? bias->positive() : 0.0};
}

// JSON has no infinity: a trial that diverged has null.
Json to_json(const Trial& trial) {
  Json objectives = Json::array();
  for (const double objective : trial.objectives) {
    objectives.push_back(std::isfinite(objective) ? Json(objective) : Json(nullptr));
  }
  return {{"step", trial.step}, {"objectives", objectives}};
}

Trial read_trial(const JsonPlace& place) {
  Trial trial{place.at("step").positive(), {}};
  for (const JsonPlace& objective : place.at("objectives").elements(1)) {
    trial.objectives.push_back(objective.value().is_null() ? std::numeric_limits<double>::infinity()
                                                           : objective.number());
  }
  return trial;
}

}  // namespace

ProblemKey problem_key(const ProblemSpec& problem) {
  const Dataset& dataset = *problem.dataset;
  return {dataset.name,
          dataset.source,
          dataset.train.rows.lines(),
          dataset.train.rows.width(),
          problem.loss_text(),
          std::string(name_of(problem.regularizer)),
          problem.lambda.text,
          dataset.constant_feature};
}

TrialBudget trial_budget(const Config& config, const std::string& dataset) {
  return {config.budget.axis, config.tuning.budget_share * config.budget.amount(dataset),
          config.tuning.seeds};
}

std::string TrialBudget::text() const {
  return fmt::format("{} {}, {} seeds", amount, axis == Axis::passes ? "passes" : "CPU seconds", seeds);
}

double Trial::mean() const {
  return std::accumulate(objectives.begin(), objectives.end(), 0.0) / static_cast<double>(objectives.size());
}

const Option* tuned_option(const MethodEntry& entry, RegularizerKind regularizer) {
  for (const Option& option : entry.method->options) {
    const auto& kinds = option.tuned_under;
    if (std::find(kinds.begin(), kinds.end(), regularizer) != kinds.end() &&
        !entry.given.contains(option.name)) {
      return &option;
    }
  }
  return nullptr;
}

std::filesystem::path TunedFile::path_for(const Config& config) {
  return config.path.parent_path() / "tuned" / (config.name + ".json");
}

TunedFile TunedFile::read(const std::filesystem::path& path) {
  TunedFile file;
  file.path_ = path;
  if (!std::filesystem::exists(path)) return file;
  const Json json = read_json(path);
  const JsonPlace place(path.string(), json);
  for (const JsonPlace& each : place.at("steps").elements()) {
    TunedStep step{read_problem(each.at("problem")),  each.at("method").text(),   each.at("variant").text(),
                   read_budget(each.at("trials_of")), each.at("step").positive(), {}};
    for (const JsonPlace& trial : each.at("trials").elements(1)) step.trials.push_back(read_trial(trial));
    file.steps_.push_back(std::move(step));
  }
  return file;
}

void TunedFile::write(const Json& protocol) const {
  Json steps = Json::array();
  for (const TunedStep& step : steps_) {
    Json trials = Json::array();
    for (const Trial& trial : step.trials) trials.push_back(to_json(trial));
    steps.push_back({{"problem", to_json(step.problem)},
                     {"method", step.method},
                     {"variant", step.variant},
                     {"trials_of", to_json(step.budget)},
                     {"step", step.step},
                     {"trials", std::move(trials)}});
  }
  std::filesystem::create_directories(path_.parent_path());
  const Json all = {{"protocol", protocol}, {"steps", std::move(steps)}};
  write_atomically(path_, all.dump(1) + '\n');
}

std::optional<TunedStep> TunedFile::step(const ProblemKey& problem, const MethodEntry& entry) const {
  for (const TunedStep& step : steps_) {
    if (step.problem == problem && step.method == entry.method->name && step.variant == entry.variant)
      return step;
  }
  return std::nullopt;
}

void TunedFile::put(TunedStep step) {
  const auto found = std::find_if(steps_.begin(), steps_.end(), [&](const TunedStep& other) {
    return other.problem == step.problem && other.method == step.method && other.variant == step.variant;
  });
  if (found == steps_.end())
    steps_.push_back(std::move(step));
  else
    *found = std::move(step);
}

std::vector<Resolution> TunedFile::resolve(const ProblemKey& problem, RegularizerKind regularizer,
                                           const MethodEntry& entry) const {
  std::vector<Resolution> resolutions;
  if (const Option* option = tuned_option(entry, regularizer)) {
    if (const auto tuned = step(problem, entry)) {
      resolutions.push_back(
          {option->name, tuned->step,
           fmt::format("tuned: {}, trials of {}", path_.generic_string(), tuned->budget.text())});
    } else {
      resolutions.push_back({option->name, std::get<double>(option->fallback), std::string(untuned)});
    }
  }
  return resolutions;
}

}  // namespace descent
