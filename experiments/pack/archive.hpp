#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace descent {

/// What stands in an archive under a name: a file, or a text.
struct PackedFile {
  std::filesystem::path file;  ///< empty: the text
  std::string text = {};
};

/// Writes a tar archive that is compressed by zstd, `first` before the others, which are in the order of
/// their names. Nothing of it depends on when or where it is made: the same files give the same bytes, by the
/// same versions of libarchive and libzstd. Throws ResultFileError.
void write_archive(const std::filesystem::path& archive, const std::string& first,
                   const std::map<std::string, PackedFile>& files);

/// Limits against archives that unpack to more than any result is.
struct UnpackLimits {
  std::uint64_t most_bytes = 4ULL << 30;
  std::size_t most_files = 2'000'000;
};

/// Unpacks an archive into a new folder. Throws ResultFileError, naming archive and entry, for one that is
/// damaged, beyond the limits, or holds anything but regular files and folders with names that stay inside:
/// links, devices, "..", names from the root, or a name twice.
void unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const UnpackLimits& limits = {});

}  // namespace descent
