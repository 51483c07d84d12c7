#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/results_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/records/crossvalidation_rows.hpp"

namespace descent {

/// Answer of a dataset to a claim. `mixed`: some comparisons are decided, but neither holds nor fails.
/// `open`: too few are decided. `does_not_apply`: has no vote.
enum class Verdict { holds, mixed, fails, open, does_not_apply };

/// "holds", "mixed", "fails", "open", "does not apply".
std::string_view text_of(Verdict verdict);

/// A claim on one dataset in one setting.
struct DatasetVerdict {
  std::string dataset;
  std::string stands_for;     ///< the claim's dataset, which differs if the setting replaces it
  std::string source;         ///< "file" or "stand-in"
  bool votes = false;         ///< real and not a supplement
  std::string experiment;     ///< experiment of the results
  std::string passed_over{};  ///< experiment of an earlier folder with such results; empty: there is none
  double lambda = 0;          ///< of the runs; 0 for models
  Verdict verdict = Verdict::open;
  std::optional<TargetScale> scale{};  ///< of the targets, if any
  std::vector<Comparison> comparisons{};
};

/// Verdict of a dataset. Open if fewer than two comparisons are decided (one for a claim about a number).
/// Holds if more than half of the decided ones are in favour and none is against; fails in the reverse case;
/// else mixed.
Verdict verdict_of(std::span<const Comparison> comparisons, bool is_of_times);

/// A claim in one setting.
struct SettingAnswer {
  std::size_t setting = 0;                 ///< index in the claims file
  std::vector<DatasetVerdict> datasets{};  ///< in the claim's order, supplements last; at least one
  std::vector<std::string> missing{};      ///< voting datasets without real results, with alternatives

  std::size_t votes() const;                 ///< datasets that vote and to which the claim applies
  std::size_t count(Verdict verdict) const;  ///< of the votes
};

/// A claim in the settings with results.
using ClaimAnswer = std::vector<SettingAnswer>;

/// Answers to all claims of a file, in its order.
using Answers = std::vector<ClaimAnswer>;

/// Results of `descent run` and `descent crossvalidate`. If several folders have a dataset, the last one
/// counts.
struct ClaimSources {
  std::span<const ResultsFolder> runs;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations = {};
};

Answers answer(const Claims& claims, const ClaimSources& sources);

/// True if any claim has an answer.
bool has_results(const Answers& answers);

/// Origin of claims and answers, for readers.
struct VerdictSources {
  std::string claims_file;
  std::vector<std::string> folders;
  std::vector<std::string> notes = {};  ///< remarks on the results, one sentence each
};

/// Rules of the verdicts in words, as far as the claims need them.
std::string rules_of(const Claims& claims);

/// For a terminal: the summary, the overview, one row per claim, the variations and the notes. With `all`
/// also every comparison with its numbers, and the rules.
std::string verdict_text(const Claims& claims, const Answers& answers, const std::vector<std::string>& notes,
                         bool all);

/// The summary, if the claims have one, and one line with the number of verdicts that hold, are mixed, fail
/// and are open in each main setting; if nothing is decided, the reason.
std::string verdict_summary(const Claims& claims, const Answers& answers);

/// All facts about the answers, for `descent verify --json` and the report page: summary, variations with
/// changed verdicts, and every comparison with its numbers. Bounds are [low, high], null if infinite.
Json verdict_document(const Claims& claims, const VerdictSources& sources, const Answers& answers);

}  // namespace descent
