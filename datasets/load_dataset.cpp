#include "datasets/load_dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <optional>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/download/download.hpp"
#include "datasets/kept_stand_in.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/place_in_text.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/process/second_thread.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

constexpr std::uint64_t test_sample_seed = 1;

/// SHA-256 of files one after another, and of the first, computed beside their reading if they are large.
class Checksum {
 public:
  explicit Checksum(std::vector<Path> files) : files_(std::move(files)) {
    constexpr std::uint64_t worth_a_thread = 1 << 20;
    const auto is_large = [](const Path& file) {
      const auto state = state_of(file);
      return state && state->bytes >= worth_a_thread;
    };
    if (std::ranges::any_of(files_, is_large)) hashed_ = begin_beside([this] { return hash(); });
  }
  ~Checksum() { given_up_.request_stop(); }  // then a failure does not wait for the rest of a large file
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;

  struct Hashes {
    std::string first, all;
  };
  Hashes hashes() { return hashed_ ? hashed_->get() : hash(); }

 private:
  /// Nothing of a pipe, which has no second time.
  Hashes hash() const {
    if (!std::ranges::all_of(files_, is_file)) return {};
    Sha256 digest;
    std::string first;
    for (const Path& file : files_) {
      digest.add_file(file, given_up_.get_token());
      if (first.empty()) first = digest.hex();
    }
    return {first, digest.hex()};
  }

  std::vector<Path> files_;
  std::stop_source given_up_;
  std::optional<std::future<Hashes>> hashed_;
};

/// Reads a file and notes in the dataset what was read otherwise than written.
RawSample read_file(Dataset& dataset, const Path& path, const ReadSettings& settings) {
  RawSample raw = read_sample(path, settings);
  require_usual_width(path, raw.rows, raw.index_base);
  dataset.underflows += raw.underflows;
  for (const std::string& remark : raw.remarks)
    if (std::ranges::find(dataset.remarks, remark) == dataset.remarks.end())
      dataset.remarks.push_back(remark);
  return raw;
}

/// The rows of a file in the form that solvers use.
Sample sample_of(const Dataset& dataset, const Path& path, RawSample raw) {
  if (dataset.task == Task::regression) {
    if (raw.words.empty()) return {std::move(raw.rows), std::move(raw.labels)};
    throw DataError("{}: the labels are words such as {}; targets to regress on are numbers", path.string(),
                    quoted_token(raw.words.front()));
  }
  return make_classification_sample(std::move(raw.rows), std::move(raw.labels), *dataset.classes,
                                    path.string(), raw.words);
}

/// Fills train and what is known about the file. Returns the settings for its test file.
ReadSettings load_train(Dataset& dataset, const Path& path, ReadSettings settings) {
  settings.format = format_of(path, settings);
  RawSample raw = read_file(dataset, path, settings);
  if (dataset.task == Task::classification) {
    const bool is_text = settings.format != FileFormat::csv && settings.format != FileFormat::numpy;
    const auto place = [&](Index row) { return is_text ? place_of_row(path, row) : path.string(); };
    dataset.classes = find_classes(raw.labels, place, raw.words, settings.positive);
    if (!raw.words.empty() && settings.positive.empty())
      dataset.remarks.push_back(fmt::format("class +1 is {}", dataset.classes->positive));
  }
  dataset.source = "file";
  dataset.origin = path.filename().string();
  for (const std::string& remark : dataset.remarks) dataset.origin += ", " + remark;
  dataset.attribute_of_column = std::move(raw.attribute_of_column);
  dataset.columns = std::move(raw.columns);
  dataset.index_base = raw.index_base;
  if (raw.index_base == 0) settings.index_base = 0;  // also where a test file has no index 0
  dataset.train = sample_of(dataset, path, std::move(raw));
  return settings;
}

