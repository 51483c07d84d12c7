#pragma once

#include <string>

namespace descent {

/// Shows the progress of a list of jobs on standard error: a line redrawn on a terminal, an occasional line
/// in a log, nothing if quiet.
class ProgressDisplay {
 public:
  /// `total_cost` is the sum of the jobs' costs, in any unit, to estimate the remaining time. `later_seconds`
  /// follow this list; if given, the total remaining time is shown too.
  ProgressDisplay(std::size_t jobs, double total_cost, bool quiet, double later_seconds = 0);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Records a finished job; `description` names it.
  void finished(double cost, const std::string& description);

  /// Prints a message on its own line, above the bar.
  void note(const std::string& message);

 private:
  void draw(const std::string& description);

  std::size_t jobs_;
  double total_cost_;
  double later_seconds_;
  bool quiet_;
  bool terminal_;
  double start_;
  double last_line_ = 0;
  std::size_t done_ = 0;
  double done_cost_ = 0;
};

}  // namespace descent
