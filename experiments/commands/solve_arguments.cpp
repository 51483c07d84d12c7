#include "experiments/commands/solve_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "datasets/readers/reader.hpp"
#include "experiments/config/config.hpp"
#include "experiments/solve/method_choice.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/records/record.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// A number if the text is one, else the text.
Json number_or_text(const std::string& text) {
  const Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

/// Rejects a setting for an option that the method does not have.
[[noreturn]] void refuse_option(const std::string& option, const Method& method) {
  const auto known = mapped(method.options, &Option::name);
  throw ConfigError("--set: {} has no option \"{}\"{}; {}", method.name, shown(option),
                    did_you_mean(option, known),
                    known.empty() ? "it has none" : fmt::format("it has {}", fmt::join(known, ", ")));
}

/// "balanced", or "1=2,-1=1" as {"1": 2, "-1": 1}.
Json class_weights_of(const std::string& text) {
  if (text == "balanced") return text;
  Json weights = Json::object();
  for (const std::string& each : parts_between_commas(text)) {
    const std::size_t equals = each.find('=');
    const Json weight =
        equals == std::string::npos ? Json() : Json::parse(each.substr(equals + 1), nullptr, false);
    if (!weight.is_number())
      throw ConfigError("--class-weights: must be \"balanced\" or LABEL=WEIGHT,…, got \"{}\"", shown(text));
    const std::string label = each.substr(0, equals);
    if (weights.contains(label)) throw ConfigError("--class-weights: the label {} is given twice", label);
    weights[label] = weight;
  }
  return weights;
}

/// The method and --set as an entry of "methods". Options that an external program describes go into its
/// "set".
Json method_entry_of(const po::variables_map& values) {
  const std::string name = values["method"].as<std::string>();
  const bool is_program = name == program_method;
  const auto all = methods();
  const auto known = std::ranges::find(all, name, &Method::name);  // an unknown name is rejected later
  auto common_options = mapped(options_of_every_program(), &Option::name);
  common_options.emplace_back("program");
  std::vector<std::string> settings;
  if (values.contains("set")) settings = values["set"].as<std::vector<std::string>>();
  Json method = {{"name", name}};
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw ConfigError("--set: must be NAME=VALUE, got \"{}\"", shown(setting));
    const std::string option = setting.substr(0, equals);
    if (known != all.end() && !contains(mapped((*known)->options, &Option::name), option))
      refuse_option(option, **known);
    const bool is_own = is_program && !contains(common_options, option);
    Json& entry = is_own ? method["set"] : method;
    if (entry.contains(option)) throw ConfigError("--set: {} is given twice", option);
    const std::string text = setting.substr(equals + 1);
    // true, false and numbers are JSON; other text is a word.
    const Json value = Json::parse(text, nullptr, false);
    const bool is_word = option == "program" || !(value.is_boolean() || value.is_number());
    entry[option] = is_word ? Json(text) : value;
  }
  if (is_program && !method.contains("program"))
    throw ConfigError("--method: program needs to know which one: --set program=PATH");
  return method;
}

/// The named method, or those among which `auto` chooses.
Json method_entries_of(const po::variables_map& values) {
  Json entries = Json::array();
  if (values["method"].as<std::string>() != auto_method) {
    entries.push_back(method_entry_of(values));
    return entries;
  }
  if (values.contains("set")) throw ConfigError("--set: belongs to a method; name it with --method");
  const auto loss = std::ranges::find(losses(), values["loss"].as<std::string>(), &LossDescription::name);
  const auto regularizer = std::ranges::find(regularizers(), values["regularizer"].as<std::string>(),
                                             &RegularizerDescription::name);
  if (loss == losses().end() || regularizer == regularizers().end()) return entries;  // rejected later
  for (const MethodRule& rule : method_rules(loss->kind, regularizer->kind, values.contains("free-bias"))) {
    const Json entry = {{"name", rule.method}};
    if (!contains(entries, entry)) entries.push_back(entry);
  }
  if (entries.empty())
    throw ConfigError("--method: none solves {} + {}; {}", loss->name, regularizer->name,
                      solved_problems(loss->kind, regularizer->kind));
  return entries;
}

}  // namespace

