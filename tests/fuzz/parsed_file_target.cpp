#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"
#include "support/errors.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

/// Reads the bytes unchanged, or with a corrected checksum, which lets reading get further.
std::optional<ParsedFile> read(Input input, bool sealed) {
  const auto words = std::make_shared<std::vector<std::uint64_t>>(input.size() / 8 + 1);  // aligned to 8
  const auto bytes = std::as_writable_bytes(std::span(*words)).first(input.size());
  std::ranges::copy(std::as_bytes(input), bytes.begin());
  if (sealed) seal_parsed(bytes);
  std::optional<ParsedFile> file;
  std::size_t peak = 0;
  {
    const MemoryWatch watch;
    try {
      file = read_whole(bytes, words);
    } catch (const DataError&) {
    }
    peak = watch.peak_bytes();
  }
  judge_memory(peak, input.size(), small_constant);
  return file;
}

void judge_sample(const Sample& sample) {
  const SparseMatrix& rows = sample.rows;
  must(static_cast<std::size_t>(rows.outer_size()) == sample.labels.size(),
       "rows and labels differ in number");
  for (Index row = 0; row < rows.outer_size(); ++row) {
    Index before = -1;
    for (const Entry& entry : rows[row]) {
      must(entry.index > before && entry.index < rows.inner_size(),
           "an index does not ascend or is beyond the width");
      before = entry.index;
    }
  }
}

}  // namespace

int fuzz_parsed_file(Input input) {
  for (const bool sealed : {false, true}) {
    if (const auto file = read(input, sealed)) {
      judge_sample(file->parsed.sample);
      return 0;
    }
  }
  return 1;
}

}  // namespace descent::test
