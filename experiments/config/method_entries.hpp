#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"
#include "support/records/field_values.hpp"

namespace descent {

// Writes names of kinds in configurations.

inline void to_json(Json& json, LossKind kind) {
  json = name_of(kind);
}
inline void to_json(Json& json, RegularizerKind kind) {
  json = name_of(kind);
}

/// One entry of a configuration's "methods".
struct MethodEntry {
  const Method* method = nullptr;
  std::string variant;  ///< non-default options and a given step: "average=true step=1"
  std::string label;    ///< for legends
  std::map<std::string, OptionValue> given;
  std::vector<LossKind> losses;               ///< losses of the configuration that this entry runs on
  std::vector<RegularizerKind> regularizers;  ///< likewise
  /// Datasets that the entry names; without them it runs on all that are not too wide for the method.
  std::optional<std::vector<std::string>> datasets = std::nullopt;
  std::vector<std::string> protocols = {};  ///< protocols that it takes part in; empty: all

  OptionValues options() const { return {method->options, given}; }
  bool takes_part_on(const std::string& dataset) const;
  bool takes_part_in(const std::string& dataset, LossKind loss, RegularizerKind regularizer) const;
};

/// Parts of a configuration that its methods depend on.
struct MethodSurroundings {
  std::vector<std::string> datasets;
  std::vector<LossKind> losses;
  std::vector<RegularizerKind> regularizers;
  bool free_bias = false;
};

/// Reads "methods". Throws ConfigError.
std::vector<MethodEntry> read_methods(const JsonPlace& place, const MethodSurroundings& config);

/// The entries with all options, except constants left to tuning.
Json write_methods(const std::vector<MethodEntry>& entries);

/// JSON Schema of an entry: a registered method with its options.
Json method_schema();

/// Rejects methods that run to a tolerance each time: they cannot stop after a number of passes.
void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries);

// A method as an entry of a configuration; external programs have their own form.

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
