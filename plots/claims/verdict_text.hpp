#pragma once

#include <string>

#include "support/json/json_place.hpp"

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

}  // namespace descent
