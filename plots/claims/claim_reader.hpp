#pragma once

#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Entries of a list in a claims file; far above any paper.
inline constexpr std::size_t longest_list = 200;

/// A text of letters, digits, - and _. Throws ConfigError otherwise.
std::string read_plain(const JsonPlace& place);

/// Throws ConfigError if the text is among the others.
void require_new(const JsonPlace& place, const std::vector<std::string>& others, const std::string& text);

/// Reads one claim; `root` is the file, whose loss, targets and datasets hold where the claim has none.
Claim read_claim(const JsonPlace& place, const JsonPlace& root);

}  // namespace descent
