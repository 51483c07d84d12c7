#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "datasets/download/download.hpp"

namespace descent {

/// A file of a dataset that is there.
struct FetchedFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::string evidence;  ///< what shows that it is the right one, in a few words
};

/// What has become of one dataset.
struct FetchedDataset {
  std::string name;
  std::vector<FetchedFile> files;     ///< train, then test
  std::vector<std::string> problems;  ///< of files that are wrong or could not be had; none: it is complete
};

/// Sees to it that the files of these datasets are in the data folders, and right: what is missing is
/// downloaded, or made of downloads as the entry's `made_by` says, into the last of the folders. What is
/// there is checked against the catalogue's checksum, else against what was noted when it was fetched, and
/// left alone even if it is wrong. Each address is tried once; of alternatives the next is tried when one
/// fails. All hosts are tried first, at once: one that cannot be reached is not tried again.
///
/// What goes wrong is a problem of its dataset, in the same words for all that it concerns. Throws RunError
/// when curl cannot be started.
std::vector<FetchedDataset> fetch_datasets(std::span<const CatalogEntry> entries,
                                           const DownloadOptions& options, const DownloadEvents& events);

}  // namespace descent
