#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contract/option.hpp"

namespace descent {

/// Settings of ReweightedLeastSquares, which defines passes, outer iterations and problems. A pass changes by
/// the largest a_j |Δu_j| of its coordinate steps.
struct LeastSquaresSettings {
  /// Reads the options of with_least_squares_options(). Problems are unlimited; each is solved to the end.
  LeastSquaresSettings(const OptionValues& options, bool damped)
      : tolerance(options.number("tolerance")),
        inner_accuracy(options.number("inner_accuracy")),
        maximum_inner_passes(options.number("inner_passes")),
        starts_at_ones(options.word("start") == "ones"),
        is_damped(damped) {}

  /// A problem is solved when a full pass changes at most this, relative to the largest slope of the loss in
  /// the run's first pass, and promises to lower F by at most 1e-9 F(0).
  double tolerance;
  /// An outer iteration ends with a pass that changes at most this share of its first pass.
  double inner_accuracy;
  double maximum_inner_passes;  ///< passes in one outer iteration
  bool starts_at_ones;          ///< starts at w = (1, …, 1), else at w = 0
  bool is_damped;               ///< false: the plain iteration
  /// After this many problems the run has the status `limit`.
  std::uint64_t maximum_problems = std::numeric_limits<std::uint64_t>::max();
  /// A problem with a successor is left when a full pass changes at most this share of the problem's first
  /// pass.
  double problem_accuracy = 0;
};

/// Option for a share, from 0 to 1.
inline Option share_option(std::string name, std::string description, double default_value) {
  return number_option(std::move(name), std::move(description), default_value,
                       NumberRange{.lower = 0, .upper = 1}, "this program");
}

/// Adds the options that LeastSquaresSettings reads.
inline std::vector<Option> with_least_squares_options(std::vector<Option> options) {
  options.insert(
      options.end(),
      {word_option("start", "where the iteration starts: at w = 0 or at w = (1, ..., 1)", "zero",
                   {"zero", "ones"}, "ones: the ADMM and L1/2 paper, §3.2"),
       number_option("inner_passes",
                     "maximum of passes of coordinate descent over one quadratic model of the loss", 20,
                     integers(1, 1e9), "this program"),
       share_option("inner_accuracy",
                    "those passes end with one that changes at most this share of the change of the first",
                    0.05),
       tolerance_option(
           "converged when a pass moves no weight by more, as a change of the loss's slope relative to "
           "the largest slope of the first pass",
           "this program", 1e-9)});
  return options;
}

/// Option that chooses the plain iteration.
inline Option damping_option() {
  return flag_option("damping",
                     "true: outer steps are halved until F decreases, and weights have a floor; false: plain "
                     "iteratively reweighted least squares",
                     true, "true: this program; false: as printed");
}

}  // namespace descent
