#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/records/field_values.hpp"
#include "support/records/record.hpp"

namespace descent {

/// Work of a trial. A constant found with another budget is another constant.
struct TrialBudget {
  std::string axis;  ///< name_of(Axis): cpu_seconds or passes
  double amount = 0;
  std::int64_t seeds = 1;  ///< of every trial; close trials get more
  std::int64_t first_seed = first_tuning_seed;
  friend bool operator==(const TrialBudget&, const TrialBudget&) = default;
  static Fields<TrialBudget> fields();
};

/// Origin of a constant that the configuration leaves open.
struct ConstantOrigin {
  std::string file = {};  ///< of tuned constants, or of the optimum whose norm it is; empty: the default
  std::optional<TrialBudget> trials = {};  ///< of a tuned constant
  std::uint64_t most_seeds = 1;            ///< of such a trial
  bool other_budget = false;               ///< the configuration gives trials another budget
  bool other_data = false;                 ///< the trials' data had another checksum
  bool other_reading = false;              ///< the trials' data were read or scaled otherwise

  bool is_default() const { return file.empty(); }
  /// For people: "tuned: tuned/mine.json, trials of 1 CPU seconds, 2 to 8 seeds from 1000000".
  std::string text() const;
  friend bool operator==(const ConstantOrigin&, const ConstantOrigin&) = default;
  static Fields<ConstantOrigin> fields();
};

}  // namespace descent
