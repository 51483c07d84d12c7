// descent data list|info NAME|fetch NAME|make NAME: datasets, their behaviour and their files.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/sample_writer.hpp"
#include "datasets/stand_ins/kept_stand_in.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/dataset_profile.hpp"
#include "experiments/commands/solve_arguments.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/own_files.hpp"
#include "support/records/record.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Available real datasets that this entry's stand-in imitates.
std::vector<Dataset> originals_at_hand(const Catalog& catalog, const CatalogEntry* entry) {
  std::vector<Dataset> originals;
  if (entry == nullptr) return originals;
  for (const std::string& name : entry->resembles) {
    const CatalogEntry* original = find_entry(catalog, name);
    if (original != nullptr && find_data_file(original->train_file)) originals.push_back(load_dataset(name));
  }
  return originals;
}

/// Loads a dataset. A file outside the catalogue is read as two classes, else as targets.
Dataset load_for_info(const std::string& name, bool in_catalog, const ReadSettings& reading) {
  try {
    return load_dataset(name, {.reading = reading});
  } catch (const DataError&) {
    if (in_catalog || !reading.positive.empty()) throw;
    return load_dataset(name, {.path_task = Task::regression, .reading = reading});
  }
}

ReadSettings settings_of(const po::variables_map& values) {
  const Json keys = reading_keys_of(values);
  ReadSettings settings;
  try {
    read_keys(JsonPlace("command line", keys), read_settings_keys(), settings);
  } catch (const ConfigError& error) {
    throw ConfigError(in_arguments(error.what()));
  }
  return settings;
}

/// Writes a file in the format of another ending. With a positive label, labels become 1 and -1.
void convert(const std::filesystem::path& in, const std::filesystem::path& out,
             const ReadSettings& settings) {
  if (is_present(out))
    throw ConfigError("data convert: {}: exists; give another name, or remove it", out.string());
  RawSample sample = read_sample(in, settings);
  if (!settings.positive.empty()) {
    const auto place = [&](Index) { return in.string(); };
    const Classes classes = find_classes(sample.labels, place, sample.words, settings.positive);
    for (double& label : sample.labels) label = label_text(label, sample.words) == classes.positive ? 1 : -1;
    sample.words.clear();
  }
  write_sample_file(sample, out);
  sample.remarks.insert(sample.remarks.begin(),
                        fmt::format("{} rows x {} features, {} nonzeros", sample.rows.outer_size(),
                                    sample.rows.inner_size(), sample.rows.nonzeros()));
  print_output("{}: {}\n", out.string(), fmt::join(sample.remarks, ", "));
}

/// Storage of the values of the training rows.
std::string stored_as(ValueFormat format) {
  switch (format.storage) {
    case Storage::ones:
      return "ones alone: 4 bytes an entry";
    case Storage::decimal:
      if (format.scale == 0) return "whole numbers: 8 bytes an entry";
      return fmt::format("whole numbers in units of 1e-{}: 8 bytes an entry", format.scale);
    case Storage::single_precision:
      return "single precision: 8 bytes an entry";
    case Storage::double_precision:
      break;
  }
  return "double precision: 12 bytes an entry";
}

void print_labels(const Dataset& dataset) {
  const std::vector<double>& labels = dataset.train.labels;
  if (dataset.classes) {
    const auto positive = std::ranges::count(labels, 1.0);
    print_output("classes  +1 is label {} ({} rows), -1 is label {} ({} rows)\n", dataset.classes->positive,
                 positive, dataset.classes->negative_name(), std::ssize(labels) - positive);
    return;
  }
  if (labels.empty()) return;
  const auto [lowest, highest] = std::ranges::minmax_element(labels);
  print_output("targets  from {} to {}\n", *lowest, *highest);
}

