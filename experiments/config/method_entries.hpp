#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/config_values.hpp"
#include "solvers/contract/method.hpp"

namespace descent {

// What configurations write.

inline void to_json(Json& json, LossKind kind) {
  json = name_of(kind);
}
inline void to_json(Json& json, RegularizerKind kind) {
  json = name_of(kind);
}

/// One entry of a configuration's "methods".
struct MethodEntry {
  const Method* method = nullptr;
  std::string variant;  ///< options that differ from their defaults, and a given step: "average=true step=1"
  std::string label;    ///< for legends
  std::map<std::string, OptionValue> given;
  std::vector<LossKind> losses;               ///< of the configuration's, those that this entry runs on
  std::vector<RegularizerKind> regularizers;  ///< likewise
  /// Likewise, where the entry names them; else it runs on all that are not too wide for the method.
  std::optional<std::vector<std::string>> datasets = std::nullopt;
  std::vector<std::string> protocols = {};  ///< under which it takes part; empty: under every one

  OptionValues options() const { return {method->options, given}; }
  bool takes_part_on(const std::string& dataset) const;
  bool takes_part_in(const std::string& dataset, LossKind loss, RegularizerKind regularizer) const;
};

/// What a configuration says besides its methods, as far as they have to do with it.
struct MethodSurroundings {
  std::vector<std::string> datasets;
  std::vector<LossKind> losses;
  std::vector<RegularizerKind> regularizers;
  bool free_bias = false;
};

/// Reads "methods". Throws ConfigError.
std::vector<MethodEntry> read_methods(const JsonPlace& place, const MethodSurroundings& config);

/// The entries with all options, but for constants that are left to tuning.
Json write_methods(const std::vector<MethodEntry>& entries);

/// The JSON Schema of an entry: one of the registered methods, with its options.
Json method_schema();

/// Amounts of work mean nothing to a method that each time runs to a tolerance.
void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries);

}  // namespace descent
