#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

// A method as an entry of a configuration, which an external program has another form of.

namespace descent {

/// The registered method of that name.
const Method& read_method_name(const JsonPlace& place);

/// The method that the entry names: a registered one, or what its "program" says that it is, a path relative
/// to the configuration's folder, or else to the current directory.
const Method& read_method_of(const JsonPlace& entry);

/// The keys of an entry, beside its name, that say what the method is and has for options.
std::vector<std::string> keys_of(const Method& method);

/// The options that the entry gives, checked; other keys are not looked at.
std::map<std::string, OptionValue> read_options(const JsonPlace& entry, const Method& method);

/// Where the entry has the option, if it gives it.
std::optional<JsonPlace> find_option(const JsonPlace& entry, const Method& method, const Option& option);

/// "average=true", "step=1": options that differ from their defaults, and constants that are not left to
/// tuning.
std::vector<std::string> settings_of(const Method& method, const std::map<std::string, OptionValue>& given);

/// What tells entries of one method apart: these, and which program it is.
std::string variant_of(const Method& method, const std::map<std::string, OptionValue>& given);

/// Fails at `name`, naming what the method does solve, unless it solves all of these problems, with an
/// intercept that is not regularised where that is asked for, and at `entry` when the options do not go with
/// one of them. `way_out` ends what is said of a problem that it does not solve.
void require_suitable(const JsonPlace& entry, const JsonPlace& name, const Method& method,
                      const std::map<std::string, OptionValue>& given, std::span<const LossKind> losses,
                      std::span<const RegularizerKind> regularizers, bool free_intercept,
                      std::string_view way_out = "");

/// Writes what names the method, or an option of it, into an entry.
void write_method_name(const Method& method, Json& entry);
void write_option(const Method& method, const Option& option, const OptionValue& value, Json& entry);

}  // namespace descent
