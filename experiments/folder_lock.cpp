#include "experiments/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "datasets/errors.hpp"
#include "experiments/provenance.hpp"
#include "plots/atomic_file.hpp"
#include "plots/errors.hpp"

namespace descent {

namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw ResultFileError(fmt::format("{}: cannot be locked: {}", file.string(), std::strerror(errno)));
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// Whether the name still leads to the open file: its last owner may have removed it in between.
bool is_under_its_name(int descriptor, const std::filesystem::path& file) {
  struct stat open_one {};
  struct stat named_one {};
  return fstat(descriptor, &open_one) == 0 && stat(file.c_str(), &named_one) == 0 &&
         open_one.st_ino == named_one.st_ino && open_one.st_dev == named_one.st_dev;
}

std::string text_of(int descriptor) {
  char text[256];
  const ssize_t got = pread(descriptor, text, sizeof text, 0);
  return {text, static_cast<std::size_t>(got > 0 ? got : 0)};
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_(folder), file_(folder / ".lock"), is_new_(!is_there(folder)) {
  make_folder(folder);
  while (true) {
    descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(file_);
    // A lock of the process (not of the open file), so that children that outlive it for a moment do not hold
    // it.
    struct flock lock = whole_file();
    if (fcntl(descriptor_, F_SETLK, &lock) != 0) {
      const int reason = errno;
      struct flock owner = whole_file();
      const bool is_known = fcntl(descriptor_, F_GETLK, &owner) == 0 && owner.l_type != F_UNLCK;
      close(descriptor_);
      errno = reason;
      if (reason != EACCES && reason != EAGAIN) fail(file_);
      if (!is_known) continue;  // it has just ended
      throw ConfigError(
          fmt::format("{}: process {} is at work in this folder; wait for its end, or give another folder "
                      "with --out",
                      folder.string(), owner.l_pid));
    }
    if (is_under_its_name(descriptor_, file_)) break;
    close(descriptor_);
  }
  interrupted_ = static_cast<pid_t>(std::atoi(text_of(descriptor_).c_str()));
  const std::string text = fmt::format("{} since {}\n", getpid(), utc_now());
  if (ftruncate(descriptor_, 0) != 0 ||
      pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    const int reason = errno;
    unlink(file_.c_str());
    close(descriptor_);
    errno = reason;
    fail(file_);
  }
}

FolderLock::~FolderLock() {
  unlink(file_.c_str());
  if (is_new_) rmdir(folder_.c_str());
  close(descriptor_);
}

}  // namespace descent
