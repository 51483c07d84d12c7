#pragma once

#include <fmt/chrono.h>

#include <ctime>
#include <string>

namespace descent {

/// The current time as "2013-04-01T12:00:00Z".
inline std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace descent
