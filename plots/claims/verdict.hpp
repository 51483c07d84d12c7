#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/crossvalidation_rows.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// The answer of one dataset to a claim. `mixed`: some comparisons are decided, but neither holds nor fails.
/// `open`: too few are decided.
enum class Verdict { holds, mixed, fails, open };

/// "holds", "mixed", "fails", "open".
std::string_view text_of(Verdict verdict);

/// For how much of the linear time axis the method lies below a rival: see linear_share_below.
struct LinearShare {
  std::string rival;  ///< its label
  double share = 0;
};

/// A claim on one dataset in one setting.
struct DatasetVerdict {
  std::string dataset;
  std::string stands_for;  ///< the dataset of the claim: another one where the setting replaces it
  std::string source;      ///< "file" or "stand-in"
  bool votes = false;      ///< real, and not a supplement
  std::string experiment;  ///< of the results that it comes from
  double lambda = 0;       ///< of the runs; 0 for models
  Verdict verdict = Verdict::open;
  std::optional<TargetScale> scale{};  ///< of the targets, where the claim has any
  std::vector<LinearShare> shares{};   ///< of a claim about times
  std::vector<Comparison> comparisons{};
};

/// The verdict of a dataset: open with fewer than two decided comparisons (of a claim about a number: one);
/// holds if more than half of the decided ones are in favour and none is against; fails in the reverse case;
/// else mixed.
Verdict verdict_of(std::span<const Comparison> comparisons, bool of_times);

/// A claim in one setting.
struct SettingAnswer {
  std::size_t setting = 0;                 ///< place in the list of the claims file
  std::vector<DatasetVerdict> datasets{};  ///< in the claim's order, supplements last; at least one
  std::vector<std::string> missing{};      ///< voting datasets without real results, with alternatives

  std::size_t votes() const;
  std::size_t count(Verdict verdict) const;  ///< of the votes
};

struct ClaimAnswer {
  std::vector<SettingAnswer> settings;  ///< those that have results
};

/// The answers to every claim of a file, in its order.
using Answers = std::vector<ClaimAnswer>;

/// Results of `descent run` and of `descent crossvalidate`. A dataset that several folders have counts in the
/// one named last.
struct ClaimSources {
  std::span<const ResultsFolder> runs;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations = {};
};

Answers answer(const Claims& claims, const ClaimSources& sources);

/// True if any claim has an answer.
bool has_results(const Answers& answers);

}  // namespace descent
