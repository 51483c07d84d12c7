#include "experiments/pack/unpacked_package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "experiments/pack/crate.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

std::filesystem::path new_temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "descent-package-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw RunError(fmt::format("{}: cannot be made: {}", name, std::generic_category().message(errno)));
  return name;
}

void remove_tree(const std::filesystem::path& folder) {
  std::error_code left_behind;
  std::filesystem::remove_all(folder, left_behind);
}

}  // namespace

UnpackedPackage::UnpackedPackage(const std::filesystem::path& package) : folder_(new_temporary_folder()) {
  try {
    unpack_archive(package, folder_);
    check_crate(folder_, package.string());
  } catch (...) {
    remove_tree(folder_);
    throw;
  }
}

UnpackedPackage::~UnpackedPackage() {
  remove_tree(folder_);
}

std::vector<std::filesystem::path> UnpackedPackage::results() const {
  std::vector<std::filesystem::path> folders;
  std::error_code none;
  for (std::filesystem::directory_iterator each(folder_ / "results", none), end; !none && each != end;
       each.increment(none)) {
    if (each->is_directory()) folders.push_back(each->path());
  }
  std::ranges::sort(folders);
  return folders;
}

}  // namespace descent
