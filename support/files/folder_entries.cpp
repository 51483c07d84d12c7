#include "support/files/folder_entries.hpp"

#include <algorithm>
#include <system_error>

namespace descent {

std::vector<std::filesystem::path> folder_entries(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    entries.push_back(each->path());
  }
  std::ranges::sort(entries);
  return entries;
}

}  // namespace descent
