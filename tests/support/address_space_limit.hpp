#pragma once

#include <sys/resource.h>

#include <memory>
#include <vector>

namespace descent::test {

/// While it lives the system maps nothing, neither files nor memory; what C++ allocates up to a few megabytes
/// comes from memory that was freed before. Not under sanitizers, which map memory of their own.
class AddressSpaceLimit {
 public:
  AddressSpaceLimit() {
    // Pieces too small to be mapped one by one join when they are freed, and the last one, which stays, keeps
    // them from being given back.
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
