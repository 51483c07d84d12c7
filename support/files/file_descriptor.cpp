#include "support/files/file_descriptor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include "support/errors.hpp"

namespace descent {

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this == &other) return *this;
  reset();
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

void FileDescriptor::write_all(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) throw_system_error();
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::size_t FileDescriptor::read_at(std::size_t position, std::span<std::byte> bytes) const {
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = pread(descriptor_, bytes.data() + filled, bytes.size() - filled,
                              static_cast<off_t>(position + filled));
    if (got == 0) break;
    if (got < 0 && errno != EINTR) throw_system_error();
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return filled;
}

void FileDescriptor::sync() const {
  if (fsync(descriptor_) != 0) throw_system_error();
}

void FileDescriptor::reset() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void throw_system_error() {
  throw std::system_error(errno, std::generic_category());
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

FileDescriptor open_locked(const std::filesystem::path& path,
                           const std::function<void(const FileDescriptor&)>& lock) {
  while (true) {
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.is_open() && errno != ELOOP) throw_system_error();
    struct stat mine {};
    if (!file.is_open() || fstat(file.get(), &mine) != 0 || !S_ISREG(mine.st_mode) || mine.st_nlink > 1)
      throw ResultFileError("{}: is no file of its own; remove it", path.string());
    lock(file);
    struct stat named {};
    const bool has_name = lstat(path.c_str(), &named) == 0;
    if (has_name && mine.st_dev == named.st_dev && mine.st_ino == named.st_ino) return file;
  }
}

bool has_no_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP;
}

FileDescriptor make_nameless_file(const std::filesystem::path& folder) {
  FileDescriptor file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open()) return file;
  // Some file systems only have files with names; this one loses its name at once.
  const std::filesystem::path path = folder / (".nameless-" + random_ending());
  file = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) throw_system_error();
  unlink(path.c_str());
  return file;
}

std::string random_ending() {
  return fmt::format("{:08x}", std::random_device()());
}

}  // namespace descent
