#include "experiments/config/config.hpp"
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

}  // namespace

int fuzz_config(Input input) {
  const auto config = judged_json(input, read_config);
  if (!config) return 1;
  const Json recorded = to_json(*config);
  must(to_json(parse_config(recorded, "recorded")) == recorded, "what is recorded is not what was read");
  must(!quick(*config).datasets.empty(), "a quick run has no dataset");
  return 0;
}

int fuzz_claims(Input input) {
  return judged_json(input, [](const std::filesystem::path& file) { return read_claims(file); }) ? 0 : 1;
}

}  // namespace descent::test
