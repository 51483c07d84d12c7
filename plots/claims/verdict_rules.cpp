// The rules of the verdicts, for readers.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plots/claims/verdict.hpp"

namespace descent {
namespace {

template <class Assertion>
bool any_is(const Claims& claims) {
  return std::ranges::any_of(
      claims.claims, [](const Claim& claim) { return std::holds_alternative<Assertion>(claim.assertion); });
}

}  // namespace

std::string verdict_rules(const Claims& claims) {
  const bool of_times = any_is<FasterAssertion>(claims);
  const bool of_nonzeros = any_is<EqualSparsityAssertion>(claims);
  const bool of_rates = any_is<RateAssertion>(claims);
  const bool of_counts = any_is<CountAssertion>(claims) || any_is<FewerAssertion>(claims);
  const std::pair<bool, std::string> parts[] = {
      {of_times,
       "Times are CPU seconds billed to a method, or passes over the data where a claim says so, until F(w) "
       "- D*, D* the certified lower bound, is within the target's share of D* or of F(0) - D*, as the "
       "claim says, for good: at the first checkpoint after which it is never again above twice that. A run "
       "that used up its budget before counts as slower than that, one that is there at its first "
       "checkpoint as anything up to that, one that failed as anything. Where setup turns a verdict on CPU "
       "seconds, it says so. "},
      {of_nonzeros,
       "Nonzero weights are those of the checkpoint at which a run is seen to be within the target for "
       "good, and any number where it does not get there. "},
      {of_times || of_nonzeros,
       "The ratio is the Hodges-Lehmann estimate of the other method's value divided by the first one's: "
       "the median of the ratios of all pairs of runs. Its 95 % interval and its p-values are exact, from "
       "the null distribution of Mann and Whitney's statistic, and a pair of runs counts only where what "
       "is known of both leaves no doubt. "},
      {of_times, "A time ratio speaks for the claim above 1 and against it below. "},
      {of_nonzeros,
       "A ratio of nonzeros speaks for the claim when two one-sided tests place it between both limits, "
       "and against it beyond one of them. "},
      {of_rates,
       "A slope is that of log mean (F(w) - D*), D* the certified lower bound, against log passes over the "
       "last decade of passes, divided by the logarithm first where the claim has one; it speaks for the "
       "claim below the expected slope plus the tolerance. It describes that decade: nothing is assumed of "
       "how a course scatters about its line, since its residuals are not independent. Where runs differ, "
       "the 95 % interval and the p-value are those of the BCa bootstrap over the runs, which are assumed "
       "to be independent. Where they do not, there is no p-value: the interval spans the slopes of the "
       "decade and of both its halves, and decides where all of it is on one side. "},
      {any_is<CountAssertion>(claims),
       "A count is that of a run's last checkpoint, or of a model's fit on a split, or their mean. Where "
       "seeds differ in it, it speaks for the claim when two one-sided tests place it within the tolerance "
       "of the expected number, and against it outside of that. "},
      {any_is<FewerAssertion>(claims),
       "A difference of counts is the mean over the seeds of the other's less the first one's; it speaks "
       "for the claim above 0 and against it otherwise. "},
      {of_counts,
       fmt::format(
           "Intervals and p-values of counts are those of Student's t, with the variance of Nadeau and "
           "Bengio (2003) for splits that share rows. A count that is alone, or the same for every seed, is "
           "held against the limits itself; with several that are fewer than {} nothing is decided. ",
           fewest_runs)},
      {true,
       "p is two-sided; p (Holm) is corrected for all comparisons of the same claim with the same reading, "
       "protocol and source of data, while intervals are not. "},
      {of_times || of_nonzeros || of_rates,
       "p-values are conditional on the constants that the methods were tuned to: what another tuning would "
       "have found is in none of them. Runs of a deterministic method differ by the clock alone, and those "
       "of any other by its seed too. "},
      {true, fmt::format("A comparison with a p-value is decided, for the claim or against it, when p (Holm) "
                         "is at most {}, and undecided otherwise",
                         significance)},
      {of_times || of_nonzeros || of_rates,
       fmt::format(": also with fewer than {} runs of a method, without a certified optimum, where its gap "
                   "is above {} of the suboptimality in question, and where a run contradicts the "
                   "certificate",
                   fewest_runs, certificate_share)},
      {true,
       ". A claim is not reproduced as soon as one of its comparisons is against it; it is reproduced when "
       "none is and at least half are for it; otherwise it is undecided. Comparisons without results do "
       "not count."},
  };
  std::string rules;
  for (const auto& [applies, text] : parts)
    if (applies) rules += text;
  return rules;
}

}  // namespace descent
