#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace descent::test {

using Input = std::span<const std::uint8_t>;

/// A reader does something that it must not: it takes too much memory, complains without naming the file,
/// or accepts what it should not. Every other exception that leaves a target is a fault of the reader, too.
class Finding : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// One function a reader: gives it a file of these bytes and looks at what comes of it. Returns 0 when the
// reader accepts the file, 1 when it refuses it as it is documented to. Throws Finding.
int fuzz_libsvm(Input input);
int fuzz_libsvm_gz(Input input);
int fuzz_libsvm_bz2(Input input);
int fuzz_libsvm_xz(Input input);
int fuzz_german_credit(Input input);
int fuzz_catalog(Input input);
int fuzz_config(Input input);
int fuzz_crossvalidation_config(Input input);
int fuzz_claims(Input input);
int fuzz_manifest(Input input);
int fuzz_results(Input input);
int fuzz_parsed_file(Input input);

/// A reader under its name, which is that of its folders in corpus/ and found/.
struct Target {
  std::string_view name;
  int (*run)(Input input);
};

/// All of them.
std::span<const Target> targets();

/// The one of that name. Throws std::invalid_argument.
const Target& target_of(std::string_view name);

}  // namespace descent::test
