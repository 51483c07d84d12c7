#pragma once

#include <filesystem>
#include <string>

#include "datasets/catalog/catalog.hpp"
#include "datasets/matrix/dataset.hpp"

namespace descent {

struct LoadOptions {
  bool require_real = false;              ///< a stand-in is an error
  Index test_limit = 20'000;              ///< at most so many test rows are kept
  Task path_task = Task::classification;  ///< for a file given by its path; the catalogue knows its own
  /// Where a relative path is looked for first; then, as with none, in the current directory.
  std::filesystem::path path_folder = {};
};

/// Loads a dataset by its catalogue name or a LIBSVM file by its path (anything that contains '/' or exists
/// as a file, unless the catalogue has that name); a path has no test set.
///
/// A catalogue dataset comes from the data folders (see data_folders()) when all its files are there, else
/// from its stand-in. Rows keep the order of the file, also those of a split. Of a test set with more than
/// test_limit rows, a random sample without replacement is kept, the same on every call (a stand-in: its
/// first rows). When train and test differ in width, both get the larger one: a feature that only the test
/// set has meets a weight of zero.
///
/// Dataset::sha256 is that of the train file's bytes followed by the test file's, as they lie on the disk
/// (`cat a9a a9a.t | sha256sum`); of a stand-in, that of the generated rows and labels that were kept.
///
/// Throws ConfigError for a name that is neither in the catalogue nor a file, and DataError for files that
/// are missing (saying what was looked for where, and where it can be had) or wrong.
Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options = {});

/// True if no data folder has any of the dataset's files. A stand-in may take its place.
bool has_no_files(const CatalogEntry& entry);

}  // namespace descent
