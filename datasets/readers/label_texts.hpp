#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/numpy_array.hpp"
#include "datasets/readers/reader.hpp"

namespace descent {

/// Sorts the words of a sample, and changes its labels, which are their positions.
void sort_words(RawSample& sample);

/// The labels of a table, one after the other: numbers if all texts are numbers, else words.
class LabelTexts {
 public:
  void add(std::string_view text);
  std::size_t size() const { return labels_.size(); }
  /// Sets labels and words of a sample.
  void move_to(RawSample& sample) &&;

 private:
  double position_of(std::string word);

  std::vector<double> labels_;
  std::map<std::string, std::size_t> positions_;  // of words; empty while all texts are numbers
};

/// Sets labels and words of a sample by an array of one dimension. Texts may be any word, also nan. Throws
/// DataError with the row of a number that is not finite.
void read_labels(const NumpyArray& array, RawSample& sample);

/// Reads a file with a label a line, plain or compressed, or an .npy array of one dimension, into the sample.
/// Throws DataError with the place of an empty line before the end, and of a number that is not finite.
void read_labels(const std::filesystem::path& path, RawSample& sample);

}  // namespace descent
