#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// The whole text of a file. Throws ResultFileError if it is not regular, has more than 1 GiB, or cannot be
/// read to its end.
std::string text_of_file(const std::filesystem::path& path);

}  // namespace descent
