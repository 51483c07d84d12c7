#include "support/files/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/folder_entries.hpp"

namespace descent {
namespace {

constexpr std::string_view temporary_name = "descent-temporary-";

/// Opens the folder and locks it; the system gives the lock up when its process ends. Not open where another
/// has it, or where the name is no longer its own.
FileDescriptor locked(const std::filesystem::path& path, int how) {
  FileDescriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open() || flock(folder.get(), how) != 0) return {};
  struct stat mine {};
  struct stat named {};
  const bool is_ours = fstat(folder.get(), &mine) == 0 && lstat(path.c_str(), &named) == 0 &&
                       mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
  return is_ours ? std::move(folder) : FileDescriptor();
}

}  // namespace

std::filesystem::path folder_of_temporary_files() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (!error) return folder;
  const char* const chosen = std::getenv("TMPDIR");
  throw ConfigError(
      fmt::format("the environment variable TMPDIR must name a folder for temporary files, {}: {}",
                  chosen == nullptr ? "and is not set" : fmt::format("got \"{}\"", chosen), error.message()));
}

TemporaryFolder::TemporaryFolder() {
  while (!lock_.is_open()) {  // one that is swept away before it is locked is made anew
    std::string name = (folder_of_temporary_files() / temporary_name).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw RunError(fmt::format("{}: cannot be made: {}", name, system_reason()));
    path_ = name;
    lock_ = locked(path_, LOCK_EX);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code left_behind;
  std::filesystem::remove_all(path_, left_behind);
}

void remove_abandoned_temporary_folders() {
  std::error_code error;
  const std::filesystem::path where = std::filesystem::temp_directory_path(error);
  if (error) return;
  for (const std::filesystem::path& folder : folder_entries(where)) {
    if (!folder.filename().string().starts_with(temporary_name)) continue;
    const FileDescriptor lock = locked(folder, LOCK_EX | LOCK_NB);
    if (lock.is_open()) std::filesystem::remove_all(folder, error);
  }
}

}  // namespace descent
