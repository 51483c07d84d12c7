#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace descent::test {

/// All bytes of a file; empty if it cannot be opened.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace descent::test
