#pragma once

#include <filesystem>

namespace descent {

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

}  // namespace descent
