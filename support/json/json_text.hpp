#pragma once

#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// JSON in one line, or indented by `indent` blanks a level. Bytes that are not UTF-8, possible in file
/// names, become U+FFFD.
inline std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// JSON with a line for each member of the outer `levels`, indented by one blank a level. Deeper values are
/// in one line, which keeps lists of numbers short.
std::string json_text_in_lines(const Json& value, int levels);

}  // namespace descent
