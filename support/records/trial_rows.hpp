#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/records/group_key.hpp"
#include "support/records/store.hpp"

namespace descent {

/// Values of a method's constants, by option name.
using Constants = std::map<std::string, double>;

/// A trial run of a tuning. trial_columns() has meanings and units.
struct TrialRow : GroupKey {
  Constants constants;
  std::string axis;
  double budget = 0;
  std::uint64_t seed = 0;
  std::string status;
  std::optional<double> objective;
  double cpu_seconds = 0;
};

/// The columns of a trial's file, in order.
const std::vector<Column<TrialRow>>& trial_columns();

/// The trials of a results folder, FOLDER/trials/ID.csv with one row each. ID is the run's id.
Store<TrialRow> trials_in(const std::filesystem::path& folder);

}  // namespace descent
