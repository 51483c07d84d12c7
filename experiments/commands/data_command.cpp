// descent data list|info NAME|fetch NAME|make NAME: datasets and their files.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "datasets/kept_stand_in.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "experiments/commands/command_line.hpp"
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

void print_info(const std::string& name, const ReadSettings& reading) {
  const Catalog catalog = read_catalog();
  const CatalogEntry* entry = find_entry(catalog, name);
  const Dataset dataset = load_for_info(name, entry != nullptr, reading);
  print_output("{}: {}\n", dataset.name, entry == nullptr ? "a file" : entry->title);
  if (entry != nullptr) print_output("{}\n", entry->description);
  print_output("source   {}: {}\n", dataset.source, dataset.origin);
  if (!dataset.sha256.empty()) print_output("sha256   {}\n", dataset.sha256);
  print_output("train    {} rows x {} features, {} nonzeros ({:.1f} MB); zeros in a file are not stored\n",
               dataset.train.rows.outer_size(), dataset.train.rows.inner_size(),
               dataset.train.rows.nonzeros(), static_cast<double>(dataset.train.rows.bytes()) / 1e6);
  print_labels(dataset);
  if (dataset.test.rows.outer_size() > 0) print_output("test     {} rows\n", dataset.test.rows.outer_size());
  if (dataset.underflows > 0)
    print_output("         {} too small for double precision and read as 0\n",
                 plural_are(static_cast<std::size_t>(dataset.underflows), "number"));
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
  add_options(options, {{"out", text_value("DIR"), "make: where to; default datasets/cache"}});
  add_reading_options(options);
  const std::string usage = "data list | info NAME|FILE | fetch NAME...|--all | make NAME [--out DIR]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "what");
  const std::vector<std::string>& words = parsed.words;
  if (words.empty()) throw ConfigError("usage: descent " + usage);
  require_known_word(words[0], {"list", "info", "fetch", "make"}, usage);
  if (words.size() == 1 && words[0] == "list") {
    list_datasets(true);
  } else if (words.size() == 2 && words[0] == "info") {
    print_info(words[1], settings_of(parsed));
  } else if (words.size() == 2 && words[0] == "make") {
    const std::optional<std::filesystem::path> folder = text_of(parsed, "out", "be a folder");
    make_files(words[1], folder ? *folder : data_folders().back());
  } else {
    const char* const wrong = words[0] == "fetch" ? "must stand before its options"
                              : words.size() == 1 ? "no name given"
                                                  : "takes fewer words";
    throw ConfigError("data {}: {}\nusage: descent {}", words[0], wrong, usage);
  }
  return 0;
}

}  // namespace descent
