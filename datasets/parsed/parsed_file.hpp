#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/parsed/parsed_layout.hpp"
#include "support/files/file_state.hpp"

namespace descent {

/// The bytes that a sample was parsed from, and the way of parsing.
struct ParsedSource {
  std::string content;  ///< way of reading, for instance "libsvm-classification"; 1 to 47 characters
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

/// Passes the bytes of a parsed file, piece by piece, to `write`. First comes the header of
/// parsed_layout.hpp, with source and counts, in the machine's byte order (a file of another order is
/// refused). Then come, each aligned to 8 bytes, starts (rows + 1), labels, entries, attribute_of_column and
/// the other facts as JSON text. Last is the XXH3 checksum of everything before it, 16 bytes, which detects
/// damage, not intent. Equal contents have equal bytes.
void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write);

/// Reads a file of write_parsed. The entries are a view of `bytes`, which must be aligned to 8 and stay
/// unchanged as long as `owner` (shared by the matrix and its copies) lives; everything else is copied.
///
/// Throws DataError with the reason for every file that this build did not write: another version or byte
/// order, an unknown storage, counts that do not fit the size, another checksum. Because a checksum can be
/// forged, it also refuses content that no reader yields. That is starts that fall, indices that do not
/// ascend in a line or exceed the width, zero or infinite values, labels that are not finite (or not ±1, with
/// classes). Reads nothing outside `bytes` and allocates less than their number.
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

/// The checksum that belongs at the end of a file of write_parsed: of all bytes but the last 16.
parsed_layout::Checksum checksum_of_parsed(std::span<const std::byte> file);

/// True if the checksum at the end agrees with the bytes before it.
bool is_sealed(std::span<const std::byte> file);

}  // namespace descent
