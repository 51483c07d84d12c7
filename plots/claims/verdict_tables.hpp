#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plots/claims/verdict.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// In bytes. The overview shows the claim's id in place of a longer statement.
inline constexpr std::size_t longest_statement = 100;

/// Indices of the settings that vary no other.
std::vector<std::size_t> main_settings(const Claims& claims);

/// The claim's answer in a setting; null without results.
const SettingAnswer* answer_in(const ClaimAnswer& claim, std::size_t setting);

/// Datasets for which the claim holds, of those that vote: "4 of 5".
std::string count_of_holds(const SettingAnswer& answer);

/// "own: "; empty for a single unnamed setting.
std::string setting_prefix(const Setting& setting);

/// Datasets in claims without a vote in the main settings, with their alternatives: "a9a or ijcnn1".
std::vector<std::string> datasets_without_vote(const Claims& claims, const Answers& answers);

/// A verdict that differs from its base's.
struct ChangedVerdict {
  std::string id, finding;  ///< of the claim
  std::string dataset;
  Verdict from = Verdict::open, to = Verdict::open;
};

/// The verdicts of a variation beside its base's.
struct Variation {
  const Setting& setting;
  std::size_t compared = 0;
  std::vector<ChangedVerdict> changes{};
};

std::vector<Variation> variations(const Claims& claims, const Answers& answers);

/// Counts of verdicts that hold; empty if the claims have no summary.
TextTable summary_table(const Claims& claims, const Answers& answers);

/// Findings × datasets: "holds / mixed" for the main settings.
TextTable overview_table(const Claims& claims, const Answers& answers);

/// A row for each variation with results.
TextTable variation_table(const std::vector<Variation>& variations);

/// A row for each comparison of an answer to the claim.
TextTable comparison_table(const Claim& claim, const SettingAnswer& answer);

}  // namespace descent
