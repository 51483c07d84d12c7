#pragma once

#include "plots/claims/verdict.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// All numbers behind an answer to the claim, a row for each of its comparisons. Titled with the claim's id
/// and the setting.
TextTable comparison_table(const Claims& claims, const Claim& claim, const SettingAnswer& answer);

/// "no results of all methods: ccat, a9a" for the datasets that lack them; empty when none does.
std::string missing_text(const SettingAnswer& answer);

}  // namespace descent
