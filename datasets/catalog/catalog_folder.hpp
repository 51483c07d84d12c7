#pragma once

#include <filesystem>

namespace descent {

/// Where the catalogue lies that goes with a program.
struct CatalogFolder {
  std::filesystem::path path;  ///< holds catalog.json
  /// It belongs to an installation, into which nothing is written; else to a repository.
  bool installed = false;
};

/// The catalogue that goes with the program of that path, so that a repository may be moved or copied with
/// its build folder: datasets/ in the nearest folder above the program that has datasets/catalog.json; of an
/// installed program ../share/descent/datasets. Where neither is there (the build folder lies elsewhere):
/// that of the install prefix, then that of the sources that this program was built from.
CatalogFolder catalog_folder(const std::filesystem::path& program);

/// That of the running program.
CatalogFolder catalog_folder();

}  // namespace descent
