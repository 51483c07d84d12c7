#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace descent {

/// Shows the progress of jobs on standard error: a line redrawn on a terminal, an occasional line in a log,
/// nothing if quiet.
class ProgressDisplay {
 public:
  /// If the number of jobs `may_grow`, it and the remaining time are shown as lower bounds.
  explicit ProgressDisplay(bool quiet, bool may_grow = false);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Adds or removes jobs, with the sum of their costs. Costs may have any unit; the remaining time is
  /// estimated from them.
  void expect(std::ptrdiff_t jobs, double cost);

  /// Starts the clock, unless it runs.
  void start();

  /// Records a finished job; `description` names it.
  void finished(double cost, const std::string& description);

  /// Takes the line off the terminal, so that something else can be printed.
  void clear();

 private:
  void draw(const std::string& description);

  bool quiet_;
  bool may_grow_;
  bool terminal_;
  std::optional<double> start_{};
  double last_line_ = 0;
  std::ptrdiff_t jobs_ = 0;
  double total_cost_ = 0;
  std::ptrdiff_t done_ = 0;
  double done_cost_ = 0;
  double longest_bar_ = 0;  ///< share of the work; the bar stays there while further jobs are added
};

}  // namespace descent
