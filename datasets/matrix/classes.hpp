#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// A label as text: the word at this position, or the number if labels are no words.
std::string label_text(double label, std::span<const std::string> words = {});

/// The same form of a label that a person wrote: "+1.0" and "1" are one number.
std::string label_text(const std::string& written);

/// The classes of labels, which mean what label_text() returns. `positive` is the label of the class +1, and
/// all others are −1. If it is empty, there must be two labels, and +1 is the larger number, true, or the
/// first other word. Throws DataError with the labels found. `place` names the row of the error: the first
/// with a third label, or the row after the last.
Classes find_classes(std::span<const double> labels, const std::function<std::string(Index)>& place,
                     std::span<const std::string> words = {}, const std::string& positive = "");

/// Turns rows x_i and labels of these classes into the stored form: labels become +1 and −1, and rows are
/// multiplied by them in place. A test set uses the training set's classes, and may lack one. Throws
/// DataError for any other label.
Sample make_classification_sample(SparseMatrix rows, std::vector<double> labels, const Classes& classes,
                                  const std::string& what, std::span<const std::string> words = {});

}  // namespace descent
