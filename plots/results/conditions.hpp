#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"

namespace descent {

/// Whether wall time shows that a run shared its core with other programs, so that its CPU time may be some
/// percent high. Of a few milliseconds a single interrupt is 5 %. Of several processes, each on a core of its
/// own, the CPU seconds are those of all.
inline bool has_shared_its_core(double cpu_seconds, double wall_seconds, double processes = 1) {
  return cpu_seconds > 0.05 * processes && wall_seconds * processes > 1.05 * cpu_seconds;
}

/// The conditions of each problem of a results folder, problem by problem in the manifest's order: the only
/// list of them, for figures, tables, pages and the terminal. `processors` has the model of each run, empty
/// where it is not known.
std::vector<Condition> conditions_of(const Manifest& manifest, std::span<const std::vector<ResultRow>> runs,
                                     std::span<const std::string> processors);

}  // namespace descent
