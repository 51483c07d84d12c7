#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/faults/started_program.hpp"

namespace descent::test {

/// Makes all changes of files in a folder fail from a certain change on, for programs started in its
/// environment: see failing_disk_preload.cpp.
class FailingDisk {
 public:
  /// First failing `change`, from 1; 0 for none. `error` is "ENOSPC" or "EROFS".
  FailingDisk(std::filesystem::path folder, std::uint64_t change, std::string error)
      : folder_(std::filesystem::canonical(folder)), change_(change), error_(std::move(error)) {
    counter_ = own_folder_.write("counter", std::string(sizeof(std::uint64_t), '\0'));
  }

  std::vector<std::string> environment() const {
    std::vector<std::string> variables = preloading("failing_disk.so");
    variables.push_back("DESCENT_DISK_FOLDER=" + folder_.string());
    variables.push_back("DESCENT_DISK_COUNTER=" + counter_.string());
    variables.push_back("DESCENT_DISK_FAILS_AT=" + std::to_string(change_));
    variables.push_back("DESCENT_DISK_ERROR=" + error_);
    return variables;
  }

  /// Number of requested changes.
  std::uint64_t changes() const {
    const std::string bytes = file_text(counter_);
    std::uint64_t count = 0;
    std::memcpy(&count, bytes.data(), sizeof count);
    return count;
  }

 private:
  TemporaryFolder own_folder_;
  std::filesystem::path folder_;
  std::filesystem::path counter_;
  std::uint64_t change_;
  std::string error_;
};

}  // namespace descent::test
