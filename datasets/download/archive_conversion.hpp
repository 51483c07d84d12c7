#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "support/text/text_sink.hpp"

namespace descent {

/// Copies the LIBSVM text of one member of a tar archive (plain, or compressed by bzip2, gzip or xz), one row
/// at a time. `member` is a path or its end: "money-fx.trn" also finds "reuters/money-fx.trn". An entry that
/// a row repeats with the same value is written once, because the LIBSVM reader requires ascending indices.
/// Returns the number of entries left out.
///
/// Throws DataError `path: …` with the names of all members if none matches, and `path: member:line: …` for a
/// malformed row.
std::uint64_t convert_archive_member(const std::filesystem::path& path, const std::string& member,
                                     const TextSink& sink);

}  // namespace descent
