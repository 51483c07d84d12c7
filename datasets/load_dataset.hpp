#pragma once

#include <filesystem>
#include <string>

#include "datasets/catalog/catalog.hpp"
#include "datasets/matrix/dataset.hpp"

namespace descent {

struct LoadOptions {
  bool require_real = false;              ///< a stand-in is an error
  bool with_checksum = true;              ///< Dataset::sha256 takes longer than reading; without it empty
  Index test_limit = 20'000;              ///< more test rows are left out
  Task path_task = Task::classification;  ///< for a file given by its path; the catalogue has its own
  /// Relative paths are looked for here, then in the current directory.
  std::filesystem::path path_folder = {};
  ReadSettings reading = {};   ///< of a file; of a catalogue's dataset only `positive`
  std::string test_file = {};  ///< for a file: its test rows, in the same format; relative like a path
};

/// Loads a dataset by its catalogue name, or a file by its path. A path is a text
/// that contains '/' or exists as a file, and is not in the catalogue.
///
/// A catalogue dataset comes from data_folders() if all its files are there, else from its stand-in. Rows
/// keep the file's order, also in a split. More than test_limit test rows are reduced to a random sample
/// without replacement, the same on every call (in a stand-in, to the first rows). If train and test differ
/// in width, both get the larger width: a feature that only the test set has gets a weight of zero.
///
/// Dataset::sha256 is the hash of the train file's bytes followed by the test file's, as they are on the disk
/// (`cat a9a a9a.t | sha256sum`); of a pipe it is empty. For a stand-in, the generated rows and labels that
/// were kept are hashed.
///
/// Throws ConfigError for an unknown name. Throws DataError for wrong files, and for missing files, with the
/// places searched and a source.
Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options = {});

/// True if no data folder has any of the dataset's files, so that a stand-in may be used.
bool has_no_files(const CatalogEntry& entry);

}  // namespace descent
