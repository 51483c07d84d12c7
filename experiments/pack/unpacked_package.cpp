#include "experiments/pack/unpacked_package.hpp"

#include <algorithm>
#include <system_error>

#include "experiments/pack/crate.hpp"

namespace descent {

UnpackedPackage::UnpackedPackage(const std::filesystem::path& package) {
  remove_abandoned_temporary_folders();
  unpack_archive(package, folder_.path());
  check_crate(folder_.path(), package.string());
}

std::vector<std::filesystem::path> UnpackedPackage::results() const {
  std::vector<std::filesystem::path> folders;
  std::error_code none;
  for (std::filesystem::directory_iterator each(folder_.path() / "results", none), end; !none && each != end;
       each.increment(none)) {
    if (each->is_directory()) folders.push_back(each->path());
  }
  std::ranges::sort(folders);
  return folders;
}

}  // namespace descent
