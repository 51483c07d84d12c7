#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/analysis/estimate.hpp"
#include "plots/claims/claims.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/run_groups.hpp"

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
  /// Median of the CPU seconds or passes until then or of the nonzero weights there; for a rate the last mean
  /// suboptimality; of counts the mean. As far as the runs tell it; empty where they tell nothing.
  std::optional<Bounds> measured;
};

/// One-sided p-values of a comparison: how likely runs as convinced as these are if the claim is wrong there,
/// or right.
struct PValues {
  double for_claim = 1;
  double against_claim = 1;
  double two_sided() const;  ///< twice the lesser, at most 1
};

/// What runs say to a comparison: a number, and what it decides.
struct Judgement {
  /// CPU time or passes of the other method divided by those of the first; nonzero weights of the other
  /// divided by those of the first; or the slope.
  Estimate estimate;
  std::optional<PValues> p{};  ///< empty where the runs are too few to decide anything
  /// The two-sided p-value, adjusted for the other comparisons (see `decide`).
  std::optional<double> holm_p{};
  Verdict verdict = Verdict::undecided;
};

/// A claim on one dataset, about one pair of methods (or one method's rate) and one target.
struct Comparison {
  std::string dataset;
  std::string experiment;               ///< of the results that it is answered from
  std::string source;                   ///< "file" or "stand-in"
  double lambda = 0;                    ///< of the problem; 0 where a cross-validation chooses it
  std::string split{};                  ///< of a cross-validation's counts, see split_kind; empty otherwise
  std::vector<ComparedMethod> methods;  ///< first the one that the claim is about
  std::optional<double> target;         ///< on the claim's scale; none for a rate
  std::optional<Judgement> judgement;   ///< empty when undecided without a number
  std::optional<Judgement> with_setup;  ///< of CPU times: setup added to both
  std::string remark;                   ///< why it is undecided, or what else is to be known
  bool remark_explains = true;          ///< that it is undecided, if it is and has p-values

  Verdict verdict() const { return judgement ? judgement->verdict : Verdict::undecided; }
  Verdict verdict_with_setup() const { return with_setup ? with_setup->verdict : verdict(); }
};

/// Fewer runs of a method decide nothing.
constexpr std::uint64_t fewest_runs = 10;

/// A comparison is decided when its adjusted p-value is at most this.
constexpr double significance = 0.05;

/// The certified gap of a problem must be at most this share of a suboptimality that is told from it.
constexpr double certificate_share = 0.1;

/// How near to the optimum two methods are compared.
struct Target {
  TargetScale scale = TargetScale::optimum;
  double value = 0;  ///< in (0, 1)
};

/// The cell of FasterAssertion: the ratio of the CPU times, or passes, to the target (bounds_on_arrival), of
/// `slower` to `faster`, by RankTest. Speaks for the claim above 1, and against it below.
Comparison compare_times(const RunGroup& faster, const RunGroup& slower, const ManifestOptimum* optimum,
                         const Target& target, Axis in = Axis::cpu_seconds);

/// The cell of EqualSparsityAssertion: the ratio of the numbers of nonzero weights at row_of_arrival, since a
/// method that is behind may be sparse or dense for that reason alone. A run that does not arrive may have
/// any number. Speaks for the claim when it is both above 1/within and
/// below `within` (two one-sided tests: Schuirmann 1987), and against it on either side of these.
Comparison compare_sparsity(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            const Target& target, double within);

/// The cell of RateAssertion: the slope of fit_rate. Speaks for the claim below the expected slope plus the
/// tolerance, and against it above: by p-values where runs differ, else where all of the interval is on one
/// side. The remark tells when the method is no nearer to the optimum at the end than where it began.
Comparison check_rate(const RunGroup& method, const ManifestOptimum* optimum, const RateAssertion& assertion);

/// Why the runs or splits of a cell are too few to decide anything; empty when they are not.
std::string lack_of_runs(const Comparison& cell);

/// Gives the cells of one claim in one setting their verdicts: reproduced or not reproduced where the
/// p-value, adjusted by Holm's method for all cells that have one, is at most `significance`; undecided
/// otherwise. With setup the same in a family of its own. A cell without a p-value keeps its verdict.
void decide(std::span<Comparison> cells);

}  // namespace descent
