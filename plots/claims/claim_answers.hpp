#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/crossvalidation_rows.hpp"
#include "plots/results/results_folder.hpp"

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
  std::optional<Verdict> with_setup;  ///< the same by CPU times with setup; empty for what is no CPU time
  std::vector<Comparison> cells;  ///< dataset × compared method × target, in the claim's order; at least one
  std::vector<std::string> missing;  ///< datasets without results of all methods of some comparison

  std::size_t count(Verdict of) const;  ///< of the cells
  std::string reason() const;           ///< how many of them hold
};

/// What results say to a claim.
struct ClaimAnswer {
  Claim claim;
  std::vector<SettingAnswer> answers;  ///< by reading, protocol and source; only settings with results
};

/// A method, or a model, that results of a claim's problems do not have although they have others of the
/// claim: it is in other results, or its variant is misspelt.
struct UnknownMethod {
  ClaimedMethod method;
  std::vector<std::string> there;  ///< the variants of it that the results have; for a model, all models
};

/// Two experiments with the same comparisons on some datasets.
struct Overlap {
  std::string taken;        ///< the one that they are answered from: its folder is named last
  std::string passed_over;  ///< the other one
  std::vector<std::string> datasets;
};

/// What results say to a claims file.
struct Answers {
  std::vector<ClaimAnswer> claims;
  std::vector<UnknownMethod> unknown_methods;
  std::vector<Overlap> overlaps;

  bool has_results() const;
};

/// A claim is a statement about all of its cells. It is not reproduced when at least one cell is not; it is
/// reproduced when no cell is "not reproduced" and at least half of them are reproduced; otherwise it is
/// undecided.
Verdict verdict_of(std::span<const Comparison> cells);

/// The same of the judgements with setup; empty where no cell has one.
std::optional<Verdict> verdict_with_setup(std::span<const Comparison> cells);

/// The rules above and those of the cells that the claims have, in sentences for readers.
std::string verdict_rules(const Claims& claims);

/// "nonsmooth_scd offset=true".
std::string text_of(const ClaimedMethod& method);

}  // namespace descent
