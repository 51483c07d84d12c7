// Methods and their options in JSON: reads and writes them for method_entries.hpp.

#include "experiments/config/method_entries.hpp"

#include <fmt/ranges.h>

#include <filesystem>

#include "solvers/contract/option_json.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"

namespace descent {
namespace {

const Method& read_program(const JsonPlace& place) {
  const std::string written = place.text();
  std::filesystem::path path = std::filesystem::path(place.file()).parent_path() / written;
  if (!is_present(path)) path = written;
  try {
    return describe_program(written, std::filesystem::absolute(path).lexically_normal());
  } catch (const Error& error) {
    place.fail(error.what());
  }
}

}  // namespace

const Method& read_method_name(const JsonPlace& place) {
  std::vector<std::string> names;
  for (const Method* method : methods()) {
    if (method->name == place.text()) return *method;
    names.push_back(method->name);
  }
  place.fail_unknown("method", names);
}

const Method& read_method_of(const JsonPlace& entry) {
  const JsonPlace name = entry.at("name");
  return name.value() == program_method ? read_program(entry.at("program")) : read_method_name(name);
}

std::vector<std::string> keys_of(const Method& method) {
  std::vector<std::string> keys;
  if (program_of(method) != nullptr) keys.insert(keys.end(), {"program", "set"});
  for (const Option& option : method.options)
    if (!stands_in_set(method, option)) keys.push_back(option.name);
  return keys;
}

std::optional<JsonPlace> find_option(const JsonPlace& entry, const Method& method, const Option& option) {
  if (!stands_in_set(method, option)) return entry.find(option.name);
  const auto set = entry.find("set");
  return set ? set->find(option.name) : std::nullopt;
}

std::map<std::string, OptionValue> read_options(const JsonPlace& entry, const Method& method) {
  if (const auto set = entry.find("set")) set->allow_keys(own_options(method));
  std::map<std::string, OptionValue> given;
  for (const Option& option : method.options) {
    const auto found = find_option(entry, method, option);
    if (!found) continue;
    const OptionValue value = read_option_value(*found);
    if (const auto wrong = complaint(option, value)) found->fail(*wrong);
    given[option.name] = value;
  }
  return given;
}

std::vector<std::string> settings_of(const Method& method, const std::map<std::string, OptionValue>& given) {
  std::vector<std::string> settings;
  for (const Option& option : method.options) {
    const auto found = given.find(option.name);
    if (found == given.end()) continue;
    if (found->second != option.default_value || option.is_left_to_tuning({}))
      settings.push_back(fmt::format("{}={}", option.name, to_string(found->second)));
  }
  return settings;
}

std::string variant_of(const Method& method, const std::map<std::string, OptionValue>& given) {
  std::vector<std::string> settings = settings_of(method, given);
  if (const ExternalProgram* program = program_of(method))
    settings.insert(settings.begin(), "program=" + program->written);
  return fmt::format("{}", fmt::join(settings, " "));
}

void require_suitable(const JsonPlace& entry, const JsonPlace& name, const Method& method,
                      const std::map<std::string, OptionValue>& given, std::span<const LossKind> losses,
                      std::span<const RegularizerKind> regularizers, bool free_intercept,
                      std::string_view way_out) {
  const OptionValues options(method.options, given);
  for (const LossKind loss : losses) {
    for (const RegularizerKind regularizer : regularizers) {
      if (capability(method, loss, regularizer) == nullptr)
        name.fail("{} does not solve {} + {}; it solves {}{}", method.name, name_of(loss),
                  name_of(regularizer), describe_capabilities(method), way_out);
      if (!method.complaint) continue;
      if (const auto wrong = method.complaint(loss, regularizer, options)) entry.fail(*wrong);
    }
  }
  if (free_intercept && !method.free_intercept)
    name.fail("{} regularises every weight; \"free_bias\" is not for it", method.name);
}

void write_method_name(const Method& method, Json& entry) {
  entry["name"] = method.name;
  if (const ExternalProgram* program = program_of(method)) entry["program"] = program->written;
}

void write_option(const Method& method, const Option& option, const OptionValue& value, Json& entry) {
  Json& object = stands_in_set(method, option) ? entry["set"] : entry;
  object[option.name] = to_json(value);
}

}  // namespace descent
