#include "datasets/catalog/catalog_folder.hpp"

#include <system_error>

#include "support/files/file_state.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

constexpr const char* installed_place = "share/descent/datasets";

bool has_catalog(const Path& folder) {
  return is_file(folder / "catalog.json");
}

}  // namespace

CatalogFolder catalog_folder(const Path& program) {
  const Path own = program.parent_path();
  for (Path folder = own; folder.has_relative_path(); folder = folder.parent_path()) {
    if (has_catalog(folder / "datasets")) return {folder / "datasets", false};
  }
  for (const Path& prefix : {own.parent_path(), Path(DESCENT_INSTALL_PREFIX)}) {
    if (has_catalog(prefix / installed_place)) return {prefix / installed_place, true};
  }
  return {Path(DESCENT_SOURCES) / "datasets", false};
}

CatalogFolder catalog_folder() {
  std::error_code unknown;
  static const CatalogFolder folder =
      catalog_folder(std::filesystem::read_symlink("/proc/self/exe", unknown));
  return folder;
}

}  // namespace descent
