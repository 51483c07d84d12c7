#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads LIBSVM text, `label index:value index:value …` a line, plain or compressed (.bz2, .gz, .xz).
///
/// Strict: an index is an integer that stands once in a line, numbers are finite, and tokens are separated by
/// blanks or tabs. Tolerant: indices count from 0 if a 0 occurs, else from 1; unsorted indices are sorted;
/// `qid:N` is left out (each of these is a remark). Labels may be words, if all are. `#` starts a comment
/// anywhere; lines may be blank, end in LF, CR or both, and have blanks at either end. The last line may lack
/// its end, the file may start with a byte order mark, and numbers may have a `+`. Explicit zeros are not
/// stored, but their index counts for the width. Values are exact: the doubles nearest to the text. Memory:
/// 12 bytes a nonzero while reading and 4 to 12 afterwards (Storage), 16 a row, and one block. Uses two
/// threads if there are two cores.
///
/// Throws DataError `path:line:column: …` (columns in bytes, from 1) at the first error. Throws DataError
/// `path: …` for a file that is unreadable, has no rows, or does not fit into memory.
RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options = {});

}  // namespace descent
