#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"
#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

/// The text of a manifest with a seal, so that its other members are read; as it is if it has one or is no
/// object.
std::string sealed_text(Input input) {
  std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  try {
    const Json json = parse_json(text, "");
    if (json.is_object() && !json.contains(seal_key)) return json_text(sealed(json));
  } catch (const ConfigError&) {  // the reader reports it
  }
  return text;
}

}  // namespace

int fuzz_manifest(Input input) {
  const std::string text = sealed_text(input);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::filesystem::path file = input_file("manifest.json", {bytes, text.size()});
  const auto manifest = judged<ResultFileError>(file, json_bytes(input), small_constant,
                                                [&] { return read_manifest(file.parent_path()); });
  if (!manifest) return 1;
  for (const std::string& id : run_ids(*manifest)) {
    const std::filesystem::path run = run_file("folder", id);
    must(run.parent_path() == "folder/runs", "a run's file is outside of its folder");
  }
  return 0;
}

int fuzz_results(Input input) {
  const auto read = [](const std::filesystem::path& file, std::size_t bytes) {
    return judged<ResultFileError>(file, bytes, small_constant, [&] { return read_rows(file); });
  };
  const auto rows = read(input_file("run.csv", input), input.size());
  if (!rows) return 1;
  const std::string text = rows_text(*rows);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto again = read(input_file("again.csv", {bytes, text.size()}), text.size());
  must(again && rows_text(*again) == text, "what was read cannot be written and read again");
  return 0;
}

}  // namespace descent::test
