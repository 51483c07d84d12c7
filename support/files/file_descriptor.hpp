#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// Owns an open file of the system and closes it at its end. Failures throw std::system_error, since only the
/// owner knows the file's name.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes the result of open() and similar calls, even if it is an error: see is_open().
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  /// If it throws, some of the bytes may have been written.
  void write_all(std::span<const std::byte> bytes) const;
  void write_all(std::string_view text) const { write_all(std::as_bytes(std::span(text))); }
  /// Reads from a position until `bytes` is full or the file ends, and returns the number of bytes.
  std::size_t read_at(std::size_t position, std::span<std::byte> bytes) const;
  /// Waits until everything written has reached the disk.
  void sync() const;

  /// Closes the file, if there is one, and ignores errors.
  void reset() noexcept;

 private:
  int descriptor_ = -1;
};

/// Throws std::system_error with the reason in errno.
[[noreturn]] void throw_system_error();

/// The folder of a file's path: "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Opens a file for reading and appending, creates it if missing, and calls `lock` to lock it. Opens it again
/// if it has lost its name by then. Throws std::system_error, and ResultFileError for anything but a file,
/// for a link, and for a file with a second name: its bytes belong to someone else.
FileDescriptor open_locked(const std::filesystem::path& path,
                           const std::function<void(const FileDescriptor&)>& lock);

/// True if a lock failed because the file system has none, as on some clusters: Lustre without -o flock, NFS
/// without a lock service.
bool has_no_locks(int error);

/// A new nameless file for reading and writing, which vanishes with its last owner. Throws std::system_error.
FileDescriptor make_nameless_file(const std::filesystem::path& folder);

/// A random ending that makes a name unique.
std::string random_ending();

}  // namespace descent
