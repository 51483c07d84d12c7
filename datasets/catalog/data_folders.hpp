#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/errors.hpp"

namespace descent {

/// A file does not exist, is not accessible, or is in no data folder.
class MissingFileError : public DataError {
 public:
  using DataError::DataError;
};

/// The folder of a program's catalogue.
struct CatalogFolder {
  std::filesystem::path path;  ///< holds catalog.json
  /// True for an installation, where nothing is written; false for a repository.
  bool installed = false;
};

/// Finds the catalogue of the program at this path. A repository can therefore be moved or copied with its
/// build folder. Looks for datasets/catalog.json in the folders above the program, nearest first; then, for
/// an installed program, in ../share/descent/datasets. If the build folder is elsewhere, uses the catalogue
/// of the install prefix, else of the sources that this program was built from.
CatalogFolder catalog_folder(const std::filesystem::path& program);

/// The catalogue of the running program.
CatalogFolder catalog_folder();

/// Folders with data files, in the order of search: $DESCENT_DATA, then the folder for downloads. The latter
/// is $DESCENT_CACHE, else datasets/cache/ of the repository; for an installed program, descent/ in
/// $XDG_CACHE_HOME or in ~/.cache. Throws ConfigError if DESCENT_DATA is not a folder, or if no variable
/// names a place for downloads.
std::vector<std::filesystem::path> data_folders();

/// Folders that are searched after these and never written to: data shipped with the catalogue, and data of
/// Debian's python3-sklearn.
std::vector<std::filesystem::path> read_only_folders();

/// Finds the first of NAME, NAME.bz2, NAME.gz, NAME.xz in the data folders and the
/// read-only folders.
std::optional<std::filesystem::path> find_data_file(const std::string& name);

/// Finds the first file of exactly this name in the data folders.
std::optional<std::filesystem::path> find_download(const std::string& name);

/// Names of the files and folders in a folder, for messages; empty if it is missing.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Finds a file that a configuration names: in the configuration's folder (if not empty), else in the current
/// directory. Throws MissingFileError with the nearest name if it is in neither.
std::filesystem::path find_path(const std::string& path, const std::filesystem::path& folder);

}  // namespace descent
