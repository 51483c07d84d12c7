#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "support/files/file_state.hpp"

namespace descent {

/// The bytes that a sample was parsed from, and the way of parsing.
struct ParsedSource {
  std::string content;  ///< way of reading, for instance "libsvm-classification"
  FileState state;
  std::string sha256;  ///< of the file's bytes: 64 hexadecimal digits, lower case
  /// For a test file: SHA-256 of its training file, and of the bytes of both, training file first. Else
  /// empty.
  std::string train_sha256 = {};
  std::string joined_sha256 = {};
  friend bool operator==(const ParsedSource&, const ParsedSource&) = default;
};

/// One file in the form that solvers use.
struct ParsedSample {
  Sample sample;  ///< with classes: labels ±1 and rows y_i x_i, else rows x_i and labels as in the file
  std::optional<Classes> classes = {};
  std::vector<Index> attribute_of_column = {};  ///< as in Dataset
  Offset underflows = 0;                        ///< as in RawSample, like the following
  std::vector<std::string> columns = {};
  std::vector<std::string> remarks = {};
  Index index_base = 1;
};

struct ParsedFile {
  ParsedSource source;
  ParsedSample parsed;
};

/// The first bytes of a parsed file, in the machine's byte order; a file of another order is refused.
struct ParsedStart {
  std::array<char, 8> magic{'D', 'E', 'S', 'C', 'E', 'N', 'T', 'P'};
  std::uint32_t byte_order = 0x01020304;
  /// Raise it if the layout changes, or if a reader makes something else of the same text.
  std::uint32_t version = 6;
  std::uint64_t facts = 0;  ///< bytes of the JSON text after the start
};

/// Bytes of the checksum at the end (XXH3).
inline constexpr std::size_t parsed_checksum_size = 16;

/// Passes the bytes of a parsed file, piece by piece, to `write`: the start, then, each aligned to 8 bytes,
/// the facts (source, counts and the rest) as JSON text, starts (rows + 1), labels, entries and
/// attribute_of_column. Last is the checksum of everything before it, which detects damage, not intent. Equal
/// contents have equal bytes.
void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write);

/// Reads a file of write_parsed. The entries are a view of `bytes`, which must be aligned to 8 and stay
/// unchanged as long as `owner` (shared by the matrix and its copies) lives; everything else is copied.
///
/// Throws DataError with the reason for every file that this build did not write: another version or byte
/// order, an unknown storage, counts that do not fit the size, another checksum. Because a checksum can be
/// forged, it also refuses content that no reader yields. That is starts that fall, indices that do not
/// ascend in a line or exceed the width, zero or infinite values, labels that are not finite (or not ±1, with
/// classes). Reads nothing outside `bytes`.
ParsedFile read_parsed(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);

/// One process's rows of a matrix: lines `first` to `last` − 1.
struct RowRange {
  Index first = 0;
  Index last = 0;
};

/// The rows of process `part`, from 0, out of `parts`; each has about as many entries. `starts` as in
/// SparseMatrix. With few rows, a part may be empty.
RowRange rows_of_part(std::span<const Offset> starts, int part, int parts);

/// One process's part of a file of write_parsed.
struct ParsedPart {
  Sample sample;        ///< the part's rows, with labels
  Index rows = 0;       ///< of the whole file
  Offset nonzeros = 0;  ///< of the whole file
};

/// Reads the rows of a part (rows_of_part), and next to nothing else. Checks neither other rows nor the
/// checksum, which covers all bytes. Otherwise like read_parsed.
ParsedPart read_parsed_part(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, int part,
                            int parts);

/// True if the arrays are a matrix as the readers make it, so that no index points outside an array. Starts
/// begin with 0, never fall and end with entries.size(). Indices of a line ascend within [0, width). Stored
/// values are finite and not zero. No branch depends on an entry: this determines how fast a parsed file
/// loads.
bool is_matrix(std::span<const Offset> starts, const Entries& entries, Index width);

/// The checksum that belongs at the end of a file of write_parsed: of all bytes before it.
std::array<std::byte, parsed_checksum_size> checksum_of_parsed(std::span<const std::byte> file);

/// True if the checksum at the end agrees with the bytes before it.
bool is_sealed(std::span<const std::byte> file);

}  // namespace descent