/// Divides the rows of `path` into train and test.
void divide(Dataset& dataset, const Path& path, const Split& split, Index test_limit) {
  const Index rows = dataset.train.rows.outer_size();
  if (rows - split.train != split.test)
    throw DataError("{}: has {} rows, expected {} + {} = {}, the split of dataset '{}'", path.string(), rows,
                    split.train, split.test, static_cast<Offset>(split.train) + split.test, dataset.name);
  const SplitRows parts = split_rows(split, test_limit);
  dataset.test = select_rows(dataset.train, parts.test);
  keep_training_rows(dataset, parts.train);
  dataset.origin += fmt::format(", split {} : {} ", split.train, split.test);
  dataset.origin += split.in_file_order ? "in its order" : fmt::format("with seed {}", split.seed);
  if (test_limit < split.test) dataset.origin += fmt::format(", {} of the test rows", test_limit);
}

/// Fills test. `train` is the training file, with its settings.
void load_test(Dataset& dataset, const Path& path, const Path& train, const ReadSettings& settings,
               Index test_limit) {
  RawSample raw = read_file(dataset, path, settings);
  if (raw.columns != dataset.columns)
    throw DataError("{}: {}", path.string(),
                    difference_of_columns(raw.columns, dataset.columns, train.string()));
  if (raw.index_base != dataset.index_base)
    throw DataError(
        "{}: has an index 0, and {} has none: does one of them count from 1? If both count from 0, "
        "\"index_base\": 0 says so",
        path.string(), train.string());
  const Index width = raw.rows.inner_size(), training_width = dataset.train.rows.inner_size();
  if (dataset.index_base == 0) require_indices_from_0(path, raw.rows, training_width);
  if (settings.format == FileFormat::numpy && width != training_width)
    throw DataError("{}: has {} columns, and {} has {}", path.string(), width, train.string(),
                    training_width);
  dataset.origin += ", test " + path.filename().string();
  dataset.test = sample_of(dataset, path, std::move(raw));
  dataset.train.rows.widen(dataset.test.rows.inner_size());
  dataset.test.rows.widen(dataset.train.rows.inner_size());
  const Index all = dataset.test.rows.outer_size();
  if (all > test_limit) {
    dataset.test = select_rows(dataset.test, sample_rows(all, test_limit, test_sample_seed));
    dataset.origin += fmt::format(", {} of its {} rows at random", test_limit, all);
  }
}

/// Loads the training file, and the test file if there is a second one. Returns the training file's hash;
/// empty without checksums.
std::string load_files(Dataset& dataset, const std::vector<Path>& files, const ReadSettings& reading,
                       const std::optional<Split>& split, const LoadOptions& options) {
  std::vector<Path> hashed = files;
  if (!reading.labels.empty()) hashed.push_back(files.front().parent_path() / reading.labels);
  std::optional<Checksum> checksum;
  if (options.with_checksum) checksum.emplace(std::move(hashed));
  const ReadSettings settings = load_train(dataset, files.front(), reading);
  if (split) divide(dataset, files.front(), *split, options.test_limit);
  if (files.size() > 1) load_test(dataset, files.back(), files.front(), settings, options.test_limit);
  if (!checksum) return "";
  Checksum::Hashes hashes = checksum->hashes();
  dataset.sha256 = std::move(hashes.all);
  return hashes.first;
}

/// The path of a file with the dataset's name in the configuration's folder or the current directory; empty
/// without one.
std::string local_file(const CatalogEntry& entry, const Path& folder) {
  for (const Path& path : {folder / entry.name, Path(entry.name)})
    if (is_file(path)) return (path.has_parent_path() ? path : "." / path).string();
  return "";
}

/// `local` is the result of local_file().
[[noreturn]] void fail_missing(const CatalogEntry& entry, const std::vector<std::string>& missing,
                               const std::string& local) {
  std::vector<std::string> folders;
  for (const Path& folder : data_folders()) folders.push_back(folder.string());
  std::string message =
      fmt::format("dataset '{}': no file {} (or with .bz2, .gz, .xz) in {}{}", entry.name,
                  fmt::join(missing, " and no file "), fmt::join(folders, " or "),
                  folders.size() == 1 ? "; $DESCENT_DATA, which names a folder with data, is not set" : "");
  if (entry.urls.empty()) message += "; " + entry.description;
  for (const PublicFile& file : entry.urls) message += fmt::format("\n  {} is at {}", file.file, file.url);
  if (!entry.urls.empty()) message += fmt::format("\n`descent data fetch {}` gets it", entry.name);
  if (!local.empty())
    message += fmt::format(
        "\nthe file {} is not read, since the name is the catalogue's: write {} for it, or move it away",
        local, local);
  throw MissingFileError(message);
}

