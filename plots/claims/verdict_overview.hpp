#pragma once

#include <string>

#include "plots/claims/verdict.hpp"

namespace descent {

/// Datasets for which the claim holds, of those that vote: "4 of 5".
std::string count_of_holds(const SettingAnswer& answer);

/// Claims × datasets, with an entry for each main setting.
Json overview(const Claims& claims, const Answers& answers);

/// For each variation: the number of verdicts that agree with its base, and the verdicts that differ.
Json variations(const Claims& claims, const Answers& answers);

/// Counts of verdicts that hold, as `claims.summary` asks for them.
Json summary_of(const Claims& claims, const Answers& answers);

}  // namespace descent
