#pragma once

#include <sys/resource.h>

#include <memory>
#include <vector>

namespace descent::test {

/// While it lives, the system maps neither files nor memory. C++ allocations up to a few megabytes reuse
/// freed memory. Not for sanitizers, which map their own memory.
class AddressSpaceLimit {
 public:
  AddressSpaceLimit() {
    // Pieces too small for separate mappings merge when freed; the last piece keeps them from being returned
    // to the system.
    std::vector<std::unique_ptr<char[]>> pieces(64);
    for (auto& piece : pieces) piece.reset(new char[64 << 10]);
    last_.reset(new char[64 << 10]);
    pieces.clear();
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  std::unique_ptr<char[]> last_;
  rlimit before_{};
};

}  // namespace descent::test
