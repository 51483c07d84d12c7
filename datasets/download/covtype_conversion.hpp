#pragma once

#include <filesystem>

#include "support/text/text_sink.hpp"

namespace descent {

/// Makes LIBSVM text of covtype.data of the UCI repository (plain or compressed): rows of 54 whole numbers
/// and the cover type, 1 to 7, separated by commas. Rows of `positive_class` become +1, all others −1. Every
/// column is scaled to [0, 1] by its least and its largest value; zeros, and columns with a single value, are
/// not written. Values have the shortest digits that read back as the same double.
///
/// Reads the file twice and holds a line at a time. Throws DataError `path:line: …` for what is malformed.
void convert_covtype(const std::filesystem::path& path, int positive_class, const TextSink& sink);

}  // namespace descent
