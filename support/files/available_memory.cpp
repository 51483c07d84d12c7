#include "support/files/available_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace descent {
namespace {

using Path = std::filesystem::path;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number behind a word of a file such as memory.stat.
std::uint64_t number_after(const Path& file, std::string_view wanted, std::uint64_t otherwise) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  for (std::string word; stream >> word;)
    if (word == wanted && stream >> number) return number;
  return otherwise;
}

std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 0;
}

/// Version 2: each group on the way up may have a limit, "max" or a number.
std::uint64_t left_to_groups(const Path& root, const Path& group) {
  std::uint64_t left = no_limit;
  for (Path inner = group; inner.has_relative_path(); inner = inner.parent_path()) {
    const Path folder = root / inner.relative_path();
    std::uint64_t limit = 0;
    if (std::ifstream(folder / "memory.max") >> limit)
      left = std::min(left, left_of(limit, number_after(folder / "memory.stat", "anon", 0)));
  }
  return left;
}

/// Version 1, whose statistics are of all groups on the way.
std::uint64_t left_to_group_and_parents(const Path& folder) {
  const Path statistics = folder / "memory.stat";
  return left_of(number_after(statistics, "hierarchical_memory_limit", no_limit),
                 number_after(statistics, "total_rss", 0));
}

}  // namespace

std::uint64_t available_memory() {
  const Path groups = "/sys/fs/cgroup";
  std::uint64_t left = number_after("/proc/meminfo", "MemAvailable:", 0) * 1024;
  std::ifstream stream("/proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {  // NUMBER:CONTROLLERS:GROUP
    const std::size_t controllers = line.find(':') + 1;
    const std::size_t end = line.find(':', controllers);
    if (controllers == 0 || end == std::string::npos) continue;
    const std::string group = line.substr(end + 1);
    if (line.substr(controllers, end - controllers) == "memory")
      left = std::min(left, left_to_group_and_parents(groups / "memory" / Path(group).relative_path()));
    else if (end == controllers)
      left = std::min(left, left_to_groups(groups, group));
  }
  return left;
}

}  // namespace descent
