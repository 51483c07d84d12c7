#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// All of a file. Throws ResultFileError for one that is not regular, has more than 1 GiB, or cannot be read to
/// its end.
std::string text_of_file(const std::filesystem::path& path);

}  // namespace descent
