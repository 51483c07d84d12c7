#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "solvers/problem/regularizer.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Value of an option: true/false, a number or a word.
using OptionValue = std::variant<bool, double, std::string>;

std::string to_string(const OptionValue& value);

/// Numbers that an option takes: lower < x or lower ≤ x, x ≤ upper, optionally integers only.
struct NumberRange {
  double lower = -infinity;
  bool lower_allowed = true;
  double upper = infinity;
  bool integer = false;
};

inline constexpr NumberRange above_zero{.lower = 0, .lower_allowed = false};
inline constexpr NumberRange at_least_zero{.lower = 0};
constexpr NumberRange integers(double lower, double upper) {
  return {.lower = lower, .upper = upper, .integer = true};
}

class OptionValues;

/// Record of a method's options table, for configuration checks, JSON Schema, `descent list methods` and the
/// tables in docs/.
struct Option {
  std::string name;
  std::string description;  ///< one line
  OptionValue default_value;
  std::optional<NumberRange> range = std::nullopt;  ///< allowed numbers
  std::vector<std::string> words = {};              ///< allowed words; a bool default allows true and false
  std::string source = {};                          ///< paper or equation, if any
  bool tunable = false;                             ///< a constant that `descent tune` can choose
  /// True if the option matters under this regulariser and these values. Empty: always.
  std::function<bool(RegularizerKind, const OptionValues&)> matters_when = {};
  std::string matters_where = {};  ///< the same in words

  bool matters(RegularizerKind regularizer, const OptionValues& options) const {
    return !matters_when || matters_when(regularizer, options);
  }

  /// True if a configuration with these values leaves the constant to tuning: it is tunable, and not given
  /// or, if the default is a word, given as "tuned".
  bool is_left_to_tuning(const std::map<std::string, OptionValue>& given) const;
};

/// Options that take numbers, words, or true and false.
Option number_option(std::string name, std::string description, double default_value, NumberRange range,
                     std::string source = {});
Option word_option(std::string name, std::string description, std::string default_value,
                   std::vector<std::string> words, std::string source = {});
Option flag_option(std::string name, std::string description, bool default_value, std::string source = {});

/// The option "tolerance", a number ≥ 0.
Option tolerance_option(std::string description, std::string source, double default_value = 1e-10);

/// Complaint such as "must be > 0, got -1" if the value is not allowed.
std::optional<std::string> complaint(const Option& option, const OptionValue& value);

/// Allowed values in words: "a number > 0 or \"full\"".
std::string allowed_values(const Option& option);

/// Values by name, with defaults. The getters trust the checks: a wrong name or type is a programming error
/// (std::out_of_range, std::bad_variant_access).
class OptionValues {
 public:
  OptionValues(const std::vector<Option>& table, const std::map<std::string, OptionValue>& given);
  bool flag(const std::string& name) const { return std::get<bool>(values_.at(name)); }
  double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
  const std::string& word(const std::string& name) const { return std::get<std::string>(values_.at(name)); }
  bool is_word(const std::string& name) const {
    return std::holds_alternative<std::string>(values_.at(name));
  }
  bool is_word(const std::string& name, const std::string& word) const {
    return values_.at(name) == OptionValue{word};
  }
  const std::map<std::string, OptionValue>& all() const { return values_; }

  /// The same with another value of one of the options.
  OptionValues with(const std::string& name, OptionValue value) const {
    OptionValues changed = *this;
    changed.values_.at(name) = std::move(value);
    return changed;
  }

 private:
  std::map<std::string, OptionValue> values_;
};

}  // namespace descent
