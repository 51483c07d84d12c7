#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace descent {

/// An array of a file that NumPy wrote: numbers, truth values, or texts of a fixed length.
struct NumpyArray {
  char kind = 'f';  ///< as in dtype.kind: f, i, u, b, U or S
  std::size_t item_bytes = 8;
  bool is_swapped = false;  ///< the bytes of a number are in the other order
  bool is_fortran = false;  ///< the first index runs fastest
  std::vector<std::size_t> shape = {};
  std::string name = {};  ///< for messages: the path and perhaps the name in the archive
  std::vector<char> bytes = {};

  std::size_t size() const;
  bool holds_texts() const { return kind == 'U' || kind == 'S'; }
  /// Item i in the order of the bytes. Throws DataError for a text, and for a whole number that no double is.
  double number(std::size_t i) const;
  /// The same as text; a number in the form of label_text().
  std::string text(std::size_t i) const;
  /// Throws DataError if the array has another number of dimensions.
  void require_dimensions(std::size_t count) const;
};

/// True for a name in .npy, also of a compressed file.
bool is_npy(const std::filesystem::path& path);

/// Reads an .npy file (format versions 1 to 3, numpy.lib.format), plain or compressed. Throws DataError if it
/// is damaged, holds Python objects, or goes on after the array.
NumpyArray read_npy(const std::filesystem::path& path);

/// Reads the arrays of an .npz file, by name. Throws DataError as read_npy(), and if a checksum is wrong or
/// the directory at the end is missing.
std::map<std::string, NumpyArray> read_npz(const std::filesystem::path& path);

}  // namespace descent