Json configuration_of_arguments(const po::variables_map& values) {
  Json configuration = {
      {"name", "solve"},
      {"datasets", Json::array({dataset_entry_of(values["dataset"].as<std::string>(), values)})},
      {"loss", values["loss"].as<std::string>()},
      {"regularizer", values["regularizer"].as<std::string>()},
      {"form", values["form"].as<std::string>()},
      {"l2_factor", values["l2-factor"].as<double>()},
      {"values", values["values"].as<std::string>()},
      {"bias", values["bias"].as<double>()},
      {"free_bias", values.contains("free-bias")},
      {"methods", method_entries_of(values)},
      {"seeds", Json::array({number_or_text(values["seed"].as<std::string>())})}};
  if (!values["epsilon"].defaulted()) configuration["epsilon"] = values["epsilon"].as<double>();
  if (values.contains("class-weights"))
    configuration["class_weights"] = class_weights_of(values["class-weights"].as<std::string>());
  if (values.contains("row-weights")) configuration["row_weights"] = values["row-weights"].as<std::string>();
  configuration["lambdas"] = number_or_text(values["lambda"].as<std::string>());
  return configuration;
}

std::string in_arguments(const std::string& message) {
  static const std::regex place("^command line: /([a-z0-9_]+)(?:/0)?(?:/set)?(?:/([a-zA-Z_0-9.+-]+))?: ");
  std::smatch parts;
  if (!std::regex_search(message, parts, place)) return message;
  const std::string key = parts[1];
  std::string argument = "--" + key;
  if (key == "methods")
    argument = parts[2].matched && parts[2] != "name" ? fmt::format("--set {}", parts[2].str()) : "--method";
  else if (key == "datasets" && parts[2].matched)
    argument = fmt::format("--read {}", parts[2].str());
  else if (key == "datasets" || key == "lambdas" || key == "seeds")
    argument.pop_back();
  std::ranges::replace(argument, '_', key == "methods" ? '_' : '-');
  return argument + ": " + parts.suffix().str();
}

void add_reading_options(po::options_description& options) {
  add_options(
      options,
      {{"label", text_value("COLUMN"),
        "column of a CSV file with the labels, by name or number from 1; array of an .npz file"},
       {"positive", text_value("LABEL"), "label of the class +1; all others are -1"},
       {"read", texts_value("KEY=VALUE"),
        "another key of a dataset in a configuration, such as index_base=0, header=true, decimal=,"}});
}

Json reading_keys_of(const po::variables_map& values) {
  Json keys = Json::object();
  for (const char* option : {"label", "positive"})
    if (values.contains(option)) keys[option] = values[option].as<std::string>();
  if (!values.contains("read")) return keys;
  const auto known = mapped(read_settings_keys(), &Field<ReadSettings>::name);
  for (const std::string& each : values["read"].as<std::vector<std::string>>()) {
    const std::size_t equals = each.find('=');
    const std::string name = each.substr(0, equals);
    const bool is_known = contains(known, name);
    if (equals == std::string::npos || !is_known)
      throw ConfigError("--read: must be KEY=VALUE, with one of {}, got \"{}\"{}", fmt::join(known, ", "),
                        shown(each), is_known ? "" : did_you_mean(name, known));
    if (keys.contains(name)) throw ConfigError("--read: {} is given twice", name);
    const Json value = Json::parse(each.substr(equals + 1), nullptr, false);
    keys[name] = value.is_boolean() || value.is_number() ? value : Json(each.substr(equals + 1));
  }
  return keys;
}

Json dataset_entry_of(const std::string& name_or_path, const po::variables_map& values) {
  Json entry = reading_keys_of(values);
  if (entry.empty()) return name_or_path;
  const bool is_catalogued = !is_path(name_or_path) && find_entry(read_catalog(), name_or_path) != nullptr;
  entry[is_catalogued ? "name" : "file"] = name_or_path;
  return entry;
}

}  // namespace descent
