#include "datasets/staged_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "datasets/errors.hpp"

namespace descent {
namespace {

/// A rename reaches the disk with its folder. Some file systems refuse to sync a folder; the file is whole
/// even so.
void sync_folder(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

int lock(int descriptor, int how) {
  int status = 0;
  do status = flock(descriptor, how);
  while (status != 0 && errno == EINTR);
  return status;
}

}  // namespace

StagedFile::StagedFile(std::filesystem::path path, const std::string& kind,
                       const std::function<void()>& waiting)
    : path_(std::move(path)),
      temporary_(path_.parent_path() / fmt::format(".{}.{}", path_.filename().string(), kind)) {
  try {
    open_and_lock(waiting);
    struct stat status {};
    if (fstat(descriptor_, &status) != 0) fail(temporary_, "cannot be read");
    size_ = static_cast<std::uint64_t>(status.st_size);
  } catch (...) {
    if (descriptor_ >= 0) close(descriptor_);
    throw;
  }
}

StagedFile::~StagedFile() {
  if (descriptor_ < 0) return;
  if (size_ == 0) unlink(temporary_.c_str());
  close(descriptor_);
}

void StagedFile::open_and_lock(const std::function<void()>& waiting) {
  for (bool told = false;; close(std::exchange(descriptor_, -1))) {
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) fail(temporary_, "cannot be written");
    if (lock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail(temporary_, "cannot be locked");
      if (!std::exchange(told, true) && waiting) waiting();
      if (lock(descriptor_, LOCK_EX) != 0) fail(temporary_, "cannot be locked");
    }
    // While one waits, the other may have given the file its final name, or removed it.
    struct stat mine {};
    struct stat named {};
    if (fstat(descriptor_, &mine) == 0 && lstat(temporary_.c_str(), &named) == 0 &&
        mine.st_dev == named.st_dev && mine.st_ino == named.st_ino)
      return;
  }
}

bool StagedFile::is_published() const {
  std::error_code unknown;  // then the rename will tell
  return std::filesystem::exists(std::filesystem::symlink_status(path_, unknown));
}

void StagedFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(temporary_, "cannot be written");
    }
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void StagedFile::clear() {
  if (ftruncate(descriptor_, 0) != 0) fail(temporary_, "cannot be written");
  size_ = 0;
}

void StagedFile::publish() {
  if (fsync(descriptor_) != 0) fail(temporary_, "cannot be written to disk");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot be given its name");
  close(std::exchange(descriptor_, -1));
  sync_folder(path_);
}

void StagedFile::fail(const std::filesystem::path& path, const char* action) const {
  throw RunError(fmt::format("{}: {}: {}", path.string(), action, std::strerror(errno)));
}

void write_staged(const std::filesystem::path& path, const std::string& kind, std::string_view text) {
  StagedFile file(path, kind);
  file.clear();
  file.append(text);
  file.publish();
}

}  // namespace descent
