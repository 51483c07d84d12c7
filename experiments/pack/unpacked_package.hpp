#pragma once

#include <filesystem>
#include <vector>

namespace descent {

/// A package that was unpacked among the temporary files and holds what its metadata says; it goes with this
/// object.
class UnpackedPackage {
 public:
  /// Throws ResultFileError for a package that is damaged or hostile.
  explicit UnpackedPackage(const std::filesystem::path& package);
  ~UnpackedPackage();
  UnpackedPackage(const UnpackedPackage&) = delete;
  UnpackedPackage& operator=(const UnpackedPackage&) = delete;

  /// Its results folders.
  std::vector<std::filesystem::path> results() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace descent
