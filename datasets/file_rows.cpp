#include "datasets/file_rows.hpp"

#include <fmt/format.h>

#include <utility>

#include "datasets/matrix/classes.hpp"
#include "datasets/readers/place_in_text.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/process/second_thread.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

/// SHA-256 of the files one after another.
std::string sha256_of_files(const std::vector<Path>& files, const std::stop_token& stop) {
  Sha256 digest;
  for (const Path& file : files) digest.add_file(file, stop);
  return digest.hex();
}

FileRows parse(const Path& path, const ReadSettings& settings, Task task, const TrainingFile* train) {
  RawSample raw = read_sample(path, settings);
  require_usual_width(path, raw.rows);
  if (train != nullptr && raw.columns != train->columns)
    throw DataError("{}: {}", path.string(),
                    difference_of_columns(raw.columns, train->columns, train->path.string()));
  const auto place = [&](Index row) {
    const bool is_text = settings.format != FileFormat::csv && settings.format != FileFormat::numpy;
    return is_text ? place_of_row(path, row) : path.string();
  };
  if (task == Task::regression && !raw.words.empty())
    throw DataError("{}: the labels are words such as {}; targets to regress on are numbers", path.string(),
                    quoted_token(raw.words.front()));
  std::optional<Classes> classes;
  if (train != nullptr)
    classes = train->classes;
  else if (task == Task::classification)
    classes = find_classes(raw.labels, place, raw.words, settings.positive);
  if (!raw.words.empty() && settings.positive.empty() && train == nullptr)
    raw.remarks.push_back(fmt::format("class +1 is {}", classes->positive));
  return {.sample = classes ? make_classification_sample(std::move(raw.rows), std::move(raw.labels), *classes,
                                                         path.string(), raw.words)
                            : Sample{std::move(raw.rows), std::move(raw.labels)},
          .classes = classes,
          .attribute_of_column = std::move(raw.attribute_of_column),
          .underflows = raw.underflows,
          .columns = std::move(raw.columns),
          .remarks = std::move(raw.remarks),
          .index_base = raw.index_base};
}

}  // namespace

FileRows read_rows(const Path& path, const ReadSettings& settings, Task task, const TrainingFile* train) {
  std::vector<Path> files{path};
  if (train != nullptr) files.insert(files.begin(), train->path);
  if (!settings.labels.empty()) files.push_back(path.parent_path() / settings.labels);
  std::stop_source failed;  // then no one waits for the checksum of a large file
  const auto hash = [&] { return sha256_of_files(files, failed.get_token()); };
  constexpr std::uint64_t worth_a_thread = 1 << 20;
  const auto state = state_of(path);
  auto hashed = state && state->bytes >= worth_a_thread ? begin_beside(hash) : std::nullopt;
  FileRows rows;
  try {
    rows = parse(path, settings, task, train);
  } catch (...) {
    failed.request_stop();
    throw;
  }
  rows.sha256 = hashed ? hashed->get() : hash();
  return rows;
}

}  // namespace descent
