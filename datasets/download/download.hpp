#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "datasets/catalog/catalog.hpp"

namespace descent {

/// "expected SHA256 …, got …" if the file's checksum is not the catalogue's; else empty.
std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path);

/// Downloads files into one folder by the program curl, which finds proxies and certificates by itself.
class Downloader {
 public:
  /// `show` gets the output of curl, with a progress bar if asked for.
  Downloader(std::filesystem::path folder, std::function<void(std::string_view)> show, bool progress_bar)
      : folder_(std::move(folder)), show_(std::move(show)), progress_bar_(progress_bar) {}

  /// Fetches a file under its name, or unpacks it to `plain_name(source.file)`. Until all bytes are there and
  /// their checksum is right they are in `.FILE.download`, where the next call continues. Nothing that exists
  /// is replaced. The folder must exist, and only one process may fetch into it.
  ///
  /// Throws DataError for a wrong checksum, for a damaged archive, and if the name is taken; RunError if curl
  /// fails. A host that has not answered is not asked again.
  void fetch(const PublicFile& source, bool unpack);

 private:
  int run_curl(const std::string& url, const std::filesystem::path& partial) const;

  std::filesystem::path folder_;
  std::function<void(std::string_view)> show_;
  bool progress_bar_;
  std::set<std::string> silent_hosts_;
};

}  // namespace descent
