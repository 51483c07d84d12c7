#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

// A method as an entry of a configuration; external programs have their own form.

namespace descent {

const Method& read_method_name(const JsonPlace& place);

/// Method of the entry: registered, or described by its "program". A program's path is relative to the
/// configuration's folder, or else to the current directory.
const Method& read_method_of(const JsonPlace& entry);

/// Keys besides the name that give the method and its options.
std::vector<std::string> keys_of(const Method& method);

/// Checked options of the entry; other keys are ignored.
std::map<std::string, OptionValue> read_options(const JsonPlace& entry, const Method& method);

/// Place of the option in the entry, if given.
std::optional<JsonPlace> find_option(const JsonPlace& entry, const Method& method, const Option& option);

/// "average=true", "step=1": non-default options, and constants that are not left to tuning.
std::vector<std::string> settings_of(const Method& method, const std::map<std::string, OptionValue>& given);

/// Distinguishes entries of one method: its settings, and which program it is.
std::string variant_of(const Method& method, const std::map<std::string, OptionValue>& given);

/// Fails at `name` with what the method solves, unless it solves all of these problems (with an unregularised
/// intercept if `free_intercept`). Fails at `entry` if the options do not suit one. `way_out` ends the
/// message about an unsolved problem.
void require_suitable(const JsonPlace& entry, const JsonPlace& name, const Method& method,
                      const std::map<std::string, OptionValue>& given, std::span<const LossKind> losses,
                      std::span<const RegularizerKind> regularizers, bool free_intercept,
                      std::string_view way_out = "");

/// Write the method's name, or an option, into an entry.
void write_method_name(const Method& method, Json& entry);
void write_option(const Method& method, const Option& option, const OptionValue& value, Json& entry);

}  // namespace descent
