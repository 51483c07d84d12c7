#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// Which of a configuration's runs are wanted: those on one of the datasets, of one of the methods and with
/// one of the ids; an empty list leaves all.
struct RunFilter {
  std::vector<std::string> datasets;
  std::vector<std::string> methods;  ///< names, or labels of single entries
  std::vector<std::string> runs;

  bool wants_dataset(const std::string& name) const;
  bool wants_method(const std::string& name, const std::string& label) const;
  bool wants_run(const std::string& id) const;
  /// Whether a run is wanted by all but its id.
  bool may_want(const RunSpec& spec) const;

  /// Whether any of the configuration's datasets and methods are wanted.
  bool wants_some_of(const Config& config) const;
};

/// Reads "dataset=a9a,method=pegasos,method=batch_rda,run=0123456789abcdef"; labels of the configurations'
/// methods may have commas. A misspelt name would silently run nothing: throws ConfigError unless each
/// dataset and method is one of some configuration, and some configuration has both.
RunFilter parse_run_filter(const std::string& text, std::span<const Config> configs);

}  // namespace descent
