#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/lambda.hpp"
#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

namespace descent {

// What stands in configurations of every kind. Each reader throws ConfigError with file, JSON path and what
// would be right.

/// A name that files are named after: letters, digits, - and _.
std::string read_plain_name(const JsonPlace& place);

/// A finite number ≥ 0.
double read_not_negative(const JsonPlace& place);

/// A number > 0, "a/m", "a/m^2" or {"C": c}.
Lambda read_lambda(const JsonPlace& place);

/// One λ, or an array of at least one, all different.
std::vector<Lambda> read_lambdas(const JsonPlace& place);

/// The registered method of that name.
const Method& read_method_name(const JsonPlace& place);

/// The method's options that stand in an object, checked; other keys are not looked at.
std::map<std::string, OptionValue> read_options(const JsonPlace& place, const Method& method);

/// Those that tell entries of one method apart, "average=true step=1": options that differ from their
/// defaults, and constants that are not left to tuning.
std::vector<std::string> variant_of(const Method& method, const std::map<std::string, OptionValue>& given);

/// Fails at `name`, naming what the method does solve, unless it solves the problem; `way_out` ends the
/// message.
void require_capability(const JsonPlace& name, const Method& method, LossKind loss,
                        RegularizerKind regularizer, std::string_view way_out = "");

/// Fails at `entry` when the options do not go with the problem.
void require_fitting_options(const JsonPlace& entry, const Method& method, LossKind loss,
                             RegularizerKind regularizer, const OptionValues& options);

/// Fails at an option of the entry that is given and changes nothing in any of these problems.
void require_effective_options(const JsonPlace& entry, const Method& method,
                               std::span<const RegularizerKind> regularizers,
                               const std::map<std::string, OptionValue>& given);

/// Fails at `name` unless the method can leave an intercept unregularised.
void require_free_intercept(const JsonPlace& name, const Method& method);

/// Fails when a text stands twice.
void require_distinct_texts(const JsonPlace& place, std::vector<std::string> texts);

[[noreturn]] void fail_unknown(const JsonPlace& place, std::string_view what,
                               const std::vector<std::string>& known);

/// The kind of the loss or regulariser of that name; the descriptions are losses() or regularizers().
template <class Descriptions>
auto read_kind(const JsonPlace& place, std::string_view what, const Descriptions& descriptions) {
  std::vector<std::string> names;
  for (const auto& each : descriptions) {
    if (each.name == place.text()) return each.kind;
    names.emplace_back(each.name);
  }
  fail_unknown(place, what, names);
}

// No configuration comes near; what is compared pair by pair stays quick.
constexpr std::size_t most_datasets = 1000;
constexpr std::size_t most_lambdas = 1000;
constexpr std::size_t most_methods = 1000;  ///< or models
constexpr std::size_t most_kinds = 100;     ///< losses, regularisers, rules

/// What is read from an array of at least one, or from a value that stands for a list of one.
template <class Read>
auto one_or_more(const JsonPlace& place, Read read, std::size_t most = most_kinds) {
  std::vector<decltype(read(place))> values;
  if (!place.value().is_array()) return std::vector{read(place)};
  for (const JsonPlace& element : place.elements(1, most)) values.push_back(read(element));
  return values;
}

/// Where number k of such a list stands.
inline JsonPlace one_of(const JsonPlace& place, std::size_t k) {
  return place.value().is_array() ? place.elements()[k] : place;
}

/// "name" and "title" of a configuration of either kind.
template <class AnyConfig>
void read_heading(const JsonPlace& place, AnyConfig& config) {
  config.name = read_plain_name(place.at("name"));
  config.title = config.name;
  if (const auto title = place.find("title")) config.title = title->text();
}

/// "bias" and "free_bias".
template <class AnyConfig>
void read_bias(const JsonPlace& place, AnyConfig& config) {
  if (const auto bias = place.find("bias")) config.bias = read_not_negative(*bias);
  if (const auto free_bias = place.find("free_bias")) config.free_bias = free_bias->flag();
  if (config.free_bias && config.bias == 0)
    place.at("free_bias").fail("there is no bias to leave free; give \"bias\" a value");
}

}  // namespace descent
