#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "datasets/catalog.hpp"
#include "datasets/download.hpp"

namespace descent {

/// A file of a dataset that is there.
struct FetchedFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::string evidence;  ///< what shows that it is the right one, in a few words
};

/// What has become of one dataset; it is complete when nothing is missing.
struct FetchedDataset {
  std::string name;
  std::vector<FetchedFile> files;     ///< train, then test
  std::vector<std::string> problems;  ///< of files that are wrong or could not be had, a message each
  std::set<std::string> unreachable;  ///< hosts that other files would be at

  bool is_complete() const { return problems.empty() && unreachable.empty(); }
};

struct FetchReport {
  std::vector<FetchedDataset> datasets;            ///< in the order asked for
  std::map<std::string, std::string> unreachable;  ///< every host that could not be reached, with the reason
};

/// Sees to it that the files of these datasets are in the data folders, and right: what is missing is
/// downloaded, or made of downloads, into the last of the folders. What is there is checked against the
/// catalogue's checksum, else against what was noted when it was fetched, and left alone even if it is wrong.
/// Each address is tried once; of alternatives the next is tried when one fails. All hosts are tried first,
/// at once: a host that cannot be reached is not tried again.
///
/// A dataset without `urls` has a problem when its files are not there. What goes wrong is told in the
/// report.
FetchReport fetch_datasets(std::span<const CatalogEntry> entries, const DownloadOptions& options,
                           const DownloadEvents& events);

}  // namespace descent
