#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "datasets/readers/raw_sample.hpp"

namespace descent {

struct LibsvmOptions {
  std::size_t block_bytes = 1 << 20;  ///< the file is read so many bytes at a time; no number may be longer
  /// Bytes that entries may take while they are read; default: what is free.
  std::optional<std::uint64_t> most_in_memory = {};
};

/// Reads LIBSVM text, `label index:value index:value …` a line, plain or compressed (.bz2, .gz, .xz).
///
/// Strict: indices are integers from 1 and ascend in a line, numbers are finite, and tokens are separated by
/// blanks or tabs. Tolerant: `#` starts a comment anywhere, lines may be blank, end in CRLF or (the last) not
/// end at all, have blanks at either end; numbers may have a `+`. Zeros that the file spells out are not
/// stored, but their index counts for the width. Values are exact: the doubles nearest to the text. Memory:
/// 12 bytes a nonzero while they are read and 4 to 12 afterwards (Storage), 16 a row, and one block. Two
/// threads where there are two cores.
///
/// Throws DataError `path:line:column: …` (columns in bytes, from 1) at the first thing that is wrong, and
/// `path: …` for a file that cannot be read, has no rows, or does not fit into memory.
RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options = {});

/// Memory is proportional to the largest index, be the file ever so small. Throws DataError, with the place
/// of the largest index, when the rows have more than 10,000,000 features and fewer nonzeros than features,
/// unless the environment's DESCENT_MAX_FEATURES, which is then the bound, allows it; ConfigError when that
/// is no number.
void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows);

}  // namespace descent
