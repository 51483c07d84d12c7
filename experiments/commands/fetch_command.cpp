// descent data fetch NAME...|--all: downloads datasets of the catalogue and prints their files.

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "datasets/download/fetch.hpp"
#include "experiments/commands/command_line.hpp"
#include "support/errors.hpp"
#include "support/terminal/print.hpp"

namespace descent {

int fetch_command(const std::vector<std::string>& arguments) {
  po::options_description options(
      "\nDownloads datasets by curl into $DESCENT_CACHE, or datasets/cache/ without that. Existing files "
      "are\n"
      "checked and left alone; interrupted downloads continue. Exit status 1: a source did not answer; 2: a\n"
      "file is wrong. The other datasets are fetched even so.\n\n"
      "options");
  add_options(options, {{"all", nullptr, "every dataset that has a public source"}});
  const ParsedArguments parsed = parse_arguments(arguments, "data fetch NAME...|--all", options, "names");
  if (parsed.contains("all") != parsed.words.empty())
    throw ConfigError("give names or --all\nusage: descent data fetch NAME... or --all");

  const Catalog catalog = read_catalog();
  std::vector<const CatalogEntry*> entries;
  for (const std::string& name : parsed.words) entries.push_back(&entry_named(catalog, name));
  if (parsed.words.empty()) {
    for (const CatalogEntry& entry : catalog)
      if (!entry.urls.empty()) entries.push_back(&entry);
  }
  const bool is_terminal = isatty(STDERR_FILENO) == 1;
  const auto show = [&](std::string_view text) {
    if (is_terminal)
      draw_on_terminal(text);  // with the returns of curl's progress bar
    else
      print_error("{}", text);
  };
  Fetcher fetcher(show, is_terminal);
  int status = 0;
  const auto fail = [&](const CatalogEntry& entry, const Error& error, int its_status) {
    print_error("descent: {}: {}\n", entry.name, error.what());
    status = std::max(status, its_status);
  };
  for (const CatalogEntry* entry : entries) {
    try {
      for (const std::filesystem::path& path : fetcher.fetch(*entry))
        print_output("{:14} {} ({:.1f} MB)\n", entry->name, path.string(),
                     static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    } catch (const RunError& error) {
      fail(*entry, error, 1);
    } catch (const Error& error) {
      fail(*entry, error, 2);
    }
  }
  return status;
}

}  // namespace descent
