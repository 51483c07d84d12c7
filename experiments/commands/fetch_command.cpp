// descent data fetch NAME...|--all: downloads datasets of the catalogue and prints the result.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "datasets/download/fetch.hpp"
#include "experiments/commands/command_line.hpp"
#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

std::string readable_bytes(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (number < 1e3) return fmt::format("{} B", bytes);
  if (number < 1e6) return fmt::format("{:.1f} kB", number / 1e3);
  if (number < 1e9) return fmt::format("{:.1f} MB", number / 1e6);
  return fmt::format("{:.2f} GB", number / 1e9);
}

/// A printable line from any text of a server or catalogue.
std::string line(std::string_view text) {
  constexpr std::size_t longest = 4'000;
  return printable(text, longest);
}

DownloadOptions::Seconds seconds_of(const po::variables_map& values, const std::string& option,
                                    double least) {
  constexpr double longest_seconds = 86'400;
  const double seconds = values[option].as<double>();
  if (!(seconds >= least && seconds <= longest_seconds)) {
    throw ConfigError("--{} must be from {} to {} seconds, got {}", option, least, longest_seconds, seconds);
  }
  return DownloadOptions::Seconds(seconds);
}

DownloadOptions read_options(const po::variables_map& values) {
  DownloadOptions options;
  options.connect = seconds_of(values, "timeout", 0.001);
  options.stall = std::chrono::duration_cast<std::chrono::seconds>(seconds_of(values, "stall", 1));
  options.longest = seconds_of(values, "max-time", 1);
  options.attempts = values["attempts"].as<int>();
  if (options.attempts < 1) throw ConfigError("--attempts must be >= 1, got {}", options.attempts);
  options.first_pause = seconds_of(values, "pause", 0);
  options.longest_pause = std::max(options.longest_pause, options.first_pause);
  const auto size = values["max-size"].as<std::string>();
  const auto largest = parse_byte_count(size);
  if (!largest) throw ConfigError("--max-size must be bytes > 0, as in 512M or 2G, got '{}'", shown(size));
  options.largest = *largest;
  return options;
}

/// Entries with these names, each once; without names, all that have a public source.
std::vector<CatalogEntry> choose(const Catalog& catalog, const std::vector<std::string>& names) {
  std::vector<CatalogEntry> chosen;
  for (const std::string& name : names) {
    const auto entry = std::ranges::find(catalog, name, &CatalogEntry::name);
    if (entry == catalog.end()) {
      const auto known = mapped(catalog, &CatalogEntry::name);
      throw ConfigError("unknown dataset '{}'{} (known: {})", shown(name), did_you_mean(name, known),
                        fmt::join(known, ", "));
    }
    if (!contains(mapped(chosen, &CatalogEntry::name), name)) chosen.push_back(*entry);
  }
  if (names.empty())
    std::ranges::copy_if(catalog, std::back_inserter(chosen),
                         [](const CatalogEntry& entry) { return !entry.urls.empty(); });
  return chosen;
}

/// Prints every problem once, with all its datasets.
void print_problems(const std::vector<FetchedDataset>& datasets) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> names;
  for (const FetchedDataset& dataset : datasets) {
    for (const std::string& problem : dataset.problems) {
      if (names[problem].empty()) order.push_back(problem);
      names[problem].push_back(dataset.name);
    }
  }
  for (const std::string& problem : order)
    print_error("descent: {}\n", line(fmt::format("{}: {}", fmt::join(names[problem], ", "), problem)));
}

void print_what_is_there(const std::vector<FetchedDataset>& datasets) {
  for (const FetchedDataset& dataset : datasets) {
    if (!dataset.problems.empty()) continue;
    for (const FetchedFile& file : dataset.files) {
      print_output("{:14} {} ({}; {})\n", line(dataset.name), line(file.path.string()),
                   readable_bytes(file.bytes), file.evidence);
    }
  }
}

}  // namespace

int fetch_command(const std::vector<std::string>& arguments) {
  const DownloadOptions defaults;
  const auto seconds = [](DownloadOptions::Seconds duration) {
    return po::value<double>()->value_name("SECONDS")->default_value(duration.count());
  };
  po::options_description options(
      "\nDownloads datasets into $DESCENT_CACHE, or datasets/cache/ without that. What is there already is\n"
      "checked and left alone; what was cut off is continued. Exit status 1: something could not be had.\n\n"
      "options");
  add_options(options,
              {{"all", nullptr, "every dataset that has a public source"},
               {"timeout", seconds(defaults.connect), "how long to wait for a connection"},
               {"stall", seconds(defaults.stall), "how long to wait while nothing comes"},
               {"max-time", seconds(defaults.longest),
                "how long to wait for one file; the next call goes on from there"},
               {"max-size", text_value("SIZE")->default_value("1G"), "no file is larger; bytes, or 512M, 2G"},
               {"attempts", count_value("N")->default_value(defaults.attempts),
                "give a file up after so many attempts that bring nothing new"},
               {"pause", seconds(defaults.first_pause), "before the second attempt; doubles with each"},
               {"quiet", nullptr, "tell only what goes wrong"}});
  const std::string usage = "data fetch NAME...|--all [OPTION...]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "names");
  const std::vector<std::string>& names = parsed.words;
  const bool all = parsed.contains("all");
  const bool quiet = parsed.contains("quiet");
  if (all != names.empty())
    throw ConfigError(all ? "--all leaves no names to give"
                          : "no dataset given\nusage: descent data fetch NAME... or --all");

  const DownloadOptions download_options = read_options(parsed);
  const std::vector<CatalogEntry> entries = choose(read_catalog(), names);
  DownloadEvents events;
  if (!quiet) events.note = [](const std::string& message) { print_error("{}\n", line(message)); };
  if (!quiet && isatty(STDERR_FILENO) == 1)
    events.meter = [](std::string_view text) { draw_on_terminal(text); };
  const std::vector<FetchedDataset> datasets = fetch_datasets(entries, download_options, events);
  print_problems(datasets);
  if (!quiet) print_what_is_there(datasets);
  return std::ranges::all_of(datasets, &std::vector<std::string>::empty, &FetchedDataset::problems) ? 0 : 1;
}

}  // namespace descent
