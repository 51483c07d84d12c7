#include "datasets/load_dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/download/download.hpp"
#include "datasets/matrix/split.hpp"
#include "datasets/parsed/parsed_cache.hpp"
#include "datasets/readers/german_credit_reader.hpp"
#include "datasets/readers/libsvm_places.hpp"
#include "datasets/readers/libsvm_reader.hpp"
#include "datasets/stand_ins/make_stand_in.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

constexpr std::uint64_t test_sample_seed = 1;

Dataset nothing_yet(const std::string& name, Task task) {
  Dataset dataset;
  dataset.name = name;
  dataset.source = "file";
  dataset.task = task;
  return dataset;
}

ParsedSample in_classes(RawSample raw, const std::optional<Classes>& classes, const Path& path) {
  Sample sample = classes ? make_classification_sample(std::move(raw.rows), std::move(raw.labels), *classes,
                                                       path.string())
                          : Sample{std::move(raw.rows), std::move(raw.labels)};
  return {.sample = std::move(sample), .classes = classes, .underflows = raw.underflows};
}

GermanCoding coding_of(FileFormat format) {
  if (format == FileFormat::german_one_hot) return GermanCoding::one_hot;
  return format == FileFormat::german_codes ? GermanCoding::codes : GermanCoding::numeric;
}

ParsedSample parse_train(const Path& path, FileFormat format, Task task) {
  GermanCredit read;
  if (format == FileFormat::libsvm) {
    read.sample = read_libsvm(path);
  } else {
    read = read_german_credit(path, coding_of(format));
  }
  std::optional<Classes> classes;
  if (task == Task::classification)
    classes = find_classes(read.sample.labels, [&](Index row) { return place_of_row(path, row); });
  ParsedSample parsed = in_classes(std::move(read.sample), classes, path);
  parsed.attribute_of_column = std::move(read.attribute_of_column);
  return parsed;
}

LoadedFile load_file(Dataset& dataset, const Path& path, const ParseRequest& request,
                     const std::function<ParsedSample()>& parse) {
  LoadedFile loaded = load_parsed(path, request, parse);
  require_usual_width(path, loaded.file.parsed.sample.rows);
  if (!loaded.cache.empty()) dataset.parsed_files.push_back(loaded.cache.string());
  return loaded;
}

/// Fills train, the parts of a split, and what is known about the file.
TrainingSource load_train(Dataset& dataset, const Path& path, FileFormat format,
                          const std::optional<Split>& split, Index test_limit) {
  ParsedFile file =
      load_file(dataset, path, {.format = std::string(name_of(format)), .task = dataset.task}, [&] {
        return parse_train(path, format, dataset.task);
      }).file;
  dataset.attribute_of_column = std::move(file.parsed.attribute_of_column);
  dataset.origin = path.filename().string();
  dataset.sha256 = file.source.sha256;
  dataset.underflows = file.parsed.underflows;
  dataset.train = std::move(file.parsed.sample);
  dataset.classes = file.parsed.classes;
  TrainingSource source{path, std::move(file.source.sha256), file.parsed.classes};
  if (!split) return source;

  const Index rows = dataset.train.rows.outer_size();
  if (rows - split->train != split->test) {
    throw DataError(fmt::format("{}: has {} rows, expected {} + {} = {}, the split of dataset '{}'",
                                path.string(), rows, split->train, split->test,
                                static_cast<Offset>(split->train) + split->test, dataset.name));
  }
  const SplitRows parts = split_rows(*split, test_limit);
  dataset.test = select_rows(dataset.train, parts.test);
  dataset.train = select_rows(dataset.train, parts.train);
  dataset.origin += fmt::format(", split {} : {} ", split->train, split->test);
  dataset.origin += split->in_file_order ? "in its order" : fmt::format("with seed {}", split->seed);
  if (test_limit < split->test) dataset.origin += fmt::format(", {} of the test rows", test_limit);
  return source;
}

void load_test(Dataset& dataset, const Path& path, const TrainingSource& train, Index test_limit) {
  const ParseRequest request{
      .format = std::string(name_of(FileFormat::libsvm)), .task = dataset.task, .train = train};
  ParsedFile file = load_file(dataset, path, request, [&] {
                      return in_classes(read_libsvm(path), train.classes, path);
                    }).file;
  dataset.origin += ", test " + path.filename().string();
  dataset.sha256 = file.source.joined_sha256;
  dataset.underflows += file.parsed.underflows;
  dataset.test = std::move(file.parsed.sample);
  dataset.train.rows.widen(dataset.test.rows.inner_size());
  dataset.test.rows.widen(dataset.train.rows.inner_size());
  const Index rows = dataset.test.rows.outer_size();
  if (rows > test_limit) {
    dataset.test = select_rows(dataset.test, sample_rows(rows, test_limit, test_sample_seed));
    dataset.origin += fmt::format(", {} of its {} rows at random", test_limit, rows);
  }
}

/// Hashes the values as floats: stand-ins have values of single precision.
void add_sample(Sha256& digest, const Sample& sample) {
  digest.add(std::as_bytes(sample.rows.starts()));
  digest.add(std::as_bytes(std::span(sample.labels)));
  std::vector<Index> indices;
  std::vector<float> values;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    indices.clear();
    values.clear();
    for (const Entry& entry : sample.rows[row]) {
      indices.push_back(entry.index);
      values.push_back(static_cast<float>(entry.value));
    }
    digest.add(std::as_bytes(std::span(indices)));
    digest.add(std::as_bytes(std::span(values)));
  }
}

