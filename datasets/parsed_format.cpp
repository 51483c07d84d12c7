#include "datasets/parsed_format.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "datasets/errors.hpp"
#include "datasets/parsed_checks.hpp"

namespace descent {
namespace {

using Bytes = std::span<const std::byte>;
using Digest = std::array<char, 64>;  // as hexadecimal digits, or all zero bytes

/// Raise it when the layout changes, and when a reader makes something else of the same text.
constexpr std::uint32_t format_version = 1;
constexpr std::array<char, 8> magic_of_format{'D', 'E', 'S', 'C', 'E', 'N', 'T', 'P'};
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::size_t alignment = 8;

/// Two builds with the same shape read each other's entries.
constexpr std::uint32_t shape_of_entry = sizeof(Entry) << 16 | sizeof(Value) << 8 | offsetof(Entry, value);

struct Header {
  std::array<char, 8> magic = magic_of_format;
  std::uint32_t byte_order = byte_order_mark;
  std::uint32_t version = format_version;
  std::uint32_t entry_shape = shape_of_entry;
  std::uint32_t has_classes = 0;
  std::array<char, 32> content{};
  std::uint64_t source_bytes = 0;
  std::int64_t source_modified = 0;
  std::int64_t source_changed = 0;
  Digest sha256{};
  Digest train_sha256{};
  Digest joined_sha256{};
  std::uint64_t negative_class = 0;  // the bits of a double
  std::uint64_t positive_class = 0;
  std::uint64_t rows = 0;
  std::uint64_t width = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t attributes = 0;
  std::uint64_t inexact_values = 0;
};
static_assert(std::has_unique_object_representations_v<Header>, "padding would be bytes of no meaning");
static_assert(sizeof(Header) % alignment == 0 && alignof(Entry) <= alignment);

using Checksum = std::array<std::byte, sizeof(XXH128_canonical_t)>;

Checksum as_bytes(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  return std::bit_cast<Checksum>(canonical);
}

Checksum checksum_of(Bytes bytes) {
  return as_bytes(XXH3_128bits(bytes.data(), bytes.size()));
}

/// Hands pieces on and sums them up.
class SealedOutput {
 public:
  explicit SealedOutput(const std::function<void(Bytes)>& write) : write_(write), state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(state_.get());
  }
  void add(Bytes bytes) {
    XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
    write_(bytes);
  }
  void seal() { write_(as_bytes(XXH3_128bits_digest(state_.get()))); }

