#include "support/errors.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {

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
