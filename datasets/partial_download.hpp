#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/http_transfer.hpp"
#include "datasets/staged_file.hpp"

namespace descent {

/// The first bytes of a file that is being downloaded, with a note of what the server said of that file, so
/// that a later attempt, also of another process, can go on where this one ended: `.NAME.download` and
/// `.NAME.download.json`. Locked while the object lives. Failures of the system throw RunError.
class PartialDownload {
 public:
  /// Takes up what there is; bytes that came from another address, or of which nothing is known, are dropped.
  /// While another process has it, `waiting` is called once and the constructor blocks.
  PartialDownload(const std::filesystem::path& path, std::string url, const std::function<void()>& waiting);

  /// Where the bytes lie.
  const std::filesystem::path& bytes_path() const { return bytes_.temporary(); }
  /// Whether the whole file is there under its name.
  bool is_published() const { return bytes_.is_published(); }
  std::uint64_t size() const { return bytes_.size(); }
  /// Of the whole file, when the server has told.
  std::optional<std::uint64_t> whole_size() const { return remote_.size; }

  /// What to ask for next: the rest, when the server can tell whether it is of the same file; else all.
  TransferRequest next_request() const;
  /// Prepares for the bytes of an answer. False when they are no continuation; then all bytes are dropped.
  bool begin(const ResponseHead& head);
  void append(std::string_view bytes) { bytes_.append(bytes); }

  /// Drops all bytes.
  void start_over();
  /// Gives the file its name.
  void publish();

 private:
  void read_note();
  void write_note() const;
  void remove_note() const;

  std::string url_;
  StagedFile bytes_;
  std::filesystem::path note_path_;
  ResponseHead remote_;  // the file that the bytes belong to
};

}  // namespace descent
