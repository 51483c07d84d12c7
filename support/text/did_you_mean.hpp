#pragma once

#include <span>
#include <string>
#include <string_view>

namespace descent {

/// ", did you mean 'a9a'?" for the nearest known word, or the first that contains the given word or is
/// contained in it; else empty. Near means at most one character in three (but always one) added, dropped,
/// replaced or swapped with the next. A part has at least three characters.
std::string did_you_mean(std::string_view given, std::span<const std::string> known);

/// The names with commas between them, each cut as shown() does it.
std::string shown_list(std::span<const std::string> names);

}  // namespace descent
