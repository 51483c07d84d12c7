#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace descent {

/// Notes beside a file that was downloaded or made, as `.NAME.origin.json`, where it comes from and its
/// SHA-256, so that it can be told later whether it is still the same. Throws RunError or DataError when that
/// cannot be done.
void record_file(const std::filesystem::path& path, const std::string& origin);

/// "expected SHA256 …, as when it was fetched, got …" when the file is not the one that was noted; nothing
/// when it is. Throws DataError when there is no note, or the file cannot be read.
std::optional<std::string> find_change(const std::filesystem::path& path);

/// Whether there is a note beside the file.
bool has_record(const std::filesystem::path& path);

}  // namespace descent
