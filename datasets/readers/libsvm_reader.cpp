#include "datasets/readers/reader.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/libsvm_parser.hpp"
#include "support/errors.hpp"
#include "support/process/second_thread.hpp"

namespace descent {
namespace {

/// The length of text that can be parsed without cutting a number: up to the last blank, line end or '#'.
std::size_t whole_numbers(std::string_view text) {
  return text.find_last_of(" \n\t\r#") + 1;
}

/// Parses the text; large text in two halves at the same time. Errors in the second half are reported by
/// parsing it again after the first, which knows the line number. `spare` is memory for the second half.
void parse_in_two(LibsvmParser& parser, std::string_view text, const std::filesystem::path& path,
                  GrowingArray<DoubleEntry>& spare) {
  constexpr std::size_t worth_a_thread = 1 << 17;
  if (text.size() < worth_a_thread) return parser.parse(text);
  const std::size_t line_end = text.find('\n', text.size() / 2);
  if (line_end >= text.size() - 1) return parser.parse(text);
  const std::string_view second = text.substr(line_end + 1);
  LibsvmParser later(
      path, {.most_in_memory = std::numeric_limits<std::uint64_t>::max(), .index_base = parser.index_base()});
  later.swap_memory(spare);
  auto is_right = begin_beside([&] {
    try {
      later.parse(second);
      return true;
    } catch (const DataError&) {
      return false;
    }
  });
  if (!is_right) return parser.parse(text);
  parser.parse(text.substr(0, line_end + 1));
  if (!is_right->get() || !parser.append(later)) parser.parse(second);
  later.swap_memory(spare);
}

}  // namespace

RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options) {
  CompressedInput input(path);
  LibsvmParser parser(path, options);
  const std::size_t block_bytes = std::max<std::size_t>(options.block_bytes, 16);
  // Not touched before it is read into, so that a short file takes little of it.
  const auto memory = std::make_unique_for_overwrite<char[]>(block_bytes + bytes_read_ahead);
  const std::span block(memory.get(), block_bytes);
  GrowingArray<DoubleEntry> spare;
  std::size_t kept = 0;  // bytes at the front: a number cut by the previous block's end
  bool at_start = true;
  for (bool at_end = false; !at_end;) {
    const std::span<char> room = block.subspan(kept, block_bytes - kept - 1);
    const std::size_t count = input.read(room);
    std::size_t filled = kept + count;
    at_end = count < room.size();
    if (at_end) block[filled++] = '\n';  // the last line may lack it; otherwise it adds an empty line
    if (std::exchange(at_start, false) && std::string_view(block.data(), filled).starts_with(utf8_mark))
      std::ranges::fill(block.first(utf8_mark.size()), ' ');
    const std::string_view text(block.data(), filled);
    std::size_t whole = whole_numbers(text);
    if (whole == 0 && parser.in_comment()) whole = filled;
    parse_in_two(parser, text.substr(0, whole), path, spare);
    kept = filled - whole;
    std::ranges::copy(block.subspan(whole, kept), block.begin());
    if (kept == block_bytes - 1) parser.fail_long(kept);
  }
  return std::move(parser).finish();
}

}  // namespace descent
