#include "support/files/staged_file.hpp"

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

#include "support/errors.hpp"

namespace descent {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action, int reason = errno) {
  throw RunError(fmt::format("{}: {}: {}", path.string(), action, std::strerror(reason)));
}

struct stat status_of(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail(path, "cannot be read");
  return status;
}

FileDescriptor open_and_lock(const std::filesystem::path& path, const std::function<void()>& waiting) {
  for (bool told = false;;) {
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.is_open()) fail(path, "cannot be written");
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (!std::exchange(told, true) && waiting) waiting();
      while (flock(file.get(), LOCK_EX) != 0) {
        if (errno != EINTR) fail(path, "cannot be locked");
      }
    }
    // While one waits, the other may have given the file its final name, or removed it.
    if (file.has_name(path, AT_SYMLINK_NOFOLLOW)) return file;
  }
}

}  // namespace

StagedFile::StagedFile(std::filesystem::path path, const std::string& kind,
                       const std::function<void()>& waiting)
    : path_(std::move(path)),
      temporary_(path_.parent_path() / fmt::format(".{}.{}", path_.filename().string(), kind)),
      file_(open_and_lock(temporary_, waiting)) {
  const struct stat status = status_of(file_, temporary_);
  if (!S_ISREG(status.st_mode) || status.st_nlink > 1)
    throw RunError(fmt::format("{}: is no file of its own; remove it", temporary_.string()));
}

StagedFile::~StagedFile() {
  if (file_.is_open() && size() == 0) unlink(temporary_.c_str());
}

std::uint64_t StagedFile::size() const {
  return static_cast<std::uint64_t>(status_of(file_, temporary_).st_size);
}

bool StagedFile::is_published() const {
  std::error_code unknown;  // then the rename will tell
  if (std::filesystem::is_regular_file(path_, unknown)) return true;
  if (std::filesystem::exists(std::filesystem::symlink_status(path_, unknown)))
    throw RunError(fmt::format("{}: is there, but is no file; remove it", path_.string()));
  return false;
}

void StagedFile::append(std::string_view bytes) {
  try {
    file_.write_all(bytes);
  } catch (const std::system_error& error) {
    fail(temporary_, "cannot be written", error.code().value());
  }
}

void StagedFile::clear() {
  if (ftruncate(file_.get(), 0) != 0) fail(temporary_, "cannot be written");
}

void StagedFile::publish() {
  if (fsync(file_.get()) != 0) fail(temporary_, "cannot be written to disk");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot be given its name");
  file_.reset();
  sync_folder_of(path_);
}

}  // namespace descent
