#include "datasets/load_dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/download/download.hpp"
#include "datasets/file_rows.hpp"
#include "datasets/kept_stand_in.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

constexpr std::uint64_t test_sample_seed = 1;

void add_account(Dataset& dataset, const FileRows& rows) {
  dataset.underflows += rows.underflows;
  dataset.sha256 = rows.sha256;
  for (const std::string& remark : rows.remarks) {
    if (std::ranges::find(dataset.remarks, remark) == dataset.remarks.end())
      dataset.remarks.push_back(remark);
  }
}

/// Fills train and what is known about the file.
TrainingFile load_train(Dataset& dataset, const Path& path, ReadSettings settings) {
  settings.format = format_of(path, settings);
  FileRows rows = read_rows(path, settings, dataset.task);
  add_account(dataset, rows);
  dataset.attribute_of_column = std::move(rows.attribute_of_column);
  dataset.source = "file";
  dataset.origin = path.filename().string();
  for (const std::string& remark : dataset.remarks) dataset.origin += ", " + remark;
  dataset.train = std::move(rows.sample);
  dataset.classes = rows.classes;
  dataset.columns = rows.columns;
  dataset.index_base = rows.index_base;
  if (rows.index_base == 0) settings.index_base = 0;  // also where a test file has no index 0
  return {path, std::move(settings), std::move(rows.classes), std::move(rows.columns)};
}

/// Divides the rows of `path` into train and test.
void divide(Dataset& dataset, const Path& path, const Split& split, Index test_limit) {
  const Index rows = dataset.train.rows.outer_size();
  if (rows - split.train != split.test)
    throw DataError("{}: has {} rows, expected {} + {} = {}, the split of dataset '{}'", path.string(), rows,
                    split.train, split.test, static_cast<Offset>(split.train) + split.test, dataset.name);
  const SplitRows parts = split_rows(split, test_limit);
  dataset.test = select_rows(dataset.train, parts.test);
  dataset.train = select_rows(dataset.train, parts.train);
  dataset.origin += fmt::format(", split {} : {} ", split.train, split.test);
  dataset.origin += split.in_file_order ? "in its order" : fmt::format("with seed {}", split.seed);
  if (test_limit < split.test) dataset.origin += fmt::format(", {} of the test rows", test_limit);
}

void load_test(Dataset& dataset, const Path& path, const TrainingFile& train, Index test_limit) {
  FileRows rows = read_rows(path, train.settings, dataset.task, &train);
  if (rows.index_base != train.settings.index_base.value_or(1))
    throw DataError(
        "{}: has an index 0, and {} has none: does one of them count from 1? If both count from 0, "
        "\"index_base\": 0 says so",
        path.string(), train.path.string());
  if (train.settings.index_base == 0)
    require_indices_from_0(path, rows.sample.rows, dataset.train.rows.inner_size());
  const Index width = rows.sample.rows.inner_size();
  if (train.settings.format == FileFormat::numpy && width != dataset.train.rows.inner_size())
    throw DataError("{}: has {} columns, and {} has {}", path.string(), width, train.path.string(),
                    dataset.train.rows.inner_size());
  dataset.origin += ", test " + path.filename().string();
  add_account(dataset, rows);
  dataset.test = std::move(rows.sample);
  dataset.train.rows.widen(dataset.test.rows.inner_size());
  dataset.test.rows.widen(dataset.train.rows.inner_size());
  const Index all = dataset.test.rows.outer_size();
  if (all > test_limit) {
    dataset.test = select_rows(dataset.test, sample_rows(all, test_limit, test_sample_seed));
    dataset.origin += fmt::format(", {} of its {} rows at random", test_limit, all);
  }
}

void use_stand_in(Dataset& dataset, const StandIn& stand_in, Index test_limit) {
  StandInSamples samples =
      load_stand_in(dataset.name, stand_in, dataset.task, std::min(test_limit, stand_in.test_rows));
  if (dataset.task == Task::classification) dataset.classes = Classes{};
  dataset.sha256 = sha256_of(samples);
  dataset.train = std::move(samples.train);
  dataset.test = std::move(samples.test);
  dataset.source = "stand-in";
  dataset.origin = fmt::format("synthetic: generator {} with seed {}", stand_in.generator, stand_in.seed);
  if (test_limit < stand_in.test_rows)
    dataset.origin += fmt::format(", the first {} of {} test rows", test_limit, stand_in.test_rows);
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
  std::string message = fmt::format("dataset '{}': no file {} (or with .bz2, .gz, .xz) in {}", entry.name,
                                    fmt::join(missing, " and no file "), fmt::join(folders, " or "));
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
/// remark, empty for a right file.
std::string remark_on(const CatalogEntry& entry, const Path& file, bool require_real) {
  const std::string name = file.filename().string();
  const auto published = std::ranges::find(entry.urls, name, &PublicFile::file);
  const auto wrong = published == entry.urls.end() ? std::nullopt : find_mismatch(*published, file);
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
  std::string remarks;
  for (const Path& file : files) remarks += remark_on(entry, file, options.require_real);
  ReadSettings reading = entry.reading;
  if (!options.reading.positive.empty()) reading.positive = options.reading.positive;
  const TrainingFile source = load_train(dataset, files.front(), reading);
  if (entry.split) divide(dataset, files.front(), *entry.split, options.test_limit);
  if (files.size() > 1) load_test(dataset, files.back(), source, options.test_limit);
  dataset.origin += remarks;
  return dataset;
}

Dataset load_from_path(const std::string& path, const LoadOptions& options) {
  Dataset dataset{.name = path, .task = options.path_task};
  const Path file = find_path(path, options.path_folder);
  const TrainingFile source = load_train(dataset, file, options.reading);
  dataset.file = std::filesystem::absolute(file).lexically_normal().string();
  if (options.test_file.empty()) return dataset;
  const Path test = find_path(options.test_file, options.path_folder);
  if (!options.reading.labels.empty())
    throw ConfigError(path + ": a test file goes with labels in the files, and not with \"labels\"");
  load_test(dataset, test, source, options.test_limit);
  dataset.test_file = std::filesystem::absolute(test).lexically_normal().string();
  return dataset;
}

}  // namespace

Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options) {
  if (options.test_limit < 0)
    throw ConfigError("the limit of test rows must be at least 0, got {}", options.test_limit);
  if (printable(name_or_path) != name_or_path)
    throw ConfigError("{}: is no name for a dataset, expected UTF-8 without control characters",
                      shown(name_or_path));
  if (name_or_path.find('/') != std::string::npos) return load_from_path(name_or_path, options);

  const Catalog catalog = read_catalog();
  if (const CatalogEntry* const entry = find_entry(catalog, name_or_path))
    return load_from_catalog(*entry, options);
  // A folder also goes to the file reader, which has a message for it.
  const auto is_there = [](const Path& path) {
    std::error_code ignored;
    return is_file(path) || (path.has_filename() && std::filesystem::is_directory(path, ignored));
  };
  if (!is_there(options.path_folder / name_or_path) && !is_there(name_or_path))
    entry_named(catalog, name_or_path);
  return load_from_path(name_or_path, options);
}

bool has_no_files(const CatalogEntry& entry) {
  return std::ranges::none_of(files_of(entry),
                              [](const std::string& name) { return find_data_file(name).has_value(); });
}

}  // namespace descent
