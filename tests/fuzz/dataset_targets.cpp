#include <algorithm>
#include <cmath>
#include <vector>

#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

/// The block that is read at once, with its entries, rows and labels.
constexpr std::size_t text_constant = 16 * LibsvmOptions{}.block_bytes + small_constant;

/// In addition: three buffers of 256 KiB, the archive's input and two between the filters, and the windows of
/// 32 KiB for unpacking.
constexpr std::size_t filter_buffers = 4 * (256 << 10);
constexpr std::size_t gz_constant = text_constant + filter_buffers + (64 << 10);

/// The number of bytes that the reader sees of the file.
std::size_t unpacked_bytes(const std::filesystem::path& file) {
  std::vector<char> block(1 << 16);
  std::size_t bytes = 0;
  try {
    CompressedInput input(file);
    for (std::size_t count = 1; count > 0; bytes += count) count = input.read(block);
  } catch (const DataError&) {
  }
  return bytes;
}

void judge_rows(const SparseMatrix& rows, const std::vector<double>& labels) {
  must(static_cast<std::size_t>(rows.outer_size()) == labels.size() && rows.outer_size() > 0,
       "rows and labels differ in number");
  for (const double label : labels) must(std::isfinite(label), "a label is not finite");
  for (Index row = 0; row < rows.outer_size(); ++row) {
    Index previous = -1;
    for (const auto& [index, value] : rows[row]) {
      must(index > previous && index < rows.inner_size(), "indices do not ascend within the width");
      must(std::isfinite(value) && value != 0, "a value is zero or not finite");
      previous = index;
    }
  }
}

bool equal(const RawSample& one, const RawSample& other) {
  return std::ranges::equal(one.rows.starts(), other.rows.starts()) &&
         std::ranges::equal(one.rows.entries(), other.rows.entries()) && one.labels == other.labels &&
         one.rows.inner_size() == other.rows.inner_size();
}

int fuzz_text(const std::string& name, Input input, std::size_t constant) {
  const std::filesystem::path file = input_file(name, input);
  const bool is_text = file.extension().empty();
  const std::size_t bytes = is_text ? input.size() : unpacked_bytes(file);
  const auto read = [&](std::size_t block_bytes) {
    return judged<DataError>(file, bytes, constant,
                             [&] { return read_libsvm(file, {.block_bytes = block_bytes}); });
  };
  const auto sample = read(LibsvmOptions{}.block_bytes);
  if (!sample) return 1;
  judge_rows(sample->rows, sample->labels);
  if (!is_text) return 0;  // a second time would be slow
  // The block size must make no difference, except that a number has to fit.
  constexpr std::size_t small_block = 64;
  const auto same = read(small_block);
  must(!same || equal(*sample, *same), "small blocks yield another sample");
  return 0;
}

}  // namespace

int fuzz_libsvm(Input input) {
  return fuzz_text("input", input, text_constant);
}
int fuzz_libsvm_gz(Input input) {
  return fuzz_text("input.gz", input, gz_constant);
}
}  // namespace descent::test
