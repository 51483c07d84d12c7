#pragma once

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "experiments/config/config.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"

namespace descent::test {

/// Needs installed external programs.
inline const std::filesystem::path config_with_programs = "configs/peers.json";

/// Paths of the repository's other configurations, in order of name.
inline std::vector<std::filesystem::path> shipped_config_files() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::directory_iterator("configs")) {
    if (file.path().extension() == ".json" && file.path().filename() != "schema.json" &&
        file.path() != config_with_programs)
      paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

/// Shipped configurations of `descent run`.
inline std::vector<Config> shipped_configs() {
  std::vector<Config> configs;
  for (const auto& path : shipped_config_files()) {
    if (!read_json(path).contains("models")) configs.push_back(read_config(path));
  }
  try {
    configs.push_back(read_config(config_with_programs));
  } catch (const ConfigError& error) {
    if (std::string_view(error.what()).find("--with-peers") == std::string_view::npos) throw;
    WARN(error.what());
  }
  return configs;
}

}  // namespace descent::test
