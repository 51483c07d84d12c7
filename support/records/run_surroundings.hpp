#pragma once

#include <cstdint>
#include <vector>

#include "support/records/record.hpp"

namespace descent {

/// The machine around a run. Nothing is corrected by it.
struct RunSurroundings {
  double load = 0;                    ///< processes that wanted to run before it: mean of a minute
  std::uint64_t runs_beside = 0;      ///< of the same command at the same time, at most
  std::uint64_t cache_shared_by = 0;  ///< the most of these that use the last-level cache of its core
  std::uint64_t throttles = 0;        ///< times that its core was slowed down for heat meanwhile
  double steal_seconds = 0;           ///< that another virtual machine had its core meanwhile
  std::uint64_t switches = 0;         ///< times that it had to leave its core meanwhile
  double streaming_seconds = 0;       ///< calibration before it: a fixed walk over its rows; 0: none
  double arithmetic_seconds = 0;      ///< calibration before it: a fixed chain of multiplications

  friend bool operator==(const RunSurroundings&, const RunSurroundings&) = default;
};

template <>
const std::vector<Field<RunSurroundings>>& fields_of();

/// Larger changes of the calibration's time are reported.
inline constexpr double most_drift = 0.05;

}  // namespace descent
