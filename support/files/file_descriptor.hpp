#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// An open file of the system, which is closed when its owner goes. What the system refuses is thrown as
/// std::system_error, for the owner knows the file's name.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Of what open() and the like return, also when that is no file: is_open() tells.
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept;
  /// Closes the file that it had.
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  /// When it throws, some of the bytes may have been written.
  void write_all(std::span<const std::byte> bytes) const;
  void write_all(std::string_view text) const { write_all(std::as_bytes(std::span(text))); }
  /// Reads what lies at a position until `bytes` are full or the file ends, and tells how many that was.
  std::size_t read_at(std::size_t position, std::span<std::byte> bytes) const;
  /// Waits until everything written has reached the disk.
  void sync() const;

  /// Closes the file, if there is one, whatever the system says.
  void reset() noexcept;

 private:
  int descriptor_ = -1;
};

/// Throws std::system_error with the reason that the last call of the system left in errno.
[[noreturn]] void throw_system_error();

/// The folder of a file's path: "." of a name alone.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Opens a file to read and to append, made where it is missing, and has `lock` lock it; one that has lost
/// its name by the time it is locked is opened anew. Throws std::system_error, and ResultFileError for what
/// is no file, is a link, or has another name as well: its bytes are not ours.
FileDescriptor open_locked(const std::filesystem::path& path,
                           const std::function<void(const FileDescriptor&)>& lock);

/// Whether a lock was refused with this error because the file system knows none, as some of clusters: Lustre
/// without -o flock, NFS without a lock service.
bool has_no_locks(int error);

/// A new file to read and write that has no name, and so vanishes with its last owner. Throws
/// std::system_error.
FileDescriptor make_nameless_file(const std::filesystem::path& folder);

/// What a name needs to be nobody else's.
std::string random_ending();

}  // namespace descent
