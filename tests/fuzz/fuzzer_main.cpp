// The function that libFuzzer calls: runs the target of this program.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const descent::test::Target& target = descent::test::target_of(DESCENT_FUZZ_TARGET);
  target.run({bytes, count});
  return 0;
}
