#pragma once

#include <map>
#include <optional>
#include <string>
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
  bool takes_part_on(const std::string& dataset) const { return !datasets || contains(*datasets, dataset); }
  bool takes_part_in(const std::string& dataset, LossKind loss, RegularizerKind regularizer) const {
    return takes_part_on(dataset) && contains(losses, loss) && contains(regularizers, regularizer);
  }
};

/// Parts of a configuration that its methods depend on.
struct MethodSurroundings {
  std::vector<std::string> datasets;
  std::vector<LossKind> losses;
  std::vector<RegularizerKind> regularizers;
  bool free_bias = false;
};

constexpr std::size_t most_protocols = 20;

/// Protocols that an entry takes part in; files are named after them.
inline ValueKind<std::vector<std::string>> protocol_names() {
  return distinct_values(plain_name(), most_protocols, [](const std::string& name) { return name; });
}

/// Reads "methods". Throws ConfigError.
std::vector<MethodEntry> read_methods(const JsonPlace& place, const MethodSurroundings& config);

/// Reads one entry, which may have the keys `known` and those of its method. Throws ConfigError.
MethodEntry read_method(const JsonPlace& place, const MethodSurroundings& config,
                        std::vector<std::string> known);

/// The entry with all options, except constants left to tuning.
Json write_method(const MethodEntry& entry);

/// JSON Schema of an entry: a registered method with its options.
Json method_schema();

/// Rejects methods that run to a tolerance each time: they cannot stop after a number of passes.
void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries);

}  // namespace descent
