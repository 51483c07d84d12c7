#pragma once

#include <string>
#include <vector>

#include "plots/claims/verdict.hpp"

namespace descent {

/// All answers to a claims file at a glance: a row for each claim, a column for each setting that any of them
/// is answered in, by reading, protocol and source of the data.
struct VerdictTable {
  std::vector<ClaimSetting> columns;
  std::vector<std::vector<const SettingAnswer*>> rows;  ///< null where a claim has no answer; from `answers`
};

VerdictTable verdict_table(const Answers& answers);

/// What names the setting among those of the claims file: the reading where there are several, the protocol
/// ("–" for any) where there are any, and "real" or "stand-in".
std::vector<std::string> names_of(const Claims& claims, const ClaimSetting& setting);

/// "reproduced 9/12", "not reproduced 4/12, 5 against", "reproduced 3/6 (1 of 2 datasets)", "–": how many of
/// the comparisons speak for the claim, and on how many datasets any is decided where some are, and not all.
/// With ✓, ✗ or ? for the verdict where it is to be `in_marks`.
std::string entry_text(const SettingAnswer* answer, bool in_marks = false);

}  // namespace descent
