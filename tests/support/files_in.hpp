#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace descent::test {

/// How many entries a folder has, hidden ones too, not counting those of folders inside.
inline std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace descent::test
