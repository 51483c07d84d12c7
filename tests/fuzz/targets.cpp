#include <algorithm>
#include <array>
#include <string>

#include "tests/fuzz/target.hpp"

namespace descent::test {
namespace {

constexpr std::array all{
    Target{"libsvm", fuzz_libsvm},
    Target{"libsvm_gz", fuzz_libsvm_gz},
    Target{"libsvm_bz2", fuzz_libsvm_bz2},
    Target{"libsvm_xz", fuzz_libsvm_xz},
    Target{"german_credit", fuzz_german_credit},
    Target{"catalog", fuzz_catalog},
    Target{"config", fuzz_config},
    Target{"crossvalidation_config", fuzz_crossvalidation_config},
    Target{"claims", fuzz_claims},
    Target{"manifest", fuzz_manifest},
    Target{"results", fuzz_results},
    Target{"parsed_file", fuzz_parsed_file},
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
