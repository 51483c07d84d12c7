// A thousand mutations of the shipped configurations: each is rejected with its place, or can be run.

#include <algorithm>
#include <filesystem>

#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/config/config_mutator.hpp"
#include "tests/experiments/shipped_configs.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The configuration with all defaults; its reader must read it back unchanged.
Json recorded(const std::filesystem::path& path, bool is_crossvalidation) {
  if (is_crossvalidation) {
    const Json json = to_json(read_crossvalidation_config(path));
    CHECK(to_json(parse_crossvalidation_config(json, "recorded")) == json);
    return json;
  }
  const Json json = to_json(read_config(path));
  CHECK(to_json(parse_config(json, "recorded")) == json);
  return json;
}

}  // namespace

TEST_CASE("a thousand wrong configurations are refused with file and place, or read") {
  std::vector<Json> configs;
  for (const auto& path : shipped_config_files()) configs.push_back(read_json(path));
  REQUIRE(configs.size() >= 10);
  const TemporaryFolder folder;
  ConfigMutator mutator(20'240);
  int refused = 0;
  int accepted = 0;
  for (std::size_t k = 0; k < 1000; ++k) {
    const Json& config = configs[k % configs.size()];
    const std::string text = mutator.change(config);
    const auto path = folder.write("mutated.json", text);
    CAPTURE(k, text.substr(0, 2000));
    try {
      recorded(path, config.contains("models"));
      ++accepted;
    } catch (const ConfigError& error) {
      ++refused;
      const std::string message = error.what();
      CAPTURE(message);
      const std::string file = path.string() + ": ";
      CHECK_THAT(message, StartsWith(file));
      const std::string rest = message.substr(std::min(file.size(), message.size()));
      const bool has_path = rest.starts_with('/') && rest.find(": ") != std::string::npos;
      CHECK((has_path || rest.starts_with("not JSON: parse error at line ") ||
             rest.starts_with("has more than 64 MiB")));
      CHECK(message.size() < 2000);
    } catch (const std::exception& error) {
      FAIL_CHECK("not a ConfigError: " << error.what());
    }
  }
  CHECK(refused + accepted == 1000);
  CHECK(refused > 500);
  CHECK(accepted > 50);
}
