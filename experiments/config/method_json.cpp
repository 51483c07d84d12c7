#include "experiments/config/method_json.hpp"

#include <filesystem>

#include "solvers/contract/option_json.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

const Method& read_program(const JsonPlace& place) {
  const std::string written = place.text();
  std::filesystem::path path = std::filesystem::path(place.file()).parent_path() / written;
  std::error_code none;
  if (!std::filesystem::exists(path, none)) path = written;
  try {
    return describe_program(written, std::filesystem::absolute(path).lexically_normal());
  } catch (const Error& error) {
    place.fail(error.what());
  }
}

std::vector<std::string> own_options(const Method& method) {
  std::vector<std::string> own;
  for (const Option& option : method.options)
    if (stands_in_set(method, option)) own.push_back(option.name);
  return own;
}

}  // namespace

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

std::map<std::string, OptionValue> read_options_of(const JsonPlace& entry, const Method& method) {
  if (program_of(method) == nullptr) return read_options(entry, method);
  std::vector<Option> common;
  std::vector<Option> own;
  for (const Option& option : method.options)
    (stands_in_set(method, option) ? own : common).push_back(option);
  Method part;
  part.options = common;
  std::map<std::string, OptionValue> given = read_options(entry, part);
  if (const auto set = entry.find("set")) {
    set->allow_keys(own_options(method));
    part.options = own;
    given.merge(read_options(*set, part));
  }
  return given;
}

JsonPlace place_of(const JsonPlace& entry, const Method& method, const Option& option) {
  return stands_in_set(method, option) ? entry.at("set").at(option.name) : entry.at(option.name);
}

std::vector<std::string> variant_with_program(const Method& method,
                                              const std::map<std::string, OptionValue>& given) {
  std::vector<std::string> settings = variant_of(method, given);
  if (const ExternalProgram* program = program_of(method))
    settings.insert(settings.begin(), "program=" + program->written);
  return settings;
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
