#include "plots/labels/short_number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/text/plural.hpp"

namespace descent {

std::string short_number(double value) {
  if (value < 999.5) return fmt::format("{:.3g}", value);
  return with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

std::string target_text(double target) {
  return fmt::format("1e{}", std::lround(std::log10(target)));
}

}  // namespace descent
