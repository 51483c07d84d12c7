#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "datasets/download/download.hpp"

namespace descent {

/// An existing file of a dataset.
struct FetchedFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::string evidence;  ///< how the file was checked, in a few words
};

/// The state of one dataset after fetching.
struct FetchedDataset {
  std::string name;
  std::vector<FetchedFile> files;     ///< train, then test
  std::vector<std::string> problems;  ///< wrong or missing files; empty if the dataset is complete
};

/// Brings the files of these datasets into the data folders, and checks them. Missing files are downloaded,
/// or made by the entry's `made_by`, into the last folder. Existing files are compared with the catalogue's
/// checksum, else with the checksum noted when they were fetched, and left alone even if wrong. Each address
/// is tried once; on failure the next alternative follows. All hosts are first tried at once; unreachable
/// hosts are not tried again.
///
/// A failure is a problem of its dataset, in the same words for all datasets that it concerns. Throws
/// RunError if curl cannot be started.
std::vector<FetchedDataset> fetch_datasets(std::span<const CatalogEntry> entries,
                                           const DownloadOptions& options, const DownloadEvents& events);

}  // namespace descent
