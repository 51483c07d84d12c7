#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace descent {

/// Where data files are looked for, in this order: the environment's DESCENT_DATA, then datasets/cache/ of
/// the repository.
std::vector<std::filesystem::path> data_folders();

/// The first of NAME, NAME.bz2, NAME.gz, NAME.xz that exists in the data folders.
std::optional<std::filesystem::path> find_data_file(const std::string& name);

}  // namespace descent