void print_info(const std::string& name, bool brief, const ReadSettings& reading) {
  const Catalog catalog = read_catalog();
  const CatalogEntry* entry = find_entry(catalog, name);
  const Dataset dataset = load_for_info(name, entry != nullptr, reading);
  print_output("{}: {}\n", dataset.name, entry == nullptr ? "a file" : entry->title);
  if (entry != nullptr) print_output("{}\n", entry->description);
  print_output("source   {}: {}\nsha256   {}\n", dataset.source, dataset.origin, dataset.sha256);
  print_output("train    {} rows x {} features, {} nonzeros ({:.1f} MB); zeros in a file are not stored\n",
               dataset.train.rows.outer_size(), dataset.train.rows.inner_size(),
               dataset.train.rows.nonzeros(), static_cast<double>(dataset.train.rows.bytes()) / 1e6);
  print_labels(dataset);
  if (dataset.test.rows.outer_size() > 0) print_output("test     {} rows\n", dataset.test.rows.outer_size());
  print_output("values   exact, in {}\n", stored_as(dataset.train.rows.format()));
  if (dataset.underflows > 0)
    print_output("         {} too small for double precision and read as 0\n",
                 plural_are(static_cast<std::size_t>(dataset.underflows), "number"));
  if (brief || dataset.task != Task::classification) return;

  std::vector<DatasetProfile> profiles{profile(dataset)};
  if (dataset.source == "stand-in") {
    for (const Dataset& original : originals_at_hand(catalog, entry)) {
      const Index rows = original.train.rows.outer_size();
      if (rows < dataset.train.rows.outer_size()) profiles.push_back(profile(dataset, rows));
      profiles.push_back(profile(original));
    }
  }
  print_output("\nhinge loss, lambda = 1/m:\n{}", as_table(profiles));
}

void write_sample(const std::filesystem::path& path, const Sample& sample, Task task) {
  if (is_present(path))
    throw ConfigError("data make: {}: exists; give another --out, or remove it", path.string());
  write_text(sample, task, path);
  print_output("{}\n", path.string());
}

/// Writes the stand-in as LIBSVM files for other programs, with a name that distinguishes it from the
/// original.
void make_files(const std::string& name, const std::filesystem::path& folder) {
  const Catalog catalog = read_catalog();
  const CatalogEntry* const entry = find_entry(catalog, name);
  if (entry == nullptr || !entry->stand_in) throw ConfigError("{} has no stand-in to make", name);
  const StandInSamples samples = make_stand_in(*entry->stand_in, entry->stand_in->test_rows);
  OwnFiles own(folder);
  write_sample(own.begin(name + ".stand-in"), samples.train, entry->task);
  write_sample(own.begin(name + ".stand-in.t"), samples.test, entry->task);
}

}  // namespace

int data_command(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments.front() == "fetch")
    return fetch_command({arguments.begin() + 1, arguments.end()});
  po::options_description options("options");
  add_options(options, {{"brief", nullptr,
                         "info: only the shape; else hinge problems are solved to tell how it behaves"},
                        {"out", text_value("DIR"), "make: where to; default datasets/cache"}});
  add_reading_options(options);
  const std::string usage =
      "data list | info NAME|FILE [--brief] | convert IN OUT | fetch NAME...|--all | make NAME [--out DIR]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "what");
  const std::vector<std::string>& words = parsed.words;
  if (words.empty()) throw ConfigError("usage: descent " + usage);
  require_known_word(words[0], {"list", "info", "convert", "fetch", "make"}, usage);
  if (words.size() == 1 && words[0] == "list") return list_command({"datasets", "--verbose"});
  if (words.size() == 2 && words[0] == "info") {
    print_info(words[1], parsed.contains("brief"), settings_of(parsed));
  } else if (words.size() == 3 && words[0] == "convert") {
    convert(words[1], words[2], settings_of(parsed));
  } else if (words.size() == 2 && words[0] == "make") {
    const std::optional<std::filesystem::path> folder = text_of(parsed, "out", "be a folder");
    make_files(words[1], folder ? *folder : data_folders().back());
  } else {
    const char* const wrong = words[0] == "fetch"     ? "must stand before its options"
                              : words[0] == "convert" ? "takes two files"
                              : words.size() == 1     ? "no name given"
                                                      : "takes fewer words";
    throw ConfigError("data {}: {}\nusage: descent {}", words[0], wrong, usage);
  }
  return 0;
}

}  // namespace descent
