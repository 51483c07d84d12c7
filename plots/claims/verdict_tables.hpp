#pragma once

#include <cstddef>
#include <string>

#include "support/json/json_place.hpp"
#include "support/text/text_table.hpp"

namespace descent {

// Tables made from a verdict_document(). Throw ConfigError for a document that is damaged.

/// In bytes. A longer statement of a claim stands below the overview, and the claim's id in it.
inline constexpr std::size_t longest_statement = 100;

/// Findings × datasets for the first of the main settings: "holds / mixed".
TextTable overview_table(const JsonPlace& document, std::size_t settings);

/// Shares of the linear time axis on each dataset: "99 / 94 %" for the first of the main settings. A claim
/// has a row for its rivals; a second one for datasets where the results have other rivals.
TextTable share_table(const JsonPlace& document, std::size_t settings);

/// A row for each variation with the verdicts that it changes; "not measured" without results.
TextTable variation_table(const JsonPlace& document);

/// A row for each comparison of one of the claim's answers.
TextTable comparison_table(const JsonPlace& claim, const JsonPlace& answer);

/// "own: "; empty for the only setting of a file that names none.
std::string setting_prefix(const JsonPlace& setting);

}  // namespace descent
