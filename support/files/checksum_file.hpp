#pragma once

#include <filesystem>
#include <string_view>

namespace descent {

/// Writes a whole file in place of an older one, and its SHA-256 into `checksums`, in the form that the
/// program sha256sum has. A process that is killed meanwhile leaves the older file or the new one, and a
/// checksum for it. Throws ResultFileError.
void write_with_checksum(const std::filesystem::path& path, const std::filesystem::path& checksums,
                         std::string_view text);

/// Throws ResultFileError when `checksums` is there, and has none of this text, which is that of the file.
void require_checksum(const std::filesystem::path& path, const std::filesystem::path& checksums,
                      std::string_view text);

}  // namespace descent
