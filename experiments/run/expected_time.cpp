#include "experiments/run/expected_time.hpp"

#include <fmt/format.h>

#include <cmath>

namespace descent {

namespace {

/// What one core of a common machine touches in a second: coordinate descent on data beyond its caches.
constexpr double entries_a_second = 3e8;

double work_seconds(const RunSpec& spec) {
  return spec.allowance.axis == Axis::cpu_seconds ? cost_of(spec) : cost_of(spec) / entries_a_second;
}

/// Each checkpoint's iterate is multiplied by the training rows twice (objective and error) and by the test
/// rows once; bounds cost as much again, now and then.
double evaluation_seconds(const RunSpec& spec) {
  const auto train = static_cast<double>(spec.dataset->train.rows.nonzeros());
  const auto test = static_cast<double>(spec.dataset->test.rows.nonzeros());
  return static_cast<double>(spec.allowance.checkpoints) * (2.2 * train + test) / entries_a_second;
}

}  // namespace

RunTime expected_time(const RunSpec& spec) {
  return {work_seconds(spec), evaluation_seconds(spec)};
}

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace descent
