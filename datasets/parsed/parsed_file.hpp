#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "support/files/file_state.hpp"

struct XXH3_state_s;

namespace descent {

/// Which bytes a sample was parsed from, and how.
struct ParsedSource {
  std::string content;  ///< how the bytes were read, for instance "libsvm-classification"; 1 to 31 characters
  FileState state;
  std::string sha256;  ///< of the file's bytes: 64 hexadecimal digits, lower case
  /// Of a test file, the SHA-256 of the training file that it was read with and that of both files' bytes,
  /// one after the other; else both empty.
  std::string train_sha256 = {};
  std::string joined_sha256 = {};
  friend bool operator==(const ParsedSource&, const ParsedSource&) = default;
};

/// One file as solvers use it.
struct ParsedSample {
  Sample sample;  ///< with classes: labels ±1 and rows y_i x_i, else rows x_i and labels as in the file
  std::optional<Classes> classes = {};
  std::vector<Index> attribute_of_column = {};  ///< as in Dataset
};

struct ParsedFile {
  ParsedSource source;
  ParsedSample parsed;
};

/// The checksum of a parsed file, of bytes that come in pieces.
class ParsedChecksum {
 public:
  static constexpr std::size_t size = 16;

  ParsedChecksum();
  void add(std::span<const std::byte> bytes);
  /// A piece of a whole file, after which `left` bytes follow: the file's own checksum does not count.
  void add_piece(std::span<const std::byte> piece, std::size_t left);
  /// In the order that XXH3's canonical form has on every machine.
  std::array<std::byte, size> bytes() const;

 private:
  std::unique_ptr<XXH3_state_s, void (*)(XXH3_state_s*)> state_;
};

/// Gives the bytes of a parsed file, piece by piece, to `write`: the header of parsed_layout.hpp, in the byte
/// order of the machine (a file of another order is refused), with the source and the counts; then, each
/// aligned to 8 bytes, starts (rows + 1), labels, entries and attribute_of_column; at the end the XXH3
/// checksum of everything before it, 16 bytes, which tells damage but not intent. Equal contents have equal
/// bytes.
void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write);

/// Reads what write_parsed wrote. The matrix's entries are a view of `bytes`, which must be aligned to 8 and
/// lie unchanged as long as `owner` (shared by the matrix and its copies) lives; the rest is copied. The
/// checksum is that of all bytes, computed as they came.
///
/// Throws DataError, saying what is wrong, for anything that this build did not write: another version or
/// byte order, a storage that cannot be, counts that do not fit the number of bytes, another checksum; and,
/// since a checksum can be made up, for everything that no reader yields: starts that fall, indices that do
/// not ascend in a line or lie beyond the width, zero or infinite values, labels that are not finite (or not
/// ±1, with classes). It reads nothing beyond `bytes` and allocates less than their number.
ParsedFile read_parsed(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                       const ParsedChecksum& checksum);

/// The rows that one of several processes has of a matrix: lines `first` to `last` − 1.
struct RowRange {
  Index first = 0;
  Index last = 0;
};

/// Those of process number `part`, from 0, out of `parts`, which have about as many entries each. `starts` as
/// in SparseMatrix. One that has no entries can come about when there are few rows.
RowRange rows_of_part(std::span<const Offset> starts, int part, int parts);

/// What one of several processes reads of a file that write_parsed wrote.
struct ParsedPart {
  Sample sample;        ///< its rows, with labels
  Index rows = 0;       ///< of the whole file
  Offset nonzeros = 0;  ///< the same
};

/// The rows of a part (rows_of_part), reading next to nothing of the others: neither are those checked nor is
/// the checksum, which is of all bytes. Else as read_parsed.
ParsedPart read_parsed_part(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, int part,
                            int parts);

/// Whether the checksum at the end is that of the bytes before it.
bool is_sealed(std::span<const std::byte> bytes);

}  // namespace descent
