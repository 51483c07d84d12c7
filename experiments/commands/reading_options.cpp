#include "experiments/commands/reading_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "datasets/catalog/catalog.hpp"
#include "datasets/readers/read_settings_keys.hpp"
#include "support/errors.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace po = boost::program_options;

void add_reading_options(po::options_description& options) {
  options.add_options()(
      "label", po::value<std::string>()->value_name("COLUMN"),
      "column of a CSV file with the labels, by name or number from 1; array of an .npz file")(
      "positive", po::value<std::string>()->value_name("LABEL"), "label of the class +1; all others are -1")(
      "read", po::value<std::vector<std::string>>()->composing()->value_name("KEY=VALUE"),
      "another key of a dataset in a configuration, such as index_base=0, categories=one_hot, decimal=,");
}

Json reading_keys_of(const po::variables_map& values) {
  Json keys = Json::object();
  for (const char* option : {"label", "positive"})
    if (values.contains(option)) keys[option] = values[option].as<std::string>();
  if (!values.contains("read")) return keys;
  std::vector<std::string> known;
  for (const auto& key : read_settings_keys()) known.push_back(key.name);
  for (const std::string& each : values["read"].as<std::vector<std::string>>()) {
    const std::size_t equals = each.find('=');
    const std::string name = each.substr(0, equals);
    const bool is_known = std::ranges::find(known, name) != known.end();
    if (equals == std::string::npos || !is_known)
      throw ConfigError(fmt::format("--read: must be KEY=VALUE, with one of {}, got \"{}\"{}",
                                    fmt::join(known, ", "), shown(each),
                                    is_known ? "" : did_you_mean(name, known)));
    if (keys.contains(name)) throw ConfigError(fmt::format("--read: {} is given twice", name));
    const Json value = Json::parse(each.substr(equals + 1), nullptr, false);
    keys[name] = value.is_boolean() || value.is_number() ? value : Json(each.substr(equals + 1));
  }
  return keys;
}

Json dataset_entry_of(const std::string& name_or_path, const po::variables_map& values) {
  Json entry = reading_keys_of(values);
  if (entry.empty()) return name_or_path;
  const bool is_catalogued =
      name_or_path.find('/') == std::string::npos && find_entry(read_catalog(), name_or_path) != nullptr;
  entry[is_catalogued ? "name" : "file"] = name_or_path;
  return entry;
}

}  // namespace descent
