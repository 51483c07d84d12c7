#pragma once

#include <string>

namespace descent {

/// "1e-3".
std::string target_text(double target);

/// Three digits, and never an exponent for a large number: a pass count may be in the thousands.
std::string short_number(double value);

}  // namespace descent
