#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

/// The block that is read at once, and the entries that are reserved at the start.
constexpr std::size_t text_constant = (1 << 20) + (128 << 10) + small_constant;

/// In addition: three buffers of 256 KiB, the archive's input and two between the filters, and the memory for
/// unpacking: windows of 32 KiB in .gz, blocks of 900,000 bytes (4 bytes each, and tables) in .bz2. An .xz
/// names the size of its dictionary, up to 100 MiB.
constexpr std::size_t filter_buffers = 4 * (256 << 10);
constexpr std::size_t gz_constant = text_constant + filter_buffers + (64 << 10);
constexpr std::size_t bz2_constant = text_constant + filter_buffers + (4 << 20);
constexpr std::size_t xz_constant = text_constant + filter_buffers + (100 << 20);

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

/// The block that holds the longest line.
constexpr std::size_t line_constant = (1 << 20) + small_constant;

void judge_coding(const RawSample& credit, Index columns, double largest) {
  const SparseMatrix& rows = credit.rows;
  must(rows.inner_size() == columns && std::ssize(credit.attribute_of_column) == columns, "not all columns");
  judge_rows(rows, credit.labels);
  for (const double label : credit.labels) must(label == 1 || label == 2, "a label is not 1 or 2");
  for (const Entry& entry : rows.entries()) {
    must(entry.value > 0 && entry.value <= largest, "a value is out of the coding's range");
  }
}

/// Reads the bytes unchanged, or with a corrected checksum, which lets reading get further.
std::optional<ParsedFile> read_parsed_input(Input input, bool sealed) {
  const auto words = std::make_shared<std::vector<std::uint64_t>>(input.size() / 8 + 1);  // aligned to 8
  const auto bytes = std::as_writable_bytes(std::span(*words)).first(input.size());
  std::ranges::copy(std::as_bytes(input), bytes.begin());
  if (sealed) seal_parsed(bytes);
  std::optional<ParsedFile> file;
  std::size_t peak = 0;
  {
    const MemoryWatch watch;
    try {
      file = read_parsed(bytes, words);
    } catch (const DataError&) {
    }
    peak = watch.peak_bytes();
  }
  judge_memory(peak, input.size(), small_constant);
  return file;
}

}  // namespace

int fuzz_libsvm(Input input) {
  return fuzz_text("input", input, text_constant);
}
int fuzz_libsvm_gz(Input input) {
  return fuzz_text("input.gz", input, gz_constant);
}
int fuzz_libsvm_bz2(Input input) {
  return fuzz_text("input.bz2", input, bz2_constant);
}
int fuzz_libsvm_xz(Input input) {
  return fuzz_text("input.xz", input, xz_constant);
}

int fuzz_german_credit(Input input) {
  const std::filesystem::path file = input_file("german.data", input);
  const auto read = [&](FileFormat coding) {
    return judged<DataError>(file, input.size(), line_constant,
                             [&] { return read_german_credit(file, coding); });
  };
  const auto numeric = read(FileFormat::german_numeric);
  const auto one_hot = read(FileFormat::german_one_hot);
  const auto codes = read(FileFormat::german_codes);
  must(numeric.has_value() == one_hot.has_value() && numeric.has_value() == codes.has_value(),
       "the codings differ in what they accept");
  if (!numeric) return 1;
  judge_coding(*numeric, 20, 1);
  judge_coding(*one_hot, 63, 1);
  judge_coding(*codes, 20, 0x1p31);
  must(numeric->labels == one_hot->labels && numeric->labels == codes->labels,
       "the codings differ in labels");
  return 0;
}

int fuzz_parsed_file(Input input) {
  for (const bool sealed : {false, true}) {
    if (const auto file = read_parsed_input(input, sealed)) {
      judge_rows(file->parsed.sample.rows, file->parsed.sample.labels);
      return 0;
    }
  }
  return 1;
}

}  // namespace descent::test
