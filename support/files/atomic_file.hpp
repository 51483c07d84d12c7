#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// A file that appears under its name complete or not at all: it is written under a hidden name in the same
/// folder (which must exist) and gets its own by commit(), after its bytes have reached the disk. Until then
/// it belongs to one object at a time, or to a child that has its descriptor. Every failure of the system
/// (full disk, no permission) throws ResultFileError with path and reason.
class AtomicFile {
 public:
  /// `.NAME.partial-…`, which goes with the object when it is not committed. Throws at once when the folder
  /// cannot be written, or when `path` is something else than a regular file.
  explicit AtomicFile(std::filesystem::path path);
  /// `.NAME.KIND`, which is kept without commit() unless it is empty: the next object goes on with its bytes.
  /// While another has it, `waiting` is called once, if there is such a function, and the constructor blocks.
  AtomicFile(std::filesystem::path path, const std::string& kind, const std::function<void()>& waiting);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends the text.
  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);
  /// Hands what was written so far to the system.
  void flush();
  /// Drops all bytes.
  void clear();
  /// Gives it the rights of another file, but for execution.
  void take_rights_of(const std::filesystem::path& other);

  /// Gives the file its name, in place of an older one. Nothing can be written afterwards. Without waiting
  /// for the disk, the bytes may be others after a power failure.
  void commit(bool wait_for_disk = true);

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Open to read and to append; another program may write to it.
  int descriptor() const { return file_.get(); }
  /// Bytes that the system has so far.
  std::uint64_t size() const;

 private:
  template <class Step>
  void attempt(const char* refusal, const Step& step);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  bool is_kept_ = false;
  FileDescriptor file_;
  std::string pending_;
};

/// Makes the folder and those above it, where they are missing. Throws ResultFileError with path and reason.
void make_folder(const std::filesystem::path& folder);

/// Removes the temporaries that killed processes have left in the folder itself (not in those below it), all
/// or those of one name. An AtomicFile that another process is writing stays; a picture that one is drawing
/// does not. What cannot be removed stays.
void remove_abandoned_files(const std::filesystem::path& folder, const std::string& of = "");

/// One whole file, in place of an older one.
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace descent
