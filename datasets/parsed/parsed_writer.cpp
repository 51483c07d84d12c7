// The writing half of parsed_format.hpp.

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "datasets/parsed/parsed_format.hpp"
#include "datasets/parsed/parsed_layout.hpp"
#include "support/files/checksum.hpp"

namespace descent {
namespace {

using namespace parsed_layout;
using Bytes = std::span<const std::byte>;

/// Hands pieces on and sums them up.
class SealedOutput {
 public:
  explicit SealedOutput(const std::function<void(Bytes)>& write) : write_(write) {}
  void add(Bytes bytes) {
    checksum_.add(bytes);
    write_(bytes);
  }
  void seal() { write_(checksum_.value()); }

 private:
  const std::function<void(Bytes)>& write_;
  RunningChecksum checksum_;
};

template <std::size_t size>
std::array<char, size> padded(std::string_view text) {
  std::array<char, size> field{};
  std::copy_n(text.begin(), std::min(text.size(), size), field.begin());
  return field;
}

Header header_of(const ParsedFile& file) {
  const auto& [source, parsed] = file;
  const Classes classes = parsed.classes.value_or(Classes{0, 0});
  Header header;
  header.has_classes = parsed.classes ? 1 : 0;
  header.content = padded<sizeof(header.content)>(source.content);
  header.source_bytes = source.state.bytes;
  header.source_modified = source.state.modified;
  header.source_changed = source.state.changed;
  header.sha256 = padded<sizeof(Digest)>(source.sha256);
  header.train_sha256 = padded<sizeof(Digest)>(source.train_sha256);
  header.joined_sha256 = padded<sizeof(Digest)>(source.joined_sha256);
  header.negative_class = std::bit_cast<std::uint64_t>(classes.negative);
  header.positive_class = std::bit_cast<std::uint64_t>(classes.positive);
  header.rows = parsed.sample.labels.size();
  header.width = static_cast<std::uint64_t>(parsed.sample.rows.inner_size());
  header.nonzeros = static_cast<std::uint64_t>(parsed.sample.rows.nonzeros());
  header.attributes = parsed.attribute_of_column.size();
  header.inexact_values = static_cast<std::uint64_t>(parsed.inexact_values);
  return header;
}

/// Field by field: with double values an Entry has padding, whose bytes are anything.
void add_entries(SealedOutput& output, std::span<const Entry> entries) {
  constexpr std::size_t block_entries = 1 << 13;
  std::vector<std::byte> block(block_entries * sizeof(Entry));
  while (!entries.empty()) {
    const auto some = entries.first(std::min(entries.size(), block_entries));
    std::byte* place = block.data();
    for (const Entry& entry : some) {
      std::memcpy(place + offsetof(Entry, index), &entry.index, sizeof(Index));
      std::memcpy(place + offsetof(Entry, value), &entry.value, sizeof(Value));
      place += sizeof(Entry);
    }
    output.add(Bytes(block).first(some.size_bytes()));
    entries = entries.subspan(some.size());
  }
}

}  // namespace

void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write) {
  const ParsedSample& parsed = file.parsed;
  const Header header = header_of(file);
  SealedOutput output(write);
  output.add(std::as_bytes(std::span(&header, 1)));
  output.add(std::as_bytes(parsed.sample.rows.starts()));
  output.add(std::as_bytes(std::span(parsed.sample.labels)));
  add_entries(output, parsed.sample.rows.entries());
  std::vector<Index> attributes = parsed.attribute_of_column;
  attributes.resize(aligned(attributes.size() * sizeof(Index)) / sizeof(Index));
  output.add(std::as_bytes(std::span(attributes)));
  output.seal();
}

}  // namespace descent
