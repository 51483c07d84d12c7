#include "experiments/fetch_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>

#include "datasets/catalog.hpp"
#include "datasets/did_you_mean.hpp"
#include "datasets/errors.hpp"
#include "datasets/fetch.hpp"
#include "experiments/command_line.hpp"
#include "experiments/tell.hpp"
#include "experiments/transfer_display.hpp"

namespace descent {

namespace {

namespace po = boost::program_options;

constexpr double longest_seconds = 86'400;

double seconds_of(const po::variables_map& values, const std::string& option, double least) {
  const double seconds = values[option].as<double>();
  if (!(seconds >= least && seconds <= longest_seconds)) {
    throw ConfigError(
        fmt::format("--{} must be from {} to {} seconds, got {}", option, least, longest_seconds, seconds));
  }
  return seconds;
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(seconds * 1000));
}

DownloadOptions read_options(const po::variables_map& values) {
  DownloadOptions options;
  options.limits.connect = milliseconds(seconds_of(values, "timeout", 0.001));
  options.limits.stall = std::chrono::seconds(static_cast<long>(seconds_of(values, "stall", 1)));
  options.attempts = values["attempts"].as<int>();
  if (options.attempts < 1)
    throw ConfigError(fmt::format("--attempts must be >= 1, got {}", options.attempts));
  options.first_pause = milliseconds(seconds_of(values, "pause", 0));
  options.longest_pause = std::max(options.longest_pause, options.first_pause);
  return options;
}

/// The entries of these names, each once; without names, all that have a public source.
std::vector<CatalogEntry> choose(const Catalog& catalog, const std::vector<std::string>& names) {
  std::vector<CatalogEntry> chosen;
  if (names.empty()) {
    const auto is_public = [](const CatalogEntry& entry) { return !entry.urls.empty(); };
    std::copy_if(catalog.begin(), catalog.end(), std::back_inserter(chosen), is_public);
  }
  std::set<std::string> seen;
  std::vector<std::string> known;
  for (const CatalogEntry& entry : catalog) known.push_back(entry.name);
  for (const std::string& name : names) {
    const auto place = std::find(known.begin(), known.end(), name);
    if (place == known.end()) {
      throw ConfigError(fmt::format("unknown dataset '{}'{} (known: {})", name, did_you_mean(name, known),
                                    fmt::join(known, ", ")));
    }
    if (seen.insert(name).second) chosen.push_back(catalog[static_cast<std::size_t>(place - known.begin())]);
  }
  return chosen;
}

/// Every problem once, with all the datasets that have it.
void print_problems(const FetchReport& report) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> datasets;
  for (const FetchedDataset& dataset : report.datasets) {
    for (const std::string& problem : dataset.problems) {
      if (datasets[problem].empty()) order.push_back(problem);
      datasets[problem].push_back(dataset.name);
    }
  }
  for (const std::string& problem : order)
    tell("descent: {}: {}\n", fmt::join(datasets[problem], ", "), problem);
}

/// One line, however many datasets are concerned.
void print_unreachable_hosts(const FetchReport& report) {
  std::map<std::string, std::set<std::string>> hosts_by_reason;
  std::vector<std::string> datasets;
  for (const FetchedDataset& dataset : report.datasets) {
    for (const std::string& host : dataset.unreachable)
      hosts_by_reason[report.unreachable.at(host)].insert(host);
    if (!dataset.unreachable.empty()) datasets.push_back(dataset.name);
  }
  if (datasets.empty()) return;
  std::vector<std::string> parts;
  for (const auto& [reason, hosts] : hosts_by_reason)
    parts.push_back(fmt::format("{} cannot be reached ({})", fmt::join(hosts, ", "), reason));
  tell("descent: no network: {}; not fetched: {}\n", fmt::join(parts, "; "), fmt::join(datasets, ", "));
}

void print_what_is_there(const FetchReport& report) {
  for (const FetchedDataset& dataset : report.datasets) {
    if (!dataset.is_complete()) continue;
    for (const FetchedFile& file : dataset.files) {
      fmt::print("{:14} {} ({}; {})\n", dataset.name, file.path.string(), readable_bytes(file.bytes),
                 file.evidence);
    }
  }
}

}  // namespace

int fetch_command(const std::vector<std::string>& arguments) {
  const DownloadOptions defaults;
  const auto seconds = [](auto duration) { return std::chrono::duration<double>(duration).count(); };
  po::options_description options(
      "\nDownloads datasets into $DESCENT_CACHE, or datasets/cache/ without that. What is there already is\n"
      "checked and left alone; what was cut off is continued. Exit status 1: something could not be had.\n\n"
      "options");
  options.add_options()("all", "every dataset that has a public source")(
      "timeout", po::value<double>()->value_name("SECONDS")->default_value(seconds(defaults.limits.connect)),
      "how long to wait for a connection")(
      "stall", po::value<double>()->value_name("SECONDS")->default_value(seconds(defaults.limits.stall)),
      "how long to wait while nothing comes")(
      "attempts", po::value<int>()->value_name("N")->default_value(defaults.attempts),
      "give a file up after so many attempts that bring nothing new")(
      "pause", po::value<double>()->value_name("SECONDS")->default_value(seconds(defaults.first_pause)),
      "before the second attempt; doubles with each")("quiet", "tell only what goes wrong");
  const std::string usage = "data fetch NAME...|--all [OPTION...]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "names");
  if (parsed.helped) return 0;
  const auto names = parsed.values["names"].as<std::vector<std::string>>();
  const bool all = parsed.values.contains("all");
  const bool quiet = parsed.values.contains("quiet");
  if (all != names.empty())
    throw ConfigError(all ? "--all leaves no names to give"
                          : "no dataset given\nusage: descent data fetch NAME... or --all");

  const DownloadOptions download_options = read_options(parsed.values);
  const std::vector<CatalogEntry> entries = choose(read_catalog(), names);
  FetchReport report;
  {
    TransferDisplay display(quiet);
    const DownloadEvents events{[&](const std::string& file, std::uint64_t received, const auto& size) {
                                  display.progress(file, received, size);
                                },
                                [&](const std::string& message) { display.note(message); }};
    report = fetch_datasets(entries, download_options, events);
  }
  print_problems(report);
  print_unreachable_hosts(report);
  if (!quiet) print_what_is_there(report);
  const bool complete = std::all_of(report.datasets.begin(), report.datasets.end(),
                                    [](const FetchedDataset& dataset) { return dataset.is_complete(); });
  return complete ? 0 : 1;
}

}  // namespace descent
