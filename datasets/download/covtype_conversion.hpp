#pragma once

#include <filesystem>

#include "support/text/text_sink.hpp"

namespace descent {

/// Makes LIBSVM text of UCI's covtype.data (plain or compressed): rows of 54 whole numbers and the cover
/// type, 1 to 7, separated by commas. `positive_class` becomes +1, other types −1. Every column is scaled to
/// [0, 1] by its minimum and maximum. Zeros and constant columns are not written. Values have the fewest
/// digits that read back as the same double.
///
/// Reads the file twice, one line at a time. Throws DataError `path:line: …` for malformed text.
void convert_covtype(const std::filesystem::path& path, int positive_class, const TextSink& sink);

}  // namespace descent
