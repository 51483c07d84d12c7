#pragma once

#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// JSON as text: in one line, or indented by so many blanks a level. What is no UTF-8, as names of files may
/// be, gets U+FFFD in its place.
inline std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// JSON as text whose outer `levels` have a line for each member, indented by one blank a level. Deeper
/// values stand in one line: long lists of numbers stay short.
std::string json_text_in_lines(const Json& value, int levels);

}  // namespace descent
