#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace descent::test {

/// The number of entries of a folder, hidden entries included, without subfolders' entries.
inline std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace descent::test