 private:
  struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  const std::function<void(Bytes)>& write_;
  std::unique_ptr<XXH3_state_t, FreeState> state_;
};

template <std::size_t size>
std::array<char, size> padded(std::string_view text) {
  std::array<char, size> field{};
  std::copy_n(text.begin(), std::min(text.size(), size), field.begin());
  return field;
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
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
  header.width = static_cast<std::uint64_t>(parsed.sample.rows.width());
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

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

void require(bool right, const char* wrong) {
  if (!right) throw DataError(wrong);
}

/// Takes the arrays of a file off its front, one after the other.
class Sections {
 public:
  explicit Sections(Bytes bytes) : rest_(bytes) {}

  template <class Element>
  std::span<const Element> take(std::uint64_t count) {
    require(count <= rest_.size() / sizeof(Element), "is shorter than its counts say");
    const auto elements = static_cast<std::size_t>(count);
    const auto* const first = reinterpret_cast<const Element*>(rest_.data());
    rest_ = rest_.subspan(std::min(aligned(elements * sizeof(Element)), rest_.size()));
    return {first, elements};
  }
  bool at_end() const { return rest_.empty(); }

 private:
  Bytes rest_;
};

/// The header when it is one of this build.
Header checked_header(Bytes bytes) {
  require(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0, "is not aligned to 8 bytes");
  Header header;
  require(bytes.size() >= sizeof(header), "is too short for a header");
  std::memcpy(&header, bytes.data(), sizeof(header));
  require(header.magic == magic_of_format, "is no parsed dataset");
  require(header.byte_order == byte_order_mark, "is of a machine with another byte order");
  require(header.version == format_version, "is of another version of the format");
  require(header.entry_shape == shape_of_entry, "holds values of another type");
  return header;
}

void require_counts(const Header& header) {
  constexpr auto largest_index = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  constexpr auto largest_offset = static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
  require(header.rows >= 1 && header.rows <= largest_index, "has a number of rows that cannot be");
  require(header.width <= largest_index, "has a width that cannot be");
  require(header.inexact_values <= largest_offset, "has a number of inexact values that cannot be");
  require(header.attributes == 0 || header.attributes == header.width, "has attributes for other columns");
}

std::string digest_text(const Digest& field, bool may_be_empty) {
  std::string text = text_of(field);
  const bool is_hex = text.find_first_not_of("0123456789abcdef") == std::string::npos;
  require(is_hex && (text.size() == field.size() || (may_be_empty && text.empty())), "has no SHA-256");
  return text;
}

ParsedSource source_of(const Header& header) {
  return {.content = text_of(header.content),
          .state = {header.source_bytes, header.source_modified, header.source_changed},
          .sha256 = digest_text(header.sha256, false),
          .train_sha256 = digest_text(header.train_sha256, true),
          .joined_sha256 = digest_text(header.joined_sha256, true)};
}

std::optional<Classes> classes_of(const Header& header) {
  if (header.has_classes == 0) return std::nullopt;
  const Classes classes{std::bit_cast<double>(header.negative_class),
                        std::bit_cast<double>(header.positive_class)};
  require(header.has_classes == 1 && are_finite(std::array{classes.negative, classes.positive}) &&
              classes.negative < classes.positive,
          "has classes that cannot be");
  return classes;
}

/// The attributes of the columns: 0, 0, 1, 2, 2, …
bool count_up(std::span<const Index> attributes) {
  Index last = 0;
  for (const Index attribute : attributes) {
    if (attribute != last && attribute != last + 1) return false;
    last = attribute;
  }
  return attributes.empty() || attributes.front() == 0;
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

ParsedFile read_parsed(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  const Header header = checked_header(bytes);
  require(bytes.size() >= sizeof(Header) + sizeof(Checksum), "is too short for a checksum");
  const Bytes sealed = bytes.first(bytes.size() - sizeof(Checksum));
  require_counts(header);
  Sections sections(sealed.subspan(sizeof(Header)));
  const auto starts = sections.take<Offset>(header.rows + 1);
  const auto labels = sections.take<double>(header.rows);
  const auto entries = sections.take<Entry>(header.nonzeros);
  const auto attributes = sections.take<Index>(header.attributes);
  require(sections.at_end(), "is longer than its counts say");

  const Checksum checksum = checksum_of(sealed);
  require(std::ranges::equal(checksum, bytes.last(sizeof(Checksum))), "has another checksum");

  const auto width = static_cast<Index>(header.width);
  const std::optional<Classes> classes = classes_of(header);
  require(is_matrix(starts, entries, width), "has rows that are no matrix");
  require(classes ? are_signs(labels) : are_finite(labels), "has labels that cannot be");
  require(count_up(attributes), "has attributes that do not count up");
  return {.source = source_of(header),
          .parsed = {.sample = {{starts, entries, width, std::move(owner)}, {labels.begin(), labels.end()}},
                     .classes = classes,
                     .inexact_values = static_cast<Offset>(header.inexact_values),
                     .attribute_of_column = {attributes.begin(), attributes.end()}}};
}

void seal_parsed(std::span<std::byte> bytes) {
  if (bytes.size() < sizeof(Checksum)) return;
  const Checksum checksum = checksum_of(bytes.first(bytes.size() - sizeof(Checksum)));
  std::ranges::copy(checksum, bytes.last(sizeof(Checksum)).begin());
}

}  // namespace descent
