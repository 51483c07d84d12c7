#include "experiments/run/expected_time.hpp"

#include <fmt/format.h>

#include <cmath>

namespace descent {

namespace {

/// Stored entries that one core of a common machine touches per second, for coordinate descent on data beyond
/// its caches.
constexpr double entries_a_second = 3e8;

}  // namespace

RunTime expected_time(const RunSpec& spec) {
  const double work = cost_of(spec) / (spec.allowance.axis == Axis::cpu_seconds ? 1 : entries_a_second);
  // Each iterate is multiplied by the training rows twice (objective and error) and by the test rows once.
  // Bounds cost as much again, now and then.
  const auto train = static_cast<double>(spec.dataset->train.rows.nonzeros());
  const auto test = static_cast<double>(spec.dataset->test.rows.nonzeros());
  return {work, static_cast<double>(spec.allowance.checkpoints) * (2.2 * train + test) / entries_a_second};
}

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace descent
