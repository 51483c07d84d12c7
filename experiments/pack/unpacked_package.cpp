#include "experiments/pack/unpacked_package.hpp"

#include "experiments/pack/crate.hpp"
#include "support/files/folder_entries.hpp"

namespace descent {

UnpackedPackage::UnpackedPackage(const std::filesystem::path& package) {
  remove_abandoned_temporary_folders();
  unpack_archive(package, folder_.path());
  check_crate(folder_.path(), package.string());
}

std::vector<std::filesystem::path> UnpackedPackage::results() const {
  std::vector<std::filesystem::path> folders = folder_entries(folder_.path() / "results");
  std::erase_if(folders,
                [](const std::filesystem::path& entry) { return !std::filesystem::is_directory(entry); });
  return folders;
}

}  // namespace descent
