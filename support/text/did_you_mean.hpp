#pragma once

#include <span>
#include <string>
#include <string_view>

namespace descent {

/// ", did you mean 'a9a'?" for the known word nearest to the given one; nothing when none is near, which is
/// at most one character in three (but one always) added, dropped, replaced or swapped with the next.
std::string did_you_mean(std::string_view given, std::span<const std::string> known);

}  // namespace descent
