#include "support/files/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/text/utc_now.hpp"

namespace descent {
namespace {

/// Locks for the process, not for the open file: children that outlive it for a moment do not hold the lock.
/// Throws ConfigError if another process has it.
void lock_for_this_process(const FileDescriptor& file, const std::string& folder, const std::string& notice) {
  while (true) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (fcntl(file.get(), F_SETLK, &lock) == 0 || has_no_locks(errno)) return;
    if (errno != EACCES && errno != EAGAIN) throw_system_error();
    if (fcntl(file.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
      throw ConfigError("{}: process {} {}", folder, lock.l_pid, notice);
    // No owner: it has just ended. Try again.
  }
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, const LockedWork& work)
    : folder_(folder), path_(folder / work.file) {
  is_new_ = !is_present(folder);
  make_folder(folder);
  try {
    file_ = open_locked(path_, [&](const FileDescriptor& file) {
      lock_for_this_process(file, folder_.string(), work.notice);
    });
    if (ftruncate(file_.get(), 0) != 0) throw_system_error();
    file_.write_all(fmt::format("{} since {}\n", getpid(), utc_now()));
  } catch (const std::system_error& error) {
    if (file_.is_open()) unlink(path_.c_str());
    throw ResultFileError("{}: cannot be locked: {}", path_.string(), error.code().message());
  }
}

FolderLock::~FolderLock() {
  unlink(path_.c_str());
  if (is_new_) rmdir(folder_.c_str());
}

}  // namespace descent
