#pragma once

#include <string>

#include "support/errors.hpp"
#include "tests/catch.hpp"

namespace descent::test {

/// The message of a call's error, or `none`. Errors of another type pass through.
template <class Expected = Error, class Call>
std::string error_of(const Call& call, const std::string& none = "accepted") {
  try {
    call();
  } catch (const Expected& error) {
    return error.what();
  }
  return none;
}

/// The message without its known beginning, such as a file's path.
template <class Expected = Error, class Call>
std::string error_after(const std::string& begin, const Call& call, const std::string& none = "accepted") {
  const std::string message = error_of<Expected>(call, begin + none);
  REQUIRE(message.starts_with(begin));
  return message.substr(begin.size());
}

}  // namespace descent::test