/// Throws DataError with require_real for a file that differs from its published checksum; else returns a
/// remark, empty for a right file. `sha256` is of the file if it is known.
std::string remark_on(const CatalogEntry& entry, const Path& file, const std::string& sha256,
                      bool require_real) {
  const std::string name = file.filename().string();
  const auto published = std::ranges::find(entry.urls, name, &PublicFile::file);
  if (published == entry.urls.end() || (!sha256.empty() && published->sha256 == sha256)) return "";
  const auto wrong = find_mismatch(*published, file);
  if (wrong && require_real)
    throw DataError("{}: is not the file of dataset '{}': {}", file.string(), entry.name, *wrong);
  return wrong ? fmt::format(" ({} is not the catalogue's, by its checksum)", name) : "";
}

Dataset load_from_catalog(const CatalogEntry& entry, const LoadOptions& options) {
  Dataset dataset{.name = entry.name, .task = entry.task};
  std::vector<Path> files;
  std::vector<std::string> missing;
  for (const std::string& name : files_of(entry)) {
    if (const std::optional<Path> file = find_data_file(name))
      files.push_back(*file);
    else
      missing.push_back(name);
  }
  if (!missing.empty()) {
    const std::string local = local_file(entry, options.path_folder);
    // Half of a dataset is a mistake that a stand-in would hide.
    if (!files.empty() || options.require_real || !entry.stand_in || !local.empty())
      fail_missing(entry, missing, local);
    use_stand_in(dataset, *entry.stand_in, options.test_limit);
    return dataset;
  }
  ReadSettings reading = entry.reading;
  if (!options.reading.positive.empty()) reading.positive = options.reading.positive;
  const std::string sha256 = load_files(dataset, files, reading, entry.split, options);
  for (const Path& file : files)
    dataset.origin += remark_on(entry, file, file == files.front() ? sha256 : "", options.require_real);
  return dataset;
}

Dataset load_from_path(const std::string& path, const LoadOptions& options) {
  Dataset dataset{.name = path, .task = options.path_task};
  const auto absolute = [](const Path& file) {
    return std::filesystem::absolute(file).lexically_normal().string();
  };
  std::vector<Path> files{find_path(path, options.path_folder)};
  dataset.file = absolute(files.front());
  if (!options.reading.labels.empty())
    dataset.labels_file = absolute(files.front().parent_path() / options.reading.labels);
  if (!options.test_file.empty()) {
    files.push_back(find_path(options.test_file, options.path_folder));
    dataset.test_file = absolute(files.back());
    if (!options.reading.labels.empty())
      throw ConfigError(path + ": a test file goes with labels in the files, and not with \"labels\"");
  }
  load_files(dataset, files, options.reading, std::nullopt, options);
  return dataset;
}

}  // namespace

Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options) {
  if (options.test_limit < 0)
    throw ConfigError("the limit of test rows must be at least 0, got {}", options.test_limit);
  if (printable(name_or_path) != name_or_path)
    throw ConfigError("{}: is no name for a dataset, expected UTF-8 without control characters",
                      shown(name_or_path));
  if (is_path(name_or_path)) return load_from_path(name_or_path, options);

  const Catalog catalog = read_catalog();
  if (const CatalogEntry* const entry = find_entry(catalog, name_or_path))
    return load_from_catalog(*entry, options);
  // A folder also goes to the file reader, which has a message for it.
  const auto is_there = [](const Path& path) {
    std::error_code ignored;
    return is_file(path) || (path.has_filename() && std::filesystem::is_directory(path, ignored));
  };
  if (!is_there(options.path_folder / name_or_path) && !is_there(name_or_path)) {
    std::vector<std::string> files = names_in(".");
    if (!options.path_folder.empty())
      std::ranges::move(names_in(options.path_folder), std::back_inserter(files));
    entry_named(catalog, name_or_path, std::move(files));
  }
  return load_from_path(name_or_path, options);
}

bool has_no_files(const CatalogEntry& entry) {
  return std::ranges::none_of(files_of(entry),
                              [](const std::string& name) { return find_data_file(name).has_value(); });
}

}  // namespace descent
