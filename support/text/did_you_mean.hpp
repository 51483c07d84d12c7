#pragma once

#include <span>
#include <string>
#include <string_view>

namespace descent {

/// ", did you mean 'a9a'?" for the nearest known word; empty if none is near. Near means at most one
/// character in three (but always one) added, dropped, replaced or swapped with the next.
std::string did_you_mean(std::string_view given, std::span<const std::string> known);

/// The names with commas between them, each cut as shown() does it.
std::string shown_list(std::span<const std::string> names);

}  // namespace descent
