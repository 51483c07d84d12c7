#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/files/partial_file.hpp"

namespace descent {

/// A file that appears under its name complete or not at all: it is written under a temporary name in the
/// same folder (which must exist) and renamed by commit(), after its bytes have reached the disk. Without
/// commit() the temporary is removed. Every failure of the system (full disk, no permission) throws
/// ResultFileError with path and reason.
class AtomicFile {
 public:
  /// Throws at once when the folder cannot be written, or when `path` is something else than a regular file.
  explicit AtomicFile(std::filesystem::path path);

  /// Appends the text.
  void write(std::string_view text);

  /// Gives the file its name, in place of an older one. Nothing can be written afterwards.
  void commit();

  const std::filesystem::path& path() const { return path_; }

 private:
  void flush();
  template <class Step>
  void attempt(const char* refusal, const Step& step);

  std::filesystem::path path_;
  PartialFile partial_;
  std::string pending_;
};

/// Makes the folder and those above it, where they are missing. Throws ResultFileError with path and reason.
void make_folder(const std::filesystem::path& folder);

/// Removes the temporaries that killed processes have left in the folder itself (not in those below it).
/// An AtomicFile that another process is writing stays; a picture that one is drawing does not. What cannot
/// be removed stays.
void remove_abandoned_files(const std::filesystem::path& folder);

/// One whole file, in place of an older one.
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace descent
