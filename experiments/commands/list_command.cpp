// descent list WHAT: what configurations can name, from the tables that check them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/method_table.hpp"
#include "experiments/config/config.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "solvers/contract/method.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

void list_methods(bool verbose) {
  for (const Method* method : methods()) {
    fmt::print("{:16} {}\n", method->name, describe_capabilities(*method));
    if (!verbose) continue;
    fmt::print("    {}; {}\n", method->source, method->randomized ? "randomised" : "deterministic");
    for (const Option& option : method->options) {
      fmt::print("    {:18} {} (default {}; {})\n", option.name, option.description,
                 to_string(option.default_value), allowed_values(option));
      if (option.tunable)
        fmt::print("    {:18} chosen by `descent tune` where it matters{}\n", "",
                   option.is_left_to_tuning({}) ? " and is not given" : " and is \"tuned\"");
    }
  }
}

void list_datasets(bool verbose) {
  for (const CatalogEntry& entry : read_catalog()) {
    const bool here = find_data_file(entry.train_file).has_value();
    fmt::print("{:14} {:10} {}\n", entry.name, here ? "file" : (entry.stand_in ? "stand-in" : "missing"),
               entry.title);
    if (verbose) fmt::print("    {}\n", entry.description);
  }
}

template <class Keys>
void list_keys(const Keys& keys) {
  for (const auto& key : keys)
    fmt::print("{:12} {}{}\n", key.name, key.description, key.is_required ? " (required)" : "");
}

template <class Descriptions>
void list_formulas(const Descriptions& descriptions) {
  for (const auto& each : descriptions) fmt::print("{:16} {}\n", each.name, each.formula);
}

}  // namespace

int list_command(const std::vector<std::string>& arguments) {
  boost::program_options::options_description options("options");
  options.add_options()("verbose", "everything there is to say")("markdown", "methods as the README's table");
  const std::string usage =
      "list methods|datasets|losses|regularizers|config-keys|crossvalidation-keys|config-schema [--verbose] "
      "[--markdown]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "what");
  if (parsed.helped) return 0;
  const std::string what = parsed.words.size() == 1 ? parsed.words.front() : "";
  const bool verbose = parsed.values.contains("verbose");
  if (parsed.values.contains("markdown")) {
    if (what != "methods") throw ConfigError("--markdown is for: descent list methods");
    fmt::print("{}", method_table());
  } else if (what == "methods")
    list_methods(verbose);
  else if (what == "datasets")
    list_datasets(verbose);
  else if (what == "losses")
    list_formulas(losses());
  else if (what == "regularizers")
    list_formulas(regularizers());
  else if (what == "config-schema")
    fmt::print("{}\n", config_schema().dump(2));
  else if (what == "config-keys")
    list_keys(config_keys());
  else if (what == "crossvalidation-keys")
    list_keys(crossvalidation_keys());
  else
    throw ConfigError("usage: descent " + usage);
  return 0;
}

}  // namespace descent
