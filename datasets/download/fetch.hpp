#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "datasets/download/download.hpp"

namespace descent {

/// Brings the files of catalogue datasets into the last data folder: downloads them, compressed files are
/// unpacked, or makes them by the entry's `made_by`. Existing files in the data folders are left alone.
class Fetcher {
 public:
  /// `show` gets lines about the work and the output of curl.
  explicit Fetcher(const std::function<void(std::string_view)>& show, bool progress_bar = false);

  /// Returns the paths of the train and test file. Throws DataError for a file, old or new, with another
  /// checksum than the catalogue's, and RunError with advice if a file cannot be had.
  std::vector<std::filesystem::path> fetch(const CatalogEntry& entry);

 private:
  template <class Suitable>
  bool download_first(const CatalogEntry& entry, const Suitable& suitable, bool unpack);
  void make(const CatalogEntry& entry, const std::vector<std::string>& names);

  CurlOutput output_;
  std::filesystem::path folder_;
};

}  // namespace descent
