#include "plots/results/manifest.hpp"
#include "plots/results/result_schema.hpp"
#include "plots/results/run_file.hpp"
#include "support/errors.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
int fuzz_manifest(Input input) {
  const std::filesystem::path file = input_file("manifest.json", input);
  const auto manifest = judged<ResultFileError>(file, json_bytes(input), small_constant,
                                                [&] { return read_manifest(file.parent_path()); });
  if (!manifest) return 1;
  for (const std::string& id : manifest->runs) {
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
