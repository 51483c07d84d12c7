#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// Selects runs of a configuration by dataset, method and id; an empty list selects all.
struct RunFilter {
  std::vector<std::string> datasets;
  std::vector<std::string> methods;  ///< names, or labels of single entries
  std::vector<std::string> runs;

  bool wants_dataset(const std::string& name) const;
  bool wants_method(const std::string& name, const std::string& label) const;
  bool wants_run(const std::string& id) const;
  /// True if dataset and method are selected; ignores the id.
  bool may_want(const RunSpec& spec) const;

  /// True if the configuration has selected datasets and methods.
  bool wants_some_of(const Config& config) const;
};

/// Reads "dataset=a9a,method=pegasos,method=batch_rda,run=0123456789abcdef"; labels of methods may contain
/// commas. Throws ConfigError unless every dataset and method is in some configuration, and some
/// configuration has both: a misspelt name would silently run nothing.
RunFilter parse_run_filter(const std::string& text, std::span<const Config> configs);

}  // namespace descent
