#include "datasets/data_folders.hpp"

#include <cstdlib>
#include <system_error>

namespace descent {

std::vector<std::filesystem::path> data_folders() {
  std::vector<std::filesystem::path> folders;
  if (const char* const folder = std::getenv("DESCENT_DATA"); folder != nullptr && *folder != '\0') {
    folders.emplace_back(folder);
  }
  folders.push_back(std::filesystem::path(DESCENT_CATALOG) / "cache");
  return folders;
}

std::optional<std::filesystem::path> find_data_file(const std::string& name) {
  for (const std::filesystem::path& folder : data_folders()) {
    for (const char* const ending : {"", ".bz2", ".gz", ".xz"}) {
      std::filesystem::path path = folder / (name + ending);
      std::error_code unreadable;  // a folder that cannot be searched holds nothing for us
      if (std::filesystem::is_regular_file(path, unreadable)) return path;
    }
  }
  return std::nullopt;
}

}  // namespace descent
