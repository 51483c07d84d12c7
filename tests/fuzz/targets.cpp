#include <algorithm>
#include <array>
#include <string>

#include "tests/fuzz/target.hpp"

namespace descent::test {
namespace {

constexpr std::array all{
    Target{"libsvm", fuzz_libsvm}, Target{"libsvm_gz", fuzz_libsvm_gz}, Target{"config", fuzz_config},
    Target{"claims", fuzz_claims}, Target{"results", fuzz_results},
};

}  // namespace

std::span<const Target> targets() {
  return all;
}

const Target& target_of(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Target::name);
  if (found == all.end()) throw std::invalid_argument("no fuzz target " + std::string(name));
  return *found;
}

}  // namespace descent::test
