#pragma once

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "solvers/contract/option.hpp"

namespace descent {

/// Falling tolerances, each for a run from scratch (Method::sampled_by_tolerance):
///
///     first_tolerance · 10^(−k / tolerances_per_decade) ≥ last_tolerance,   k = 0, 1, 2, …
class FallingTolerances {
 public:
  explicit FallingTolerances(const OptionValues& options)
      : first_(options.number("first_tolerance")),
        last_(options.number("last_tolerance")),
        per_decade_(options.number("tolerances_per_decade")) {}

  double next() { return tolerance(k_++); }
  bool is_at_end() const { return tolerance(k_) < last_ * (1 - 1e-9); }

  /// User options; `meaning` says what a tolerance is to the method.
  static std::vector<Option> options(const std::string& meaning) {
    const NumberRange above_zero{.lower = 0, .lower_allowed = false};
    return {{.name = "first_tolerance",
             .description = meaning + " in the first run",
             .default_value = 1.0,
             .range = above_zero,
             .source = "this program"},
            {.name = "tolerances_per_decade",
             .description = "runs from one tolerance to a tenth of it",
             .default_value = 2.0,
             .range = NumberRange{.lower = 1, .upper = 100, .integer = true},
             .source = "this program"},
            {.name = "last_tolerance",
             .description = "no run is to a smaller one",
             .default_value = 1e-10,
             .range = above_zero,
             .source = "this program"}};
  }

  /// Returns what is wrong with the values together.
  static std::optional<std::string> complaint(const OptionValues& options) {
    const double first = options.number("first_tolerance");
    const double last = options.number("last_tolerance");
    if (first >= last) return std::nullopt;
    return fmt::format("\"first_tolerance\" must be at least \"last_tolerance\", got {} and {}", first, last);
  }

 private:
  double tolerance(int k) const { return first_ * std::pow(10, -k / per_decade_); }

  double first_;
  double last_;
  double per_decade_;
  int k_ = 0;
};

}  // namespace descent
