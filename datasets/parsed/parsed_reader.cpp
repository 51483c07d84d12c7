// The reading half of parsed_format.hpp.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "datasets/parsed/parsed_checks.hpp"
#include "datasets/parsed/parsed_format.hpp"
#include "datasets/parsed/parsed_layout.hpp"
#include "support/errors.hpp"
#include "support/files/checksum.hpp"

namespace descent {
namespace {

using namespace parsed_layout;
using Bytes = std::span<const std::byte>;

template <std::size_t size>
std::string text_of(const std::array<char, size>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
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
    const std::size_t bytes = aligned(elements * sizeof(Element));
    require(bytes <= rest_.size(), "is shorter than its counts say");
    const auto* const first = reinterpret_cast<const Element*>(rest_.data());
    rest_ = rest_.subspan(bytes);
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
