#include "datasets/catalog/catalog.hpp"
#include "experiments/config/config.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "plots/claims/claims.hpp"
#include "support/errors.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

template <class Read>
auto judged_json(Input input, Read read) {
  const std::filesystem::path file = input_file("input.json", input);
  return judged<ConfigError>(file, json_bytes(input), small_constant, [&] { return read(file); });
}

/// A configuration recorded in a results folder must read back as itself.
template <class AnyConfig, class Parse>
void judge_record(const AnyConfig& config, Parse parse) {
  const Json recorded = to_json(config);
  must(to_json(parse(recorded, "recorded")) == recorded, "what is recorded is not what was read");
  must(!quick(config).datasets.empty(), "a quick run has no dataset");
}

}  // namespace

int fuzz_config(Input input) {
  const auto config = judged_json(input, read_config);
  if (!config) return 1;
  judge_record(*config, parse_config);
  return 0;
}

int fuzz_crossvalidation_config(Input input) {
  const auto config = judged_json(input, read_crossvalidation_config);
  if (!config) return 1;
  judge_record(*config, parse_crossvalidation_config);
  return 0;
}

int fuzz_claims(Input input) {
  return judged_json(input, [](const std::filesystem::path& file) { return read_claims(file); }) ? 0 : 1;
}

int fuzz_catalog(Input input) {
  const auto read = [](const std::filesystem::path& file) { return read_catalog({file}); };
  return judged_json(input, read) ? 0 : 1;
}

}  // namespace descent::test
