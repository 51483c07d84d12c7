#include "plots/report/tuning_trials.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "plots/results/result_json.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

/// The file in an origin such as "tuned: configs/tuned/figure1.json, trials of 1 CPU seconds, 2 seeds".
std::string file_of(const std::string& origin) {
  constexpr std::string_view begin = "tuned: ";
  const std::size_t end = origin.rfind(", trials of ");
  if (!origin.starts_with(begin) || end == std::string::npos) return "";
  return origin.substr(begin.size(), end - begin.size());
}

const Json none;  // null

/// The member, or null.
const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

std::string text(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : "";
}

/// What the manifest says of the data that a constant is for.
const Json& dataset_of(const Json& manifest, const Json& constant) {
  const Json& datasets = member(manifest, "datasets");
  const auto found = std::ranges::find_if(
      datasets, [&](const Json& dataset) { return member(dataset, "name") == member(constant, "dataset"); });
  return found == datasets.end() ? none : *found;
}

/// Whether an entry of the file is of the constant's method and problem. Entries without a form are of the
/// mean.
bool is_of(const Json& entry, const Json& constant, const Json& manifest) {
  const Json& problem = member(entry, "problem");
  const Json& dataset = dataset_of(manifest, constant);
  const auto same = [&](const char* key, const Json& other) {
    return member(problem, key) == member(other, key);
  };
  const std::string form = text(problem, "form");
  return text(entry, "method") == text(constant, "method") &&
         text(entry, "variant") == text(constant, "variant") && same("dataset", constant) &&
         same("loss", constant) && same("regularizer", constant) && same("lambda", constant) &&
         same("source", dataset) && same("rows", dataset) &&
         (form.empty() ? "mean" : form) == text(manifest, "form");
}

Json trials_json(const Json& entry, const std::string& option) {
  Json trials = Json::array();
  for (const Json& trial : member(entry, "trials")) {
    const Json& value = member(trial, option.c_str());
    const Json& objectives = member(trial, "objectives");
    if (value.is_number() && objectives.is_array()) trials.push_back({value, objectives});
  }
  return trials;
}

}  // namespace

TuningTrials tuning_trials(const Json& manifest) {
  std::map<std::string, Json> files;
  TuningTrials found;
  for (const Json& constant : member(manifest, "constants")) {
    const std::string path = file_of(text(constant, "origin"));
    if (path.empty() || !std::filesystem::is_regular_file(path)) continue;
    if (!files.contains(path)) {
      files[path] = read_result_json(path);
      if (!files[path].contains(seal_key)) found.unproven.files.push_back(path);
    }
    const Json& steps = member(files[path], "steps");
    const auto entry =
        std::ranges::find_if(steps, [&](const Json& each) { return is_of(each, constant, manifest); });
    if (entry == steps.end()) continue;
    const std::string option = text(constant, "option");
    Json trials = trials_json(*entry, option);
    if (trials.empty()) continue;
    found.trials.push_back({{"dataset", text(constant, "dataset")},
                            {"loss", text(constant, "loss")},
                            {"regularizer", text(constant, "regularizer")},
                            {"lambda", text(constant, "lambda")},
                            {"method", text(constant, "method")},
                            {"variant", text(constant, "variant")},
                            {"option", option},
                            {"chosen", member(constant, "value")},
                            {"origin", text(constant, "origin")},
                            {"trials", std::move(trials)}});
  }
  return found;
}

}  // namespace descent
