#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "support/text/text_sink.hpp"

namespace descent {

/// Copies the LIBSVM text of one member of a tar archive (plain, or compressed by bzip2, gzip or xz), row by
/// row. `member` is the member's path, or the end of it: "money-fx.trn" is "reuters/money-fx.trn" too.
///
/// An entry that a row has twice with the same value is written once, because the LIBSVM reader takes
/// ascending indices alone. Returns how many entries were left out for that.
///
/// Holds a row at a time. Throws DataError `path: …`, with the names of all members if none is the one, and
/// `path: member:line: …` for a row that is malformed.
std::uint64_t convert_archive_member(const std::filesystem::path& path, const std::string& member,
                                     const TextSink& sink);

}  // namespace descent
