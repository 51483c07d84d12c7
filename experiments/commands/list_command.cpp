// descent list WHAT: names that configurations can use, from the tables that check them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/markdown_tables.hpp"
#include "experiments/config/config.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/printable.hpp"
#include "support/text/text_table.hpp"

namespace descent {

namespace {

void list_options(const std::vector<Option>& options) {
  for (const Option& option : options) {
    print_output("    {:18} {} (default {}; {})\n", option.name, option.description,
                 to_string(option.default_value), allowed_values(option));
    if (option.tunable)
      print_output("    {:18} chosen by `descent tune` where it matters{}\n", "",
                   option.is_left_to_tuning({}) ? " and is not given" : " and is \"tuned\"");
  }
}

void list_methods(bool verbose) {
  for (const Method* method : methods()) {
    print_output("{:16} {}\n", method->name, describe_capabilities(*method));
    if (!verbose) continue;
    print_output("    {}; {}\n", method->source, method->randomized ? "randomised" : "deterministic");
    list_options(method->options);
  }
  print_output("{:16} any program in any language, which says itself what it solves: docs/programs.md\n",
               program_method);
  if (verbose) list_options(options_of_every_program());
}

template <class Keys>
void list_keys(const Keys& keys) {
  constexpr std::size_t letters = 100;
  std::size_t indent = 0;
  for (const auto& key : keys) indent = std::max(indent, std::string_view(key.name).size() + 1);
  for (const auto& key : keys) {
    std::string_view name = key.name;  // printed on the first line only
    const std::string text = fmt::format("{}{}", key.description, key.is_required ? " (required)" : "");
    for (const std::string& line : wrapped_lines(text, letters - indent)) {
      print_output("{:{}}{}\n", name, indent, line);
      name = {};
    }
  }
}

void list_problems() {
  for (const auto& loss : losses()) print_output("loss        {:16} {}\n", loss.name, loss.formula);
  for (const auto& each : regularizers()) print_output("regularizer {:16} {}\n", each.name, each.formula);
}

/// Calls `take` with the table of keys that `whose` names.
template <class Take>
void with_keys(const std::string& whose, const Take& take) {
  if (whose.empty())
    take(config_keys());
  else if (whose == "crossvalidation")
    take(crossvalidation_keys());
  else
    throw ConfigError("list keys: must be of crossvalidation, or nothing, got \"{}\"", shown(whose));
}

void list_columns(const ResultFile& file) {
  for (const ColumnText& column : file.columns) {
    const std::string unit = column.unit.empty() ? "" : fmt::format(" [{}]", column.unit);
    print_output("{:38} {}{}\n", column.name, column.description, unit);
  }
}

/// A result file by its name, with or without its ending.
const ResultFile& result_file(std::string name) {
  name = std::filesystem::path(name).stem().string();
  if (name == "runs") name = "run";  // runs.csv holds the rows of all runs
  const auto found = std::ranges::find(result_files(), name, &ResultFile::name);
  if (found != result_files().end()) return *found;
  throw ConfigError("descent list columns FILE: must be one of {}, got \"{}\"",
                    fmt::join(mapped(result_files(), &ResultFile::name), ", "), shown(name));
}

struct Listing {
  std::string word;
  std::string needs;  ///< argument that follows the word
  std::function<void(const std::string& needed, bool verbose)> print;
  std::function<std::string()> markdown{};  ///< for the documentation, if it has it

  std::string usage() const { return needs.empty() ? word : word + ' ' + needs; }
};

std::vector<Listing> listings() {
  using Text = const std::string&;
  return {{"methods", "", [](Text, bool verbose) { list_methods(verbose); }},
          {"datasets", "", [](Text, bool verbose) { list_datasets(verbose); }},
          {"problems", "", [](Text, bool) { list_problems(); }, problem_table},
          {"keys", "[crossvalidation]",
           [](Text whose, bool) { with_keys(whose, [](const auto& keys) { list_keys(keys); }); }, key_items},
          {"columns", "FILE", [](Text file, bool) { list_columns(result_file(file)); }}};
}

}  // namespace

void list_datasets(bool verbose) {
  for (const CatalogEntry& entry : read_catalog()) {
    const bool here = find_data_file(entry.train_file).has_value();
    print_output("{:16} {:10} {}\n", entry.name, here ? "file" : (entry.stand_in ? "stand-in" : "missing"),
                 entry.title);
    if (verbose) print_output("    {}\n", entry.description);
  }
}

int list_command(const std::vector<std::string>& arguments) {
  const std::vector<Listing> all = listings();
  std::vector<std::string> known, usages, usages_of_tables;
  for (const Listing& each : all) {
    known.push_back(each.word);
    usages.push_back(each.usage());
    if (each.markdown) usages_of_tables.push_back(each.word);
  }
  po::options_description options("options");
  add_options(options, {{"verbose", nullptr, "everything there is to say"},
                        {"markdown", nullptr, "keys or problems as the documentation has them"},
                        {"schema", nullptr, "keys of a configuration as JSON Schema"}});
  const std::string usage =
      fmt::format("list {} [--verbose] [--markdown] [--schema]", fmt::join(usages, "|"));
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "what");
  const std::vector<std::string>& words = parsed.words;
  if (words.empty()) throw ConfigError("usage: descent " + usage);
  const std::string& what = words.front();
  require_known_word(what, known, usage);
  const Listing& listing = *std::ranges::find(all, what, &Listing::word);
  if (const std::size_t most = listing.needs.empty() ? 1 : 2; words.size() > most)
    throw ConfigError("list {}: \"{}\" is a word too many\nusage: descent {}", what, words[most], usage);
  const std::string needed = words.size() > 1 ? words[1] : "";
  if (parsed.contains("schema")) {
    if (what != "keys" || !needed.empty()) throw ConfigError("--schema is for: descent list keys");
    print_output("{}\n", json_text(config_schema(), 2));
  } else if (!parsed.contains("markdown")) {
    listing.print(needed, parsed.contains("verbose"));
  } else if (listing.markdown && needed.empty()) {
    print_output("{}", listing.markdown());
  } else {
    throw ConfigError("--markdown is for: descent list {}", fmt::join(usages_of_tables, "|"));
  }
  return 0;
}

}  // namespace descent
