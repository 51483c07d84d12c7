#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace descent {

/// The number after a word in a file of /proc; 0 if the word is missing.
inline std::uint64_t number_after(const std::filesystem::path& file, std::string_view wanted) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  for (std::string word; stream >> word;)
    if (word == wanted && stream >> number) return number;
  return 0;
}

/// Bytes that this process can take before other processes, or cached file pages, must give way.
inline std::uint64_t available_memory() {
  return 1024 * number_after("/proc/meminfo", "MemAvailable:");
}

}  // namespace descent
