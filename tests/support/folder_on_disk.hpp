#pragma once

#include <linux/magic.h>
#include <sys/vfs.h>

#include <filesystem>
#include <string>

namespace descent::test {

inline bool lies_on_tmpfs(const std::filesystem::path& folder) {
  struct statfs system {};
  return statfs(folder.c_str(), &system) == 0 && system.f_type == TMPFS_MAGIC;
}

/// The folder for temporary files, unless that lies in memory.
inline std::string folder_on_disk() {
  const std::filesystem::path usual = std::filesystem::temp_directory_path();
  return lies_on_tmpfs(usual) ? "/var/tmp" : usual.string();
}

}  // namespace descent::test