void load_stand_in(Dataset& dataset, const StandIn& stand_in, Index test_limit) {
  StandInSamples samples = make_stand_in(stand_in, std::min(test_limit, stand_in.test_rows));
  dataset.train = std::move(samples.train);
  dataset.test = std::move(samples.test);
  dataset.source = "stand-in";
  if (dataset.task == Task::classification) dataset.classes = Classes{};
  dataset.origin = fmt::format("synthetic: generator {} with seed {}", stand_in.generator, stand_in.seed);
  if (test_limit < stand_in.test_rows) {
    dataset.origin += fmt::format(", the first {} of {} test rows", test_limit, stand_in.test_rows);
  }
  Sha256 digest;
  add_sample(digest, dataset.train);
  add_sample(digest, dataset.test);
  dataset.sha256 = digest.hex();
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
  for (const PublicFile& file : entry.urls)
    message += fmt::format("\n  {} is at {}", file.file, without_user(file.url));
  if (!entry.urls.empty()) message += fmt::format("\n`descent data fetch {}` gets it", entry.name);
  if (!local.empty())
    message += fmt::format(
        "\nthe file {} is not looked at, since the name is the catalogue's; its path names it", local);
  throw MissingFileError(message);
}

/// The difference between a file and its published checksum, if there is any.
std::optional<std::string> mismatch(const CatalogEntry& entry, const Path& file) {
  const auto published = std::ranges::find(entry.urls, file.filename().string(), &PublicFile::file);
  return published == entry.urls.end() ? std::nullopt : find_mismatch(*published, file);
}

Dataset load_from_catalog(const CatalogEntry& entry, const LoadOptions& options) {
  Dataset dataset = nothing_yet(entry.name, entry.task);
  const std::optional<Path> train = find_data_file(entry.train_file);
  const bool has_test = !entry.test_file.empty();
  const std::optional<Path> test = has_test ? find_data_file(entry.test_file) : std::nullopt;

  std::vector<std::string> missing;
  if (!train) missing.push_back(entry.train_file);
  if (has_test && !test) missing.push_back(entry.test_file);
  if (!missing.empty()) {
    const std::string local = local_file(entry, options.path_folder);
    // Half of a dataset is a mistake that a stand-in would hide.
    if (!has_no_files(entry) || options.require_real || !entry.stand_in) fail_missing(entry, missing, local);
    load_stand_in(dataset, *entry.stand_in, options.test_limit);
    dataset.passed_over = local;
    return dataset;
  }

  std::string remark;
  for (const auto& file : {train, test}) {
    const auto wrong = file ? mismatch(entry, *file) : std::nullopt;
    if (!wrong) continue;
    if (options.require_real)
      throw DataError(
          fmt::format("{}: is not the file of dataset '{}': {}", file->string(), entry.name, *wrong));
    remark += fmt::format(" ({} is not the catalogue's, by its checksum)", file->filename().string());
  }
  const TrainingSource source = load_train(dataset, *train, entry.format, entry.split, options.test_limit);
  if (test) load_test(dataset, *test, source, options.test_limit);
  dataset.origin += remark;
  return dataset;
}

Dataset load_from_path(const std::string& path, const LoadOptions& options) {
  Dataset dataset = nothing_yet(path, options.path_task);
  const Path file = find_path(path, options.path_folder);
  load_train(dataset, file, FileFormat::libsvm, std::nullopt, 0);
  dataset.file = std::filesystem::absolute(file).lexically_normal().string();
  return dataset;
}

}  // namespace

Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options) {
  if (options.test_limit < 0) {
    throw ConfigError(fmt::format("the limit of test rows must be at least 0, got {}", options.test_limit));
  }
  if (printable(name_or_path) != name_or_path) {
    throw ConfigError(fmt::format("{}: is no name for a dataset, expected UTF-8 without control characters",
                                  shown(name_or_path)));
  }
  if (name_or_path.find('/') != std::string::npos) return load_from_path(name_or_path, options);

  std::vector<std::string> names;
  for (const CatalogEntry& entry : read_catalog()) {
    if (entry.name == name_or_path) return load_from_catalog(entry, options);
    names.push_back(entry.name);
  }
  // A folder also goes to the file reader, which has a message for it.
  const auto is_there = [](const Path& path) {
    std::error_code unseen;
    return is_file(path) || (path.has_filename() && std::filesystem::is_directory(path, unseen));
  };
  if (is_there(options.path_folder / name_or_path) || is_there(name_or_path))
    return load_from_path(name_or_path, options);
  throw ConfigError(fmt::format("unknown dataset '{}'{} (known: {}, or the path of a LIBSVM file)",
                                shown(name_or_path), did_you_mean(name_or_path, names),
                                fmt::join(names, ", ")));
}

bool has_no_files(const CatalogEntry& entry) {
  return !find_data_file(entry.train_file) && (entry.test_file.empty() || !find_data_file(entry.test_file));
}

}  // namespace descent
