#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// What should be there after a power failure: the file, which means to wait for the disk, or anything, since
/// the same file can be made again.
enum class AfterPowerFailure { file, anything };

/// A file that appears under its name complete or not at all. It is written under a hidden name in the same
/// folder (which must exist); commit() renames it. Failures of the system (full disk, no permission) throw
/// ResultFileError with path and reason.
class AtomicFile {
 public:
  /// Writes `.NAME.partial-…`, removed with the object unless committed. Throws at once if the folder is not
  /// writable, or `path` is anything but a regular file.
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();

  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);
  /// Passes everything written so far to the system.
  void flush();
  /// Copies the access rights of another file, except execution.
  void take_rights_of(const std::filesystem::path& other);

  /// Gives the file its name, replacing an older file; nothing can be written afterwards.
  void commit(AfterPowerFailure wanted = AfterPowerFailure::file);

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& temporary() const { return temporary_; }

 private:
  template <class Step>
  void attempt(const char* refusal, const Step& step);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  FileDescriptor file_;
  std::string pending_;
};

/// Throws what an AtomicFile would, and leaves nothing: called before work that would be lost.
inline void require_writable(const std::filesystem::path& file) {
  const AtomicFile probe(file);
}

/// Removes the unfinished files of this process, for a handler of signals that end it.
void remove_temporaries() noexcept;

/// Makes a folder and its missing parents. Throws ResultFileError with path and reason.
void make_folder(const std::filesystem::path& folder);

/// Makes a folder for files that replace each other, removes what killed processes left half-written in it,
/// and throws ResultFileError unless files can be written there.
void prepare_folder(const std::filesystem::path& folder);

/// Removes temporaries that killed processes left in the folder (not in its subfolders): all, or those for
/// one name. Keeps an AtomicFile that another process is writing. Files that cannot be removed stay.
void remove_abandoned_files(const std::filesystem::path& folder, const std::string& of = "");

/// Writes a whole file, replacing an older one.
void write_atomically(const std::filesystem::path& path, std::string_view text,
                      AfterPowerFailure wanted = AfterPowerFailure::file);

}  // namespace descent
