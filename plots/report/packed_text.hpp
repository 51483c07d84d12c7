#pragma once

#include <string>
#include <string_view>

namespace descent {

/// The bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// The text in the format of gzip, without a time or a name, so that equal texts have equal bytes.
std::string gzipped(std::string_view text);

}  // namespace descent
