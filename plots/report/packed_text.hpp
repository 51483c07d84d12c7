#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// The bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// The text in the format of gzip, without a time or a name, so that equal texts have equal bytes.
std::string gzipped(std::string_view text);

/// Numbers as a page of HTML holds many of them: 'f' or 'd' and the base64 of little-endian floats or
/// doubles, NaN where there is none. Empty where no entry is a number.
///
/// `exact` asks for doubles. Floats keep 7 digits; numbers that none is near to are kept as doubles all the
/// same.
std::string packed_numbers(std::span<const std::optional<double>> numbers, bool exact);

}  // namespace descent
