#include "support/terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "support/process/processor.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

std::string minutes(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

ProgressDisplay::ProgressDisplay(bool quiet, bool may_grow)
    : quiet_(quiet), may_grow_(may_grow), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressDisplay::~ProgressDisplay() {
  if (!quiet_ && terminal_ && done_ > 0) print_error("\n");
}

void ProgressDisplay::expect(std::ptrdiff_t jobs, double cost) {
  jobs_ += jobs;
  total_cost_ += cost;
}

void ProgressDisplay::start() {
  if (!start_) start_ = wall_seconds();
}

void ProgressDisplay::finished(double cost, const std::string& description) {
  ++done_;
  done_cost_ += cost;
  if (!quiet_) draw(description);
}

void ProgressDisplay::clear() {
  if (terminal_ && !quiet_) draw_on_terminal("\r\x1b[K");
}

void ProgressDisplay::draw(const std::string& description) {
  const double elapsed = wall_seconds() - start_.value_or(wall_seconds());
  const double share = total_cost_ > 0 ? std::min(done_cost_ / total_cost_, 1.0) : 1;
  const double to_go = share > 0 ? elapsed * (1 - share) / share : 0;
  const std::string counts =
      fmt::format("{}/{}{}  {} gone, {}{} to go", done_, jobs_, may_grow_ ? " or more" : "", minutes(elapsed),
                  may_grow_ ? "at least " : "", minutes(to_go));
  if (terminal_) {
    constexpr std::size_t width = 24;
    longest_bar_ = std::max(longest_bar_, share);
    const auto filled = static_cast<std::size_t>(longest_bar_ * static_cast<double>(width));
    const std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
    draw_on_terminal(fmt::format("\r\x1b[K[{}] {}  {}", bar, counts, printable(description, 60)));
    std::fflush(stderr);
  } else if (elapsed - last_line_ > 15 || (done_ == jobs_ && !may_grow_)) {
    last_line_ = elapsed;
    print_error("{}  ({})\n", counts, description);
  }
}

}  // namespace descent
