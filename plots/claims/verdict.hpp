#pragma once

#include <span>
#include <vector>

#include "plots/claims/claim_answers.hpp"

namespace descent {

/// Answers each claim in each setting. A cell takes the last folder that has all methods that it compares on
/// its problem: dataset, source of the data, loss, regulariser, form and λ. A dataset that `when` excludes
/// has no cells. Claims about models are answered from the last of the cross-validations that has them.
Answers answer(const Claims& claims, std::span<const ResultsFolder> results,
               std::span<const std::vector<CrossvalidationRow>> crossvalidations = {});

}  // namespace descent
