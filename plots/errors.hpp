#pragma once

#include <stdexcept>

namespace descent {

/// A file of a results folder is missing, malformed or cannot be written. The message names the file and,
/// where there is one, the line and column or the JSON path.
class ResultFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace descent
