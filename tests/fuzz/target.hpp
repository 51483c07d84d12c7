#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace descent::test {

using Input = std::span<const std::uint8_t>;

/// A reader does something forbidden: takes too much memory, complains without naming the file, or accepts a
/// wrong file. Any other exception that leaves a target is also a fault of the reader.
class Finding : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Fuzz targets, one a reader: give it a file of these bytes and check the result. Return 0 if the reader
// accepts the file, 1 if it refuses it as documented. Throw Finding.
int fuzz_libsvm(Input input);
int fuzz_libsvm_gz(Input input);
int fuzz_config(Input input);
int fuzz_claims(Input input);
int fuzz_results(Input input);

/// A reader and its name, which its folders in corpus/ and found/ have too.
struct Target {
  std::string_view name;
  int (*run)(Input input);
};

std::span<const Target> targets();

/// The target of this name. Throws std::invalid_argument.
const Target& target_of(std::string_view name);

}  // namespace descent::test
