#include "experiments/config/tuned_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr auto tuning_cost_key = "tuning_cpu_seconds";

Json to_json(const TunedProblem& key) {
  Json json = {{"dataset", key.dataset}, {"source", key.source}, {"rows", key.rows},
               {"columns", key.columns}, {"loss", key.loss},     {"regularizer", key.regularizer},
               {"lambda", key.lambda}};
  if (key.bias > 0) json["bias"] = key.bias;
  if (key.form.is_sum) json["form"] = key.form.name();
  if (key.form.l2_factor != ObjectiveForm{}.l2_factor) json["l2_factor"] = key.form.l2_factor;
  if (key.is_rounded) json["values"] = "float";
  return json;
}

Json to_json(const TrialBudget& budget) {
  return {{name_of(budget.axis), budget.amount}, {"seeds", budget.seeds}, {"first_seed", budget.first_seed}};
}

TrialBudget read_budget(const JsonPlace& place) {
  const auto passes = place.find("passes");
  return {passes ? Axis::passes : Axis::cpu_seconds, (passes ? *passes : place.at("cpu_seconds")).positive(),
          place.at("seeds").integer(1, 1'000'000),
          place.at("first_seed").integer(first_tuning_seed, last_tuning_seed)};
}

TunedProblem read_problem(const JsonPlace& place) {
  const auto most = std::numeric_limits<Index>::max();
  const auto bias = place.find("bias");
  const auto values = place.find("values");
  ObjectiveForm form;
  if (const auto name = place.find("form")) form.is_sum = name->text() == "sum";
  if (const auto factor = place.find("l2_factor")) form.l2_factor = factor->positive();
  return {place.at("dataset").text(),
          place.at("source").text(),
          place.at("rows").integer(1, most),
          place.at("columns").integer(1, most),
          place.at("loss").text(),
          place.at("regularizer").text(),
          place.at("lambda").text(),
          bias ? bias->positive() : 0.0,
          form,
          values && values->word("exact", "float") == "float"};
}

/// Members not in `others`.
Constants read_constants(const JsonPlace& place, const std::vector<std::string>& others) {
  Constants constants;
  for (const std::string& key : place.keys()) {
    if (std::ranges::find(others, key) == others.end()) constants[key] = place.at(key).positive();
  }
  if (constants.empty()) place.fail("holds no constant");
  return constants;
}

// A trial that diverged has null, because JSON has no infinity.
Json to_json(const Trial& trial) {
  Json json = trial.constants;
  json["objectives"] = Json::array();
  for (const double objective : trial.objectives) {
    json["objectives"].push_back(std::isfinite(objective) ? Json(objective) : Json(nullptr));
  }
  return json;
}

Trial read_trial(const JsonPlace& place) {
  const auto objective_at = [](const JsonPlace& each) {
    return each.value().is_null() ? infinity : each.number();
  };
  return {read_constants(place, {"objectives"}), place.at("objectives").list(objective_at, 1)};
}

}  // namespace

Json to_json(const TunedConstants& tuned) {
  Json json = tuned.constants;
  Json problem = to_json(tuned.problem);
  if (!tuned.data.sha256.empty()) problem["sha256"] = tuned.data.sha256;
  if (!tuned.data.weights_sha256.empty()) problem["row_weights_sha256"] = tuned.data.weights_sha256;
  json.update({{"problem", std::move(problem)},
               {"method", tuned.method},
               {"variant", tuned.variant},
               {"trials_of", to_json(tuned.budget)},
               {tuning_cost_key, tuned.cpu_seconds},
               {"trials", Json::array()}});
  for (const Trial& trial : tuned.trials) json["trials"].push_back(to_json(trial));
  return json;
}

TunedConstants read_tuned_constants(const JsonPlace& place) {
  const JsonPlace problem = place.at("problem");
  const auto sha256 = problem.find("sha256");
  const auto weights_sha256 = problem.find("row_weights_sha256");
  return {read_problem(problem),
          place.at("method").text(),
          place.at("variant").text(),
          read_budget(place.at("trials_of")),
          read_constants(place, {"problem", "method", "variant", "trials_of", "trials", tuning_cost_key}),
          place.at("trials").list(read_trial, 1),
          place.at(tuning_cost_key).positive(),
          {sha256 ? sha256->nonempty_text() : "", weights_sha256 ? weights_sha256->nonempty_text() : ""}};
}

Json to_json(const TrialEnds& ends) {
  Json json = Json::array();
  for (const auto& [run, end] : ends) {
    json.push_back({{"run", run},
                    {"objective", std::isfinite(end.objective) ? Json(end.objective) : Json(nullptr)},
                    {"cpu_seconds", end.cpu_seconds}});
  }
  return json;
}

TrialEnds read_trial_ends(const JsonPlace& place) {
  TrialEnds ends;
  for (const JsonPlace& each : place.elements()) {
    const JsonPlace objective = each.at("objective");
    ends.emplace(each.at("run").nonempty_text(),
                 TrialEnd{objective.value().is_null() ? infinity : objective.number(),
                          each.at("cpu_seconds").number()});
  }
  return ends;
}

}  // namespace descent
