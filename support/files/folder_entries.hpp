#pragma once

#include <filesystem>
#include <vector>

namespace descent {

/// The files and folders in a folder, by name, as far as readable; empty if it is missing.
std::vector<std::filesystem::path> folder_entries(const std::filesystem::path& folder);

}  // namespace descent
