#include "support/memory/available_memory.hpp"

#include <fstream>
#include <string>

namespace descent {

std::uint64_t number_after(const std::filesystem::path& file, std::string_view wanted) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  for (std::string word; stream >> word;)
    if (word == wanted && stream >> number) return number;
  return 0;
}

std::uint64_t available_memory() {
  return 1024 * number_after("/proc/meminfo", "MemAvailable:");
}

}  // namespace descent
