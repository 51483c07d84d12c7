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

std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 0;
}

/// The files and words of a version of control groups.
struct GroupWords {
  const char* limit;  // a file with a number, or a word where there is no limit
  const char* used;   // the word of memory.stat for what cannot be taken back, of the group and all below it
};
constexpr GroupWords version_1{"memory.limit_in_bytes", "total_rss"};
constexpr GroupWords version_2{"memory.max", "anon"};

/// What a group and all above it leave, up to and including the root: that of a container is its own group,
/// whatever the group is called outside, where its name comes from. A folder that is missing sets no limit.
std::uint64_t left_to_groups(const Path& root, const std::string& group, const GroupWords& words) {
  std::uint64_t left = no_limit;
  for (Path inner = Path(group).relative_path();; inner = inner.parent_path()) {
    const Path folder = root / inner;
    std::uint64_t limit = 0;
    if (std::ifstream(folder / words.limit) >> limit)
      left = std::min(left, left_of(limit, number_after(folder / "memory.stat", words.used)));
    if (inner.empty()) return left;
  }
}

}  // namespace

std::uint64_t number_after(const Path& file, std::string_view wanted) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  for (std::string word; stream >> word;)
    if (word == wanted && stream >> number) return number;
  return 0;
}

std::uint64_t available_memory(const Path& processes, const Path& groups) {
  std::uint64_t left = number_after(processes / "meminfo", "MemAvailable:") * 1024;
  std::ifstream stream(processes / "self/cgroup");
  for (std::string line; std::getline(stream, line);) {  // NUMBER:CONTROLLERS:GROUP
    const std::size_t controllers = line.find(':') + 1;
    const std::size_t end = line.find(':', controllers);
    if (controllers == 0 || end == std::string::npos) continue;
    const std::string group = line.substr(end + 1);
    if (line.substr(controllers, end - controllers) == "memory")
      left = std::min(left, left_to_groups(groups / "memory", group, version_1));
    else if (end == controllers)
      left = std::min(left, left_to_groups(groups, group, version_2));
  }
  return left;
}

}  // namespace descent
