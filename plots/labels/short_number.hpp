#pragma once

#include <string>

namespace descent {

/// "1e-3".
std::string target_text(double target);

/// Three digits, without an exponent for large numbers, since passes may reach thousands.
std::string short_number(double value);

}  // namespace descent
