#include "datasets/readers/line_blocks.hpp"

#include <algorithm>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/short_decimal.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

/// The length of the lines that are there as a whole. After a CR, an LF may follow.
std::size_t whole_lines(std::string_view text) {
  if (const std::size_t lines = text.rfind('\n') + 1; lines > 0) return lines;
  return text.substr(0, std::max<std::size_t>(text.size(), 1) - 1).rfind('\r') + 1;
}

}  // namespace

LineBlocks::LineBlocks(std::string name, Read read, std::size_t block_bytes, std::size_t longest_line)
    : name_(std::move(name)),
      read_(std::move(read)),
      block_bytes_(block_bytes),
      longest_line_(longest_line) {}

LineBlocks::LineBlocks(const std::filesystem::path& path, std::size_t block_bytes, std::size_t longest_line)
    : LineBlocks(
          path.string(),
          [input = std::make_shared<CompressedInput>(path)](std::span<char> block) {
            return input->read(block);
          },
          block_bytes, longest_line) {}

/// Makes room for so many bytes and keeps the first `kept`.
void TextBlock::make_room(std::size_t most, std::size_t kept) {
  if (most <= room) return;
  // Not touched before it is read into, so that a short file takes little of it. One byte for the last line's
  // end.
  auto larger = std::make_unique_for_overwrite<char[]>(most + 1 + bytes_read_ahead);
  std::copy_n(memory.get(), kept, larger.get());
  memory = std::move(larger);
  room = most;
}

bool LineBlocks::next(TextBlock& block) {
  if (std::exchange(has_ended_, true)) return false;  // after an error, too
  bool at_end = false;
  std::size_t filled = cut_line_.size();
  block.make_room(std::max(block_bytes_, 2 * filled), 0);
  std::ranges::copy(cut_line_, block.memory.get());
  std::size_t whole = 0;
  while (whole == 0 && !at_end) {
    if (filled > longest_line_)
      throw DataError("{}: has a line of more than {} bytes: is this text?", name_, longest_line_);
    if (filled == block.room) block.make_room(2 * filled, filled);
    const std::size_t count = read_({block.memory.get() + filled, block.room - filled});
    filled += count;
    at_end = filled < block.room;
    if (at_end && filled > 0 && block.memory[filled - 1] != '\n') block.memory[filled++] = '\n';
    whole = at_end ? filled : whole_lines({block.memory.get(), filled});
  }
  has_ended_ = at_end;
  cut_line_.assign(block.memory.get() + whole, filled - whole);
  block.bytes = whole;
  if (std::exchange(at_start_, false) && block.text().starts_with(utf8_mark))
    std::fill_n(block.memory.get(), utf8_mark.size(), ' ');
  return whole > 0;
}

}  // namespace descent
