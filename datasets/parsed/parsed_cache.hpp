#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"

namespace descent {

/// The training file that a test file is read with.
struct TrainingSource {
  std::filesystem::path path;
  std::string sha256;
  std::optional<Classes> classes;  ///< which the test rows have to be multiplied by
};

/// What `parse` makes of a file.
struct ParseRequest {
  std::string format;  ///< what the text is, for instance "libsvm"
  Task task = Task::classification;
  std::optional<TrainingSource> train = {};  ///< of a test file
  /// The parsed form is kept when the file had not changed for so long, see has_rested().
  std::chrono::nanoseconds rest = std::chrono::seconds(2);
  std::optional<std::uint64_t> most_copied = {};  ///< bytes of a parsed file, see FileBytes
};

struct LoadedFile {
  ParsedFile file;
  std::filesystem::path cache;  ///< where it came from; empty when the text was parsed
};

/// What `parse` makes of the file at `path`, from the parsed file that an earlier call has kept where that is
/// possible, with the same bits. ParsedSource::sha256 is filled in and, with a training file, joined_sha256.
///
/// A parsed file is used when the source has the size and the times that it had then; when only the times
/// differ, the source's SHA-256 must be the same, and the parsed file is written anew with the new times. It
/// must have been made with the same classes, and everything in it is checked (read_parsed). It is copied
/// into memory, so that nothing can change it any more, or mapped where it does not fit. In every other case
/// the text is parsed, and the parsed file replaced. It is kept at the first of parsed_paths() that can be
/// written; if none can, nothing is kept and nothing said.
///
/// The environment's DESCENT_PARSED=off does without: nothing kept is read, nothing is written. With `mapped`
/// what is read is never copied.
///
/// Throws what `parse` throws; DataError when the file cannot be read; ConfigError for a DESCENT_PARSED other
/// than on, off, mapped or nothing.
LoadedFile load_parsed(const std::filesystem::path& path, const ParseRequest& request,
                       const std::function<ParsedSample()>& parse);

/// To be called before what was computed on a dataset is kept: throws RunError when a parsed file of it that
/// was too large for a copy, and is mapped, has other bytes than when it was read. Takes no time but for
/// such.
void require_unchanged(const Dataset& dataset);

/// Where the parsed form of a file may lie, in this order: beside it, as .NAME.FORMAT-TASK.parsed; in
/// parsed/ of the last of data_folders(), under a name with a hash of the file's absolute path.
std::vector<std::filesystem::path> parsed_paths(const std::filesystem::path& path,
                                                const ParseRequest& request);

}  // namespace descent
