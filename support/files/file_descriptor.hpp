#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
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

  /// Writes as much as the system takes at once and tells how many bytes that was.
  std::size_t write_some(std::span<const std::byte> bytes) const;
  /// When it throws, some of the bytes may have been written.
  void write_all(std::span<const std::byte> bytes) const;
  void write_all(std::string_view text) const;

  /// Waits until everything written has reached the disk.
  void sync() const;

  /// Whether the path leads to this file, which another process may have renamed or removed meanwhile. With
  /// AT_SYMLINK_NOFOLLOW in `flags` a symbolic link to it does not count. False when the system does not
  /// know.
  bool has_name(const std::filesystem::path& path, int flags = 0) const;

  /// Some file systems tell only now that they could not write. The file is closed even so.
  void close();
  /// Closes the file, if there is one, whatever the system says.
  void reset() noexcept;

 private:
  int descriptor_ = -1;
};

/// Throws std::system_error with the reason that the last call of the system left in errno.
[[noreturn]] void throw_system_error();

/// Waits until the name of this file, which it may have got by a rename, has reached the disk: that is up to
/// its folder. Some file systems refuse to sync a folder; the file is whole even so.
void sync_folder_of(const std::filesystem::path& path);

}  // namespace descent
