#pragma once

#include <cstddef>
#include <string>

#include "support/json/json_place.hpp"
#include "support/text/text_table.hpp"

namespace descent {

// Texts from a verdict_document(). All throw ConfigError for a damaged document.

/// For a terminal: the overview, one row per claim, and the variations. With `all` also every comparison with
/// its numbers, and the rules.
std::string verdict_text(const JsonPlace& document, bool all);

/// The overview as a Markdown table of findings × datasets for the first `settings` main settings, below a
/// line that explains its cells ("holds / open").
std::string overview_markdown(const JsonPlace& document, std::size_t settings);

/// Markdown tables of shares of the linear time axis in the first `settings` main settings, and of
/// variations, if any.
std::string variations_markdown(const JsonPlace& document, std::size_t settings);

/// The overview, shares of the linear time axis, variations, rules, and folded comparisons.
std::string verdict_markdown(const JsonPlace& document);

/// One line with the number of verdicts that hold, are mixed, fail and are open in each main setting; if
/// nothing is decided, the reason.
std::string verdict_summary(const JsonPlace& document);

// Tables from a verdict_document(). All throw ConfigError for a damaged document.

/// In bytes. Longer statements stand below the overview, which shows the claim's id instead.
inline constexpr std::size_t longest_statement = 100;

/// Findings × datasets for the first `settings` main settings: "holds / mixed".
TextTable overview_table(const JsonPlace& document, std::size_t settings);

/// Shares of the linear time axis per dataset: "99 / 94 %" for the first `settings` main settings. A claim
/// has a row for its rivals, and a second one for datasets whose results have other rivals.
TextTable share_table(const JsonPlace& document, std::size_t settings);

/// A row for each variation, with the verdicts that it changes; "not measured" without results.
TextTable variation_table(const JsonPlace& document);

/// A row for each comparison of an answer to the claim.
TextTable comparison_table(const JsonPlace& claim, const JsonPlace& answer);

/// "own: "; empty for a single unnamed setting.
std::string setting_prefix(const JsonPlace& setting);

}  // namespace descent
