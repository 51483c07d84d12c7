#pragma once

#include <string>
#include <string_view>

namespace descent {

/// Encodes bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// Compresses the text as gzip without a time or name, so that equal texts give equal bytes.
std::string gzipped(std::string_view text);

}  // namespace descent
