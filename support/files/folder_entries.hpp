#pragma once

#include <filesystem>
#include <vector>

namespace descent {

/// The files and folders in a folder, by their names; as far as it can be read, none where it is not there.
std::vector<std::filesystem::path> folder_entries(const std::filesystem::path& folder);

}  // namespace descent
