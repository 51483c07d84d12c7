#include "solvers/contract/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "support/text/printable.hpp"

namespace descent {

namespace {

bool in_range(const NumberRange& range, double x) {
  const bool above = range.lower_allowed ? x >= range.lower : x > range.lower;
  return std::isfinite(x) && above && x <= range.upper && (!range.integer || x == std::floor(x));
}

std::string describe(const NumberRange& range) {
  std::string text = range.integer ? "an integer" : "a number";
  if (std::isfinite(range.lower))
    text += fmt::format(" {} {}", range.lower_allowed ? ">=" : ">", range.lower);
  if (std::isfinite(range.upper))
    text += fmt::format("{} <= {}", std::isfinite(range.lower) ? " and" : "", range.upper);
  return text;
}

}  // namespace

Option number_option(std::string name, std::string description, double default_value, NumberRange range,
                     std::string source) {
  return {std::move(name), std::move(description), default_value, range, {}, std::move(source)};
}

Option word_option(std::string name, std::string description, std::string default_value,
                   std::vector<std::string> words, std::string source) {
  return {std::move(name), std::move(description), std::move(default_value),
          std::nullopt,    std::move(words),       std::move(source)};
}

Option flag_option(std::string name, std::string description, bool default_value, std::string source) {
  return {std::move(name), std::move(description), default_value, std::nullopt, {}, std::move(source)};
}

Option tolerance_option(std::string description, std::string source, double default_value) {
  return number_option("tolerance", std::move(description), default_value, at_least_zero, std::move(source));
}

std::string to_string(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

std::string allowed_values(const Option& option) {
  std::vector<std::string> parts;
  if (option.range) parts.push_back(describe(*option.range));
  for (const std::string& word : option.words) parts.push_back('"' + word + '"');
  if (std::holds_alternative<bool>(option.default_value)) parts.insert(parts.end(), {"true", "false"});
  return fmt::format("{}", fmt::join(parts, " or "));
}

std::optional<std::string> complaint(const Option& option, const OptionValue& value) {
  if (const double* number = std::get_if<double>(&value)) {
    if (option.range && in_range(*option.range, *number)) return std::nullopt;
    return fmt::format("must be {}, got {}", allowed_values(option), *number);
  }
  if (const std::string* word = std::get_if<std::string>(&value)) {
    if (std::ranges::find(option.words, *word) != option.words.end()) return std::nullopt;
    return fmt::format("must be {}, got \"{}\"", allowed_values(option), shown(*word));
  }
  if (std::holds_alternative<bool>(option.default_value)) return std::nullopt;
  return fmt::format("must be {}, got {}", allowed_values(option), to_string(value));
}

bool Option::is_left_to_tuning(const std::map<std::string, OptionValue>& given) const {
  if (!tunable) return false;
  const auto found = given.find(name);
  return std::holds_alternative<std::string>(default_value)
             ? found != given.end() && found->second == OptionValue{std::string("tuned")}
             : found == given.end();
}

OptionValues::OptionValues(const std::vector<Option>& table,
                           const std::map<std::string, OptionValue>& given) {
  for (const Option& option : table) values_[option.name] = option.default_value;
  for (const auto& [name, value] : given) values_.at(name) = value;
}

}  // namespace descent
