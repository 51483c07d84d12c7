#include "support/files/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/contents.hpp"

namespace descent {
namespace {

constexpr std::string_view temporary_name = "descent-temporary-";

FileDescriptor opened(const std::filesystem::path& path) {
  return FileDescriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Locks the folder; the system releases the lock when the process ends. Without locks, nothing removes the
/// folder either; NFS has none for files that are not open for writing. False, with errno, if refused.
bool lock_where_possible(const FileDescriptor& folder) {
  while (flock(folder.get(), LOCK_EX) != 0) {
    if (has_no_locks(errno) || errno == EBADF) return true;
    if (errno != EINTR) return false;
  }
  return true;
}

bool has_name(const FileDescriptor& folder, const std::filesystem::path& path) {
  struct stat mine {};
  struct stat named {};
  return fstat(folder.get(), &mine) == 0 && lstat(path.c_str(), &named) == 0 && mine.st_ino == named.st_ino &&
         mine.st_dev == named.st_dev;
}

}  // namespace

std::filesystem::path folder_of_temporary_files() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (!error) return folder;
  const char* const chosen = std::getenv("TMPDIR");
  throw ConfigError("the environment variable TMPDIR must name a folder for temporary files, {}: {}",
                    chosen == nullptr ? "and is not set" : fmt::format("got \"{}\"", chosen),
                    error.message());
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& where) {
  do {  // if the folder is removed before it is locked, make another
    std::string name = (where / temporary_name).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw RunError("{}: cannot be made: {}", name, system_reason());
    path_ = name;
    lock_ = opened(path_);
    if (lock_.is_open() ? lock_where_possible(lock_) : errno == ENOENT) continue;
    const std::string reason = system_reason();
    rmdir(name.c_str());
    throw RunError("{}: cannot be locked: {}", name, reason);
  } while (!lock_.is_open() || !has_name(lock_, path_));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void remove_abandoned_temporary_folders(const std::filesystem::path& where) {
  std::error_code error;
  for (const std::filesystem::path& folder : folder_entries(where)) {
    if (!folder.filename().string().starts_with(temporary_name)) continue;
    const FileDescriptor lock = opened(folder);
    if (lock.is_open() && flock(lock.get(), LOCK_EX | LOCK_NB) == 0 && has_name(lock, folder))
      std::filesystem::remove_all(folder, error);
  }
}

void remove_abandoned_temporary_folders() {
  std::error_code error;
  const std::filesystem::path where = std::filesystem::temp_directory_path(error);
  if (!error) remove_abandoned_temporary_folders(where);
}

}  // namespace descent
