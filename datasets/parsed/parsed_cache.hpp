#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"
#include "datasets/readers/reader.hpp"

namespace descent {

/// The training file that belongs to a test file.
struct TrainingSource {
  std::filesystem::path path;
  ReadSettings settings = {};  ///< for the test file, too
  std::string sha256 = {};
  std::optional<Classes> classes = {};    ///< the test rows are multiplied by their signs
  std::vector<std::string> columns = {};  ///< which a test file must have, too
};

/// Describes how a file is parsed.
struct ParseRequest {
  ReadSettings settings = {};  ///< without a format: libsvm
  Task task = Task::classification;
  std::optional<TrainingSource> train = {};  ///< for a test file
  /// Keep the parsed form only if the file was unchanged for this long, see has_rested().
  std::chrono::nanoseconds rest = std::chrono::seconds(2);
  std::optional<std::uint64_t> most_copied = {};  ///< bytes of a parsed file, see FileBytes
};

struct LoadedFile {
  ParsedFile file;
  std::filesystem::path cache;  ///< the parsed file; empty if the text was parsed
};

/// Returns the file at `path` from the parsed file of an earlier call if possible, else from `parse`, with
/// the same bits. Fills in ParsedSource::sha256 and, with a training file, joined_sha256.
///
/// A parsed file is used if the source still has its size and times, and the training file its SHA-256 and
/// classes; read_parsed checks its whole content. It is copied into memory, so that nothing can change it, or
/// mapped if it does not fit. Otherwise the text is parsed and the parsed file replaced, at the first of
/// parsed_paths() that can be written. If none can, it is silently not kept.
///
/// DESCENT_PARSED=off in the environment neither reads nor writes parsed files; DESCENT_PARSED=mapped never
/// copies them.
///
/// Throws the errors of `parse`, DataError if the file is unreadable, and ConfigError for other values of
/// DESCENT_PARSED than on, off and mapped.
LoadedFile load_parsed(const std::filesystem::path& path, const ParseRequest& request,
                       const std::function<ParsedSample()>& parse);

/// The same for data that the program makes: the file NAME.parsed in parsed/ of the last of data_folders(),
/// or what `make` returns if it is missing, damaged or of another key, a SHA-256 of everything that
/// determines it. `make` sets ParsedSource::sha256. The environment's DESCENT_PARSED acts as above.
LoadedFile load_made(const std::string& name, const std::string& key, Task task,
                     const std::function<ParsedFile()>& make);

/// Call it before keeping a result computed on a dataset. Throws RunError if a mapped parsed file has changed
/// since it was read. Takes no time for other datasets.
void require_unchanged(const Dataset& dataset);

/// Places for a parsed file, in order: beside the file (not in a read-only folder), as
/// .NAME.FORMAT-TASK[-SETTINGS].parsed; in parsed/ of the last
/// of data_folders(), under a name with a hash of the absolute path.
std::vector<std::filesystem::path> parsed_paths(const std::filesystem::path& path,
                                                const ParseRequest& request);

}  // namespace descent
