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
    return {number_option("first_tolerance", meaning + " in the first run", 1, above_zero, "this program"),
            number_option("tolerances_per_decade", "runs from one tolerance to a tenth of it", 2,
                          integers(1, 100), "this program"),
            number_option("last_tolerance", "no run is to a smaller one", 1e-10, above_zero, "this program")};
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
