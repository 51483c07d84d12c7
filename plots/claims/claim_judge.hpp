#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/crossvalidation_rows.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// Under which conditions a claim is answered: places in the lists of the claims file.
struct ClaimSetting {
  std::size_t reading = 0;
  std::optional<std::size_t> protocol;  ///< empty where no protocol changes a method of the claim
  std::string source;                   ///< of the data: "file" for the real one, or "stand-in"
  friend bool operator==(const ClaimSetting&, const ClaimSetting&) = default;
};

/// What the results of one setting say to a claim.
struct SettingAnswer {
  ClaimSetting setting;
  Verdict verdict = Verdict::undecided;
  std::optional<Verdict> with_setup{};  ///< the same by CPU times with setup; empty for what is no CPU time
  /// Dataset × compared method × target, in the claim's order; at least one.
  std::vector<Comparison> cells{};
  std::vector<std::string> missing{};  ///< datasets without results of all methods of some comparison

  std::size_t count(Verdict of) const;  ///< of the cells
  std::string reason() const;           ///< how many of them hold
};

/// Two experiments with the same comparisons on some datasets.
struct Overlap {
  std::string taken;        ///< the one that they are answered from: its folder is named last
  std::string passed_over;  ///< the other one
  std::vector<std::string> datasets;
};

/// A claim is a statement about all of its cells. It is not reproduced when at least one cell is not; it is
/// reproduced when no cell is "not reproduced" and at least half of them are reproduced; otherwise it is
/// undecided.
Verdict verdict_of(std::span<const Comparison> cells);

/// The same of the judgements with setup; empty where no cell has one.
std::optional<Verdict> verdict_with_setup(std::span<const Comparison> cells);

/// Everything that claims are answered from.
struct Sources {
  std::vector<GroupedResults> folders;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations;
};

/// Answers a claim, whose methods are those of the setting's protocol; without cells where there are no
/// results. Adds to `overlaps` what is passed over because a later folder has it too.
SettingAnswer answer_in(const Claims& claims, const Claim& claim, const Sources& sources,
                        const ClaimSetting& setting, std::vector<Overlap>& overlaps);

}  // namespace descent
