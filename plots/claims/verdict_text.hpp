#pragma once

#include <string>

#include "support/json/json_place.hpp"

namespace descent {

// Texts made from a verdict_document(). Throw ConfigError for a document that is damaged.

/// For a terminal: the overview, a row a claim, and the variations. With `all` also every comparison with its
/// numbers, and the rules.
std::string verdict_text(const JsonPlace& document, bool all);

/// The overview as a Markdown table of findings × datasets for the first `settings` main settings, under a
/// line that explains its cells ("holds / open").
std::string overview_markdown(const JsonPlace& document, std::size_t settings);

/// Markdown tables of the shares of the linear time axis in the first `settings` main settings and of the
/// variations, as far as there are any.
std::string variations_markdown(const JsonPlace& document, std::size_t settings);

/// The overview, the shares of the linear time axis, the variations and the rules, and all comparisons folded
/// away under them.
std::string verdict_markdown(const JsonPlace& document);

/// One line: how many verdicts of datasets hold, are mixed, fail and are open in each main setting. Where
/// nothing is decided it says why.
std::string verdict_summary(const JsonPlace& document);

}  // namespace descent
