#pragma once

#include <filesystem>
#include <vector>

#include "support/files/temporary_folder.hpp"

namespace descent {

/// A package that was unpacked among the temporary files and holds what its metadata says; it goes with this
/// object.
class UnpackedPackage {
 public:
  /// Throws ResultFileError for a package that is damaged or hostile.
  explicit UnpackedPackage(const std::filesystem::path& package);

  /// Its results folders.
  std::vector<std::filesystem::path> results() const;

 private:
  TemporaryFolder folder_;
};

}  // namespace descent
