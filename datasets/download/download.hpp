#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/catalog/catalog.hpp"

namespace descent {

/// "expected SHA256 …, got …" if the file's checksum is not the catalogue's; else empty.
std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path);

/// Gets the output of curl, with a progress bar if asked for.
struct CurlOutput {
  std::function<void(std::string_view)> show;
  bool progress_bar = false;
};

/// Fetches a file by the program curl, which finds proxies and certificates by itself, into a folder under
/// its name, or unpacks it to `plain_name(source.file)`. Until all bytes are there and their checksum is
/// right they are in `.FILE.download`, where the next call continues. Nothing that exists is replaced. The
/// folder must exist, and only one process may fetch into it.
///
/// Throws DataError for a wrong checksum, for a damaged archive, and if the name is taken; RunError if curl
/// fails.
void download(const PublicFile& source, const std::filesystem::path& folder, bool unpack,
              const CurlOutput& output);

}  // namespace descent
