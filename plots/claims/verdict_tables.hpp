#pragma once

#include <cstddef>
#include <string>

#include "support/json/read_json.hpp"
#include "support/text/text_table.hpp"

namespace descent {

// Tables made from a verdict_document().

/// In bytes. A longer statement of a claim stands below the overview, and the claim's id in it.
inline constexpr std::size_t longest_statement = 100;

/// Findings × datasets for the first of the main settings: "holds / mixed".
TextTable overview_table(const Json& document, std::size_t settings);

/// Shares of the linear time axis on each dataset: "99 / 94 %" for the first of the main settings. A claim has
/// a row for its rivals; a second one for datasets where the results have other rivals.
TextTable share_table(const Json& document, std::size_t settings);

/// A row for each variation with the verdicts that it changes; "not measured" without results.
TextTable variation_table(const Json& document);

/// A row for each comparison of one of the claim's answers.
TextTable comparison_table(const Json& claim, const Json& answer);

/// A text of the document.
inline std::string text_in(const Json& value) {
  return value.get<std::string>();
}

/// "own: "; empty for the only setting of a file that names none.
std::string setting_prefix(const Json& setting);

}  // namespace descent
