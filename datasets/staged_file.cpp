#include "datasets/staged_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include "datasets/errors.hpp"

namespace descent {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action, int reason = errno) {
  throw RunError(fmt::format("{}: {}: {}", path.string(), action, std::strerror(reason)));
}

int lock(const FileDescriptor& file, int how) {
  int status = 0;
  do status = flock(file.get(), how);
  while (status != 0 && errno == EINTR);
  return status;
}

FileDescriptor open_and_lock(const std::filesystem::path& path, const std::function<void()>& waiting) {
  for (bool told = false;;) {
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.is_open()) fail(path, "cannot be written");
    if (lock(file, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail(path, "cannot be locked");
      if (!std::exchange(told, true) && waiting) waiting();
      if (lock(file, LOCK_EX) != 0) fail(path, "cannot be locked");
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
  struct stat status {};
  if (fstat(file_.get(), &status) != 0) fail(temporary_, "cannot be read");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

StagedFile::~StagedFile() {
  if (file_.is_open() && size_ == 0) unlink(temporary_.c_str());
}

bool StagedFile::is_published() const {
  std::error_code unknown;  // then the rename will tell
  return std::filesystem::exists(std::filesystem::symlink_status(path_, unknown));
}

void StagedFile::append(std::string_view bytes) {
  auto rest = std::as_bytes(std::span(bytes));
  try {
    while (!rest.empty()) {
      const std::size_t written = file_.write_some(rest);
      size_ += written;
      rest = rest.subspan(written);
    }
  } catch (const std::system_error& error) {
    fail(temporary_, "cannot be written", error.code().value());
  }
}

void StagedFile::clear() {
  if (ftruncate(file_.get(), 0) != 0) fail(temporary_, "cannot be written");
  size_ = 0;
}

void StagedFile::publish() {
  if (fsync(file_.get()) != 0) fail(temporary_, "cannot be written to disk");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "cannot be given its name");
  file_.reset();
  sync_folder_of(path_);
}

void write_staged(const std::filesystem::path& path, const std::string& kind, std::string_view text) {
  StagedFile file(path, kind);
  file.clear();
  file.append(text);
  file.publish();
}

}  // namespace descent
