#pragma once

#include <span>
#include <vector>

#include "plots/claims/claim_answers.hpp"
#include "plots/claims/claims.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// A results folder and what it is looked up by.
struct IndexedResults {
  const Manifest& manifest;
  std::vector<RunGroup> cells;
};

/// Everything that claims are answered from.
struct Sources {
  std::vector<IndexedResults> folders;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations;
};

/// Answers a claim, whose methods are those of the setting's protocol; without cells where there are no
/// results. Adds to `overlaps` what is passed over because a later folder has it too.
SettingAnswer answer_in(const Claims& claims, const Claim& claim, const Sources& sources,
                        const ClaimSetting& setting, std::vector<Overlap>& overlaps);

}  // namespace descent
