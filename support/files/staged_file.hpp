#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// A file under a temporary name in its later folder, `.NAME.KIND`, that belongs to one process at a time: it
/// is locked while the object lives, or a child that has its descriptor. What an earlier process left there
/// is still in it. publish() gives it its name when its bytes have reached the disk, so that a file with that
/// name is always whole.
///
/// Failures of the system (full disk, no permission) throw RunError with path and reason.
class StagedFile {
 public:
  /// Opens or creates the file; `path` is its later name. While another process (or object) has it, `waiting`
  /// is called once, if there is such a function, and the constructor blocks. What is no file, or has another
  /// name as well, is refused: its bytes are not ours.
  StagedFile(std::filesystem::path path, const std::string& kind, const std::function<void()>& waiting = {});
  /// The bytes stay under the temporary name, but for an empty file, which is removed.
  ~StagedFile();
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;

  /// The temporary name.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Open to read and to append; another program may write to it.
  int descriptor() const { return file_.get(); }
  /// Bytes so far.
  std::uint64_t size() const;

  /// Whether there is a file under its later name already. Throws when there is something else.
  bool is_published() const;

  void append(std::string_view bytes);
  /// Drops all bytes.
  void clear();
  /// Gives the file its name, in place of an older one. Nothing can be done with it afterwards.
  void publish();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  FileDescriptor file_;
};

}  // namespace descent
