#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace descent {

/// The whole text of a file. Throws ResultFileError if it is not regular, has more than 1 GiB, or cannot be
/// read to its end.
std::string text_of_file(const std::filesystem::path& path);

/// The files and folders in a folder, by name, as far as readable; empty if it is missing.
std::vector<std::filesystem::path> folder_entries(const std::filesystem::path& folder);

}  // namespace descent
