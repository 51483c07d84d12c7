#pragma once

#include <string>

namespace descent {

/// Tells a person how far a list of jobs is: one line that is drawn again on a terminal, a line now and then
/// in a log, nothing when quiet. Writes to standard error.
class ProgressDisplay {
 public:
  /// `total_cost` is the sum of the jobs' costs, in any unit; the time to go is estimated from the share
  /// done. `later_seconds` is what comes after this list; with it the time left of all is told.
  ProgressDisplay(std::size_t jobs, double total_cost, bool quiet, double later_seconds = 0);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// One more job is done; `description` says which.
  void finished(double cost, const std::string& description);

  /// A message of its own line, above the bar.
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
