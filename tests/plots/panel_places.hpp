#pragma once

#include <set>
#include <sstream>
#include <string>

#include "tests/catch.hpp"

namespace descent::test {

/// Checks that every panel of a script, and its legend, has a place of its own.
inline void check_places(const std::string& script) {
  std::set<std::string> places;
  std::string place;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("margin at screen") != std::string::npos) place += line;
    if (!line.starts_with("  plot ")) continue;
    CHECK(!place.empty());
    CHECK(places.insert(place).second);
    place.clear();
  }
}

}  // namespace descent::test
