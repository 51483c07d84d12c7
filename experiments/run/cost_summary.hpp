#pragma once

#include <string>
#include <vector>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// What the end of a run of the program says about its own measuring.
class CostSummary {
 public:
  void add(const RunCosts& costs, const RunSpec& spec);

  /// On standard output; nothing when no run was added.
  void print() const;

 private:
  RunCosts sum_;
  double longest_ = 0;  ///< wall time of a run as a multiple of its budget
  std::string longest_text_;
  std::vector<std::string> contended_;
};

/// Costs as a text that a child process hands to its parent, and back.
std::string to_text(const RunCosts& costs);
RunCosts costs_from_text(const std::string& text);

}  // namespace descent
