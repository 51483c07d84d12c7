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

#include "datasets/catalog.hpp"
#include "datasets/data_folders.hpp"
#include "datasets/did_you_mean.hpp"
#include "datasets/errors.hpp"
#include "datasets/german_credit_reader.hpp"
#include "datasets/libsvm_reader.hpp"
#include "datasets/sha256.hpp"
#include "datasets/split.hpp"

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

Sample make_sample(RawSample raw, const std::optional<Classes>& classes, const Path& path) {
  if (!classes) return {std::move(raw.rows), std::move(raw.labels)};
  return make_classification_sample(std::move(raw.rows), std::move(raw.labels), *classes, path.string());
}

RawSample read_rows(Dataset& dataset, const Path& path, FileFormat format) {
  if (format == FileFormat::libsvm) return read_libsvm(path);
  GermanCredit credit = read_german_credit(
      path, format == FileFormat::german_numeric ? GermanCoding::numeric : GermanCoding::one_hot);
  dataset.attribute_of_column = std::move(credit.attribute_of_column);
  return std::move(credit.sample);
}

/// Fills train, inexact_values and the parts of a split; returns the classes of a classification problem.
std::optional<Classes> load_train(Dataset& dataset, const Path& path, FileFormat format,
                                  const std::optional<Split>& split, Index test_limit) {
  RawSample raw = read_rows(dataset, path, format);
  dataset.inexact_values = raw.inexact_values;
  dataset.origin = path.filename().string();
  std::optional<Classes> classes;
  if (dataset.task == Task::classification) classes = find_classes(raw.labels, path.string());
  dataset.train = make_sample(std::move(raw), classes, path);
  if (!split) return classes;

  const Index rows = dataset.train.rows.lines();
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
  return classes;
}

void load_test(Dataset& dataset, const Path& path, const std::optional<Classes>& classes, Index test_limit) {
  RawSample raw = read_libsvm(path, {.minimum_width = dataset.train.rows.width()});
  dataset.inexact_values += raw.inexact_values;
  dataset.origin += ", test " + path.filename().string();
  dataset.test = make_sample(std::move(raw), classes, path);
  dataset.train.rows.widen(dataset.test.rows.width());
  const Index rows = dataset.test.rows.lines();
  if (rows > test_limit) {
    dataset.test = select_rows(dataset.test, sample_rows(rows, test_limit, test_sample_seed));
    dataset.origin += fmt::format(", {} of its {} rows at random", test_limit, rows);
  }
}

/// Indices and values apart: with double values an Entry has padding, whose bytes mean nothing.
void add_sample(Sha256& digest, const Sample& sample) {
  digest.add(std::as_bytes(sample.rows.starts()));
  digest.add(std::as_bytes(std::span(sample.labels)));
  std::vector<Index> indices;
  std::vector<Value> values;
  for (Index row = 0; row < sample.rows.lines(); ++row) {
    indices.clear();
    values.clear();
    for (const Entry& entry : sample.rows[row]) {
      indices.push_back(entry.index);
      values.push_back(entry.value);
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
  dataset.origin = fmt::format("synthetic: generator {} with seed {}", stand_in.generator, stand_in.seed);
  if (test_limit < stand_in.test_rows) {
    dataset.origin += fmt::format(", the first {} of {} test rows", test_limit, stand_in.test_rows);
  }
  Sha256 digest;
  add_sample(digest, dataset.train);
  add_sample(digest, dataset.test);
  dataset.sha256 = digest.hex();
}

[[noreturn]] void fail_missing(const CatalogEntry& entry, const std::vector<std::string>& missing) {
  std::vector<std::string> folders;
  for (const Path& folder : data_folders()) folders.push_back(folder.string());
  std::string message = fmt::format("dataset '{}': no file {} (or with .bz2, .gz, .xz) in {}", entry.name,
                                    fmt::join(missing, " and no file "), fmt::join(folders, " or "));
  if (entry.urls.empty()) message += "; " + entry.description;
  for (const PublicFile& file : entry.urls) message += fmt::format("\n  {} is at {}", file.file, file.url);
  throw DataError(message);
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
    const bool nothing_there = !train && !test;
    // Half of a dataset is a slip that a stand-in would hide.
    if (!nothing_there || options.require_real || !entry.stand_in) fail_missing(entry, missing);
    load_stand_in(dataset, *entry.stand_in, options.test_limit);
    return dataset;
  }

  const std::optional<Classes> classes =
      load_train(dataset, *train, entry.format, entry.split, options.test_limit);
  if (test) load_test(dataset, *test, classes, options.test_limit);
  Sha256 digest;
  digest.add_file(*train);
  if (test) digest.add_file(*test);
  dataset.sha256 = digest.hex();
  return dataset;
}

Dataset load_from_path(const std::string& path, Task task) {
  Dataset dataset = nothing_yet(path, task);
  load_train(dataset, path, FileFormat::libsvm, std::nullopt, 0);
  dataset.sha256 = sha256_of_file(path);
  return dataset;
}

}  // namespace

Dataset load_dataset(const std::string& name_or_path, const LoadOptions& options) {
  if (options.test_limit < 0) {
    throw ConfigError(fmt::format("the limit of test rows must be at least 0, got {}", options.test_limit));
  }
  if (name_or_path.find('/') != std::string::npos) return load_from_path(name_or_path, options.path_task);

  std::vector<std::string> names;
  for (const CatalogEntry& entry : read_catalog()) {
    if (entry.name == name_or_path) return load_from_catalog(entry, options);
    names.push_back(entry.name);
  }
  std::error_code unreadable;
  if (std::filesystem::is_regular_file(name_or_path, unreadable)) {
    return load_from_path(name_or_path, options.path_task);
  }
  throw ConfigError(fmt::format("unknown dataset '{}'{} (known: {}, or the path of a LIBSVM file)",
                                name_or_path, did_you_mean(name_or_path, names), fmt::join(names, ", ")));
}

}  // namespace descent
