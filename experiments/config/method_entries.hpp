#pragma once

#include <vector>

#include "experiments/config/config.hpp"

namespace descent {

/// Reads "methods" for a configuration whose problems are known. Throws ConfigError.
std::vector<MethodEntry> read_methods(const JsonPlace& place, const Config& config);

/// The entries with all options, but for constants that are left to tuning.
Json write_methods(const std::vector<MethodEntry>& entries);

/// The JSON Schema of an entry: one of the registered methods, with its options.
Json method_schema();

/// Amounts of work mean nothing to a method that each time runs to a tolerance.
void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries);

}  // namespace descent
