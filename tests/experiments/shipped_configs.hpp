#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "experiments/config/config.hpp"

namespace descent::test {

/// The files of the repository's configurations, in the order of their names.
inline std::vector<std::filesystem::path> shipped_config_files() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::directory_iterator("configs")) {
    if (file.path().extension() == ".json" && file.path().filename() != "schema.json")
      paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

/// Those of `descent run`.
inline std::vector<Config> shipped_configs() {
  std::vector<Config> configs;
  for (const auto& path : shipped_config_files()) {
    if (!read_json(path).contains("models")) configs.push_back(read_config(path));
  }
  return configs;
}

}  // namespace descent::test
