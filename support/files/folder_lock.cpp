#include "support/files/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

[[noreturn]] void fail(const std::filesystem::path& path, int reason = errno) {
  throw ResultFileError(fmt::format("{}: cannot be locked: {}", path.string(), std::strerror(reason)));
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

std::string text_of(const FileDescriptor& file) {
  char text[256];
  const ssize_t got = pread(file.get(), text, sizeof text, 0);
  return {text, static_cast<std::size_t>(got > 0 ? got : 0)};
}

/// The lock is one of the process (not of the open file), so that children that outlive it for a moment do
/// not hold it.
FileDescriptor open_and_lock(const std::filesystem::path& path, const std::string& notice) {
  while (true) {
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.is_open()) fail(path);
    struct flock lock = whole_file();
    if (fcntl(file.get(), F_SETLK, &lock) == 0) {
      if (file.has_name(path)) return file;
      continue;  // its last owner has removed it in between
    }
    if (errno != EACCES && errno != EAGAIN) fail(path);
    struct flock owner = whole_file();
    const bool is_known = fcntl(file.get(), F_GETLK, &owner) == 0 && owner.l_type != F_UNLCK;
    if (!is_known) continue;  // it has just ended
    throw ConfigError(fmt::format("{}: process {} {}", path.parent_path().string(), owner.l_pid, notice));
  }
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, const LockedWork& work)
    : folder_(folder), path_(folder / work.file), is_new_(!is_there(folder)) {
  make_folder(folder);
  file_ = open_and_lock(path_, work.notice);
  interrupted_ = static_cast<pid_t>(std::atoi(text_of(file_).c_str()));
  const std::string text = fmt::format("{} since {}\n", getpid(), utc_now());
  if (ftruncate(file_.get(), 0) != 0 ||
      pwrite(file_.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    const int reason = errno;
    unlink(path_.c_str());
    fail(path_, reason);
  }
}

FolderLock::~FolderLock() {
  unlink(path_.c_str());
  if (is_new_) rmdir(folder_.c_str());
}

}  // namespace descent
