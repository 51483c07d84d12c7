// Makes a configuration of one run again, from its provenance (replay.hpp).

#include "experiments/replay/replay.hpp"

#include <fmt/ranges.h>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"

namespace descent {

namespace {

/// Current path of a file. `then` is its path at the time, if known; `written` is the path in the
/// configuration.
std::string present_place(const char* what, const std::string& then, const std::string& written,
                          const std::filesystem::path& provenance) {
  std::vector<std::string> places;
  for (const std::string& place : {then, written}) {
    if (place.empty()) continue;
    const std::string path = std::filesystem::absolute(place).lexically_normal().string();
    if (is_file(path)) return path;
    if (places.empty() || places.back() != path) places.push_back(path);
  }
  throw ConfigError("{}: its {} \"{}\" is not there; looked for at {}", provenance.string(), what, written,
                    fmt::join(places, " and at "));
}

}  // namespace

Config config_of_run(const RunProvenance& provenance, const std::filesystem::path& file) {
  const std::string place = file.string() + ": /identity/config";
  Json json = JsonPlace(place, provenance.identity).at("config").value();
  const Json::json_pointer program("/methods/0/program");
  if (json.contains(program) && json[program].is_string())
    json[program] = present_place("program", provenance.program_file, json[program], file);

  Config config = parse_config(json, place);
  const std::string& dataset = config.datasets.front();
  if (!provenance.data_file.empty()) {
    TitledDataset& titled = config.titled[dataset];
    titled.of = present_place("data", provenance.data_file, dataset, file);
    titled.is_file = true;
    if (!titled.test_file.empty())
      titled.test_file = present_place("test rows", provenance.test_file, titled.test_file, file);
  }
  if (std::string& weights = config.weighting.file; !weights.empty())
    weights = present_place("row weights", provenance.row_weights_file, weights, file);
  return config;
}

}  // namespace descent
