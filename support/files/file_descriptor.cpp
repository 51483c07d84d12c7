#include "support/files/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace descent {

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this == &other) return *this;
  reset();
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

std::size_t FileDescriptor::write_some(std::span<const std::byte> bytes) const {
  while (true) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) return static_cast<std::size_t>(written);
    if (errno != EINTR) throw_system_error();
  }
}

void FileDescriptor::write_all(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) bytes = bytes.subspan(write_some(bytes));
}

void FileDescriptor::write_all(std::string_view text) const {
  write_all(std::as_bytes(std::span(text)));
}

void FileDescriptor::sync() const {
  if (fsync(descriptor_) != 0) throw_system_error();
}

bool FileDescriptor::has_name(const std::filesystem::path& path, int flags) const {
  struct stat mine {};
  struct stat named {};
  return fstat(descriptor_, &mine) == 0 && fstatat(AT_FDCWD, path.c_str(), &named, flags) == 0 &&
         mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
}

void FileDescriptor::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) throw_system_error();
}

void FileDescriptor::reset() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void throw_system_error() {
  throw std::system_error(errno, std::generic_category());
}

void sync_folder_of(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const FileDescriptor open_folder(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open_folder.is_open()) fsync(open_folder.get());
}

}  // namespace descent
