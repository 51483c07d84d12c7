#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/records/group_key.hpp"

namespace descent {

/// Values of a method's constants, by option name.
using Constants = std::map<std::string, double>;

/// A trial run of a tuning: a line of DIR/tuning.csv. trial_columns() has meanings and units.
struct TrialRow : GroupKey {
  std::uint64_t search = 0;
  Constants constants;
  std::string axis;
  double budget = 0;
  std::uint64_t seed = 0;
  std::string status;
  std::optional<double> objective;
  double cpu_seconds = 0;
  std::string run_id;
};

/// The columns of tuning.csv, in order.
const std::vector<Column<TrialRow>>& trial_columns();

}  // namespace descent
