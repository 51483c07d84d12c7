#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/bootstrap.hpp"
#include "plots/cells.hpp"
#include "plots/claims.hpp"
#include "plots/manifest.hpp"

namespace descent {

enum class Verdict { reproduced, not_reproduced, undecided };

/// "reproduced", "not reproduced", "undecided".
std::string_view text_of(Verdict verdict);

/// One of the methods of a comparison.
struct ComparedMethod {
  std::string name;
  std::string variant;
  std::string label;          ///< as in the results; the name where there are none
  std::uint64_t runs = 0;     ///< all of them, failed ones included
  std::uint64_t arrived = 0;  ///< those that came as near to the optimum as the comparison asks
  /// Median of the CPU seconds until then (empty if infinite) or of the nonzero weights there; for a rate the
  /// last mean suboptimality.
  std::optional<double> measured;
};

/// A claim on one dataset, about one pair of methods (or one method's rate) and one target.
struct ClaimCell {
  std::string dataset;
  std::string experiment;               ///< of the results that it is answered from; empty without any
  std::string source;                   ///< "file" or "stand-in"; empty without results
  std::vector<ComparedMethod> methods;  ///< first the one that the claim is about
  std::optional<double> target;         ///< relative suboptimality; none for a rate
  /// CPU time of the other method divided by that of the first; nonzero weights of the other divided by those
  /// of the first; or the slope. Empty when undecided without a number.
  std::optional<Estimate> estimate;
  Verdict verdict = Verdict::undecided;
  std::optional<Estimate> estimate_with_setup;  ///< of times: setup added to both
  Verdict verdict_with_setup = Verdict::undecided;
  std::string remark;  ///< why it is undecided, or what else is to be known
};

/// Fewer runs of a method decide nothing.
constexpr std::uint64_t fewest_runs = 3;

/// The certified gap of a problem must be at most this share of a suboptimality that is told from it.
constexpr double certificate_share = 0.1;

/// The cell of FasterAssertion: the ratio of the median CPU times to the target, of `slower` to `faster`. A
/// run that used up its budget before takes longer than that, one that ended otherwise never arrives, one
/// that is there at its first checkpoint takes anything up to that, and one that failed takes anything.
/// Reproduced when the whole 95 % interval is above 1, not reproduced when none of it is, undecided
/// otherwise.
ClaimCell compare_times(const Cell& faster, const Cell& slower, const ManifestReference* reference,
                        double target);

/// The cell of EqualSparsityAssertion: the ratio of the median numbers of nonzero weights at the first
/// checkpoint that is within the target, since a method that is behind may be sparse or dense for that reason
/// alone. Reproduced when the whole 95 % interval lies from 1/within to `within`, not reproduced when none of
/// it does, undecided otherwise.
ClaimCell compare_sparsity(const Cell& method, const Cell& other, const ManifestReference* reference,
                           double target, double within);

/// The cell of RateAssertion: the slope of fit_rate. Reproduced when the whole 95 % interval is at most the
/// expected slope plus the tolerance, not reproduced when none of it is, undecided otherwise. The remark
/// tells when the method is no nearer to the optimum at the end than where it began.
ClaimCell check_rate(const Cell& method, const ManifestReference* reference, const RateAssertion& assertion);

}  // namespace descent
