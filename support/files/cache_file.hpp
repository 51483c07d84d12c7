#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

namespace descent {

using ByteSink = std::function<void(std::span<const std::byte>)>;

/// Writes a file that one can do without: without a name or, where the file system has no such files, under a
/// temporary one in the same folder, hidden, so that it appears whole or not at all, in place of an older
/// one, also when several processes write it at once. It gets the rights of `like`, but for execution. False
/// when the system refuses anything (no right to write, full disk); then nothing has changed. It does not
/// wait for the disk: after a power failure the bytes may be others, which a checksum has to tell.
///
/// A folder that nobody may write is left alone, even by root; so is everything when the process has a limit
/// on the size of files, for to exceed it is deadly.
bool write_spare_file(const std::filesystem::path& path, const std::filesystem::path& like,
                      const std::function<void(const ByteSink&)>& content);

}  // namespace descent
