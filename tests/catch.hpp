#pragma once

// Debian 12 ships Catch2 2.13, Ubuntu 24.04 ships 3.4; this header hides the difference.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
#else
#include <catch2/catch.hpp>
using Catch::EndsWith;
using Catch::StartsWith;
inline auto ContainsSubstring(const std::string& text) {
  return Catch::Contains(text);
}
#endif
