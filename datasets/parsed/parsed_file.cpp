#include "datasets/parsed/parsed_file.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "datasets/parsed/parsed_checks.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

using namespace parsed_layout;
using Bytes = std::span<const std::byte>;

/// In its canonical byte order, the same on every machine.
Checksum canonical(XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  return std::bit_cast<Checksum>(bytes);
}

template <std::size_t size>
std::array<char, size> padded(std::string_view text) {
  std::array<char, size> field{};
  std::copy_n(text.begin(), std::min(text.size(), size), field.begin());
  return field;
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& field) {
  return {field.begin(), std::ranges::find(field, '\0')};
}

/// Classes, names of columns, remarks and index base.
std::string facts_text(const ParsedSample& parsed) {
  Json facts = {{"columns", parsed.columns}, {"remarks", parsed.remarks}, {"index_base", parsed.index_base}};
  if (parsed.classes) facts["classes"] = {parsed.classes->negative, parsed.classes->positive};
  return json_text(facts);
}

Header header_of(const ParsedFile& file, std::size_t facts) {
  const auto& [source, parsed] = file;
  Header header;
  header.content = padded<sizeof(header.content)>(source.content);
  header.source_bytes = source.state.bytes;
  header.source_modified = source.state.modified;
  header.source_changed = source.state.changed;
  header.sha256 = padded<sizeof(Digest)>(source.sha256);
  header.train_sha256 = padded<sizeof(Digest)>(source.train_sha256);
  header.joined_sha256 = padded<sizeof(Digest)>(source.joined_sha256);
  header.rows = parsed.sample.labels.size();
  header.width = static_cast<std::uint64_t>(parsed.sample.rows.inner_size());
  header.nonzeros = static_cast<std::uint64_t>(parsed.sample.rows.nonzeros());
  header.attributes = parsed.attribute_of_column.size();
  const ValueFormat format = parsed.sample.rows.format();
  header.storage = static_cast<std::uint32_t>(format.storage);
  header.decimals = format.scale;
  header.underflows = static_cast<std::uint64_t>(parsed.underflows);
  header.facts = facts;
  return header;
}

void require(bool right, const char* wrong) {
  if (!right) throw DataError(wrong);
}

/// The header, if this build wrote it and its counts are possible.
Header checked_header(Bytes bytes) {
  constexpr auto largest_index = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  require(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0, "is not aligned to 8 bytes");
  Header header;
  require(bytes.size() >= sizeof(header) + checksum_size, "is too short for a header and a checksum");
  std::memcpy(&header, bytes.data(), sizeof(header));
  require(header.magic == magic_of_format, "is not a parsed dataset");
  require(header.byte_order == byte_order_mark, "is of a machine with another byte order");
  require(header.version == format_version, "is of another version of the format");
  require(header.rows >= 1 && header.rows <= largest_index, "has an impossible number of rows");
  require(header.width <= largest_index, "has an impossible width");
  require(header.storage < storage_names.size(), "has an impossible storage of values");
  require(header.underflows <= static_cast<std::uint64_t>(std::numeric_limits<Offset>::max()),
          "has an impossible number of underflows");
  require(header.attributes == 0 || header.attributes == header.width, "has attributes for other columns");
  return header;
}

/// Takes an array off the front of the remaining bytes.
template <class Element>
std::span<const Element> take(Bytes& rest, std::uint64_t count) {
  require(count <= rest.size() / sizeof(Element), "is shorter than its counts say");
  const auto elements = static_cast<std::size_t>(count);
  const std::size_t bytes = aligned(elements * sizeof(Element));
  require(bytes <= rest.size(), "is shorter than its counts say");
  const auto* const first = reinterpret_cast<const Element*>(rest.data());
  rest = rest.subspan(bytes);
  return {first, elements};
}

std::string digest_text(const Digest& field, bool may_be_empty) {
  std::string text = text_of(field);
  require(is_hexadecimal(text) && (text.size() == field.size() || (may_be_empty && text.empty())),
          "has no SHA-256");
  return text;
}

/// Sets what facts_text() wrote.
void read_facts(std::span<const char> text, ParsedSample& parsed) {
  constexpr const char* name = "facts";
  try {
    const Json json = parse_json(std::string(text.begin(), text.end()), name);
    const JsonPlace facts(name, json);
    parsed.columns = facts.at("columns").list(&JsonPlace::text);
    parsed.remarks = facts.at("remarks").list(&JsonPlace::text);
    parsed.index_base = static_cast<Index>(facts.at("index_base").integer(0, 1));
    if (const auto classes = facts.find("classes")) {
      const auto names = classes->list(&JsonPlace::text, 2, 2);
      parsed.classes = {names[0], names[1]};
      require(names[0] != names[1] && !names[1].empty(), "has impossible classes");
    }
  } catch (const ConfigError& error) {
    throw DataError(error.what());
  }
}

ValueFormat format_of(const Header& header) {
  const auto storage = static_cast<Storage>(header.storage);
  require(
      header.decimals == 0 || (storage == Storage::decimal && header.decimals <= ValueFormat::most_decimals),
      "has impossible decimals");
  return {storage, static_cast<std::uint8_t>(header.decimals)};
}

/// The content of a parsed file, as views of its bytes.
struct Content {
  Header header;
  std::span<const Offset> starts;
  std::span<const double> labels;
  Entries entries;
  std::span<const Index> attributes;
  ParsedSample facts;  ///< without sample and attributes
};

/// Throws DataError if a size or count is wrong.
Content content_of(Bytes bytes) {
  const Header header = checked_header(bytes);
  Bytes rest = bytes.first(bytes.size() - checksum_size).subspan(sizeof(Header));
  const auto starts = take<Offset>(rest, header.rows + 1);
  const auto labels = take<double>(rest, header.rows);
  const ValueFormat format = format_of(header);
  const std::size_t entry_bytes = bytes_of_entry(format.storage);
  require(header.nonzeros <= rest.size() / entry_bytes, "is shorter than its counts say");
  const Entries entries(take<std::byte>(rest, header.nonzeros * entry_bytes).data(),
                        static_cast<std::size_t>(header.nonzeros), format);
  const auto attributes = take<Index>(rest, header.attributes);
  const auto facts = take<char>(rest, header.facts);
  require(rest.empty(), "is longer than its counts say");
  Content content{header, starts, labels, entries, attributes, {}};
  read_facts(facts, content.facts);
  return content;
}

/// True if the attributes of the columns count up: 0, 0, 1, 2, 2, …
bool count_up(std::span<const Index> attributes) {
  Index last = 0;
  for (const Index attribute : attributes) {
    if (attribute != last && attribute != last + 1) return false;
    last = attribute;
  }
  return attributes.empty() || attributes.front() == 0;
}

/// Owns the memory of a matrix read from a file. Starts, used as positions, are a copy even if the entries
/// are mapped.
struct Owner {
  std::vector<Offset> starts;
  std::shared_ptr<const void> bytes;
};

/// Checks these rows and nothing else, and returns them as views of the file.
Sample rows_of(const Content& content, RowRange range, std::shared_ptr<const void> owner) {
  const char* const wrong = "has rows that are no matrix";
  require(content.starts.front() == 0 && content.starts.back() == std::ssize(content.entries), wrong);
  require(range.first <= range.last, wrong);
  const auto first = static_cast<std::size_t>(range.first);
  const auto count = static_cast<std::size_t>(range.last - range.first);
  const auto own_starts = content.starts.subspan(first, count + 1);
  const Offset before = own_starts.front();
  auto kept = std::make_shared<Owner>(Owner{{own_starts.begin(), own_starts.end()}, std::move(owner)});
  require(before >= 0 && before <= kept->starts.back() && kept->starts.back() <= content.starts.back(),
          wrong);
  for (Offset& start : kept->starts) start -= before;
  const ValueFormat format = content.entries.format();
  const Entries entries(
      content.entries.bytes().data() + static_cast<std::size_t>(before) * bytes_of_entry(format.storage),
      static_cast<std::size_t>(kept->starts.back()), format);
  const auto width = static_cast<Index>(content.header.width);
  require(is_matrix(kept->starts, entries, width), wrong);
  const auto labels = content.labels.subspan(first, count);
  require(content.facts.classes ? are_signs(labels) : are_finite(labels), "has impossible labels");
  const std::span<const Offset> starts = kept->starts;
  return {{starts, format, entries.bytes(), width, std::move(kept)}, {labels.begin(), labels.end()}};
}

}  // namespace

void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> checksum(XXH3_createState(),
                                                                                 &XXH3_freeState);
  if (checksum == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(checksum.get());
  const auto add = [&](Bytes bytes) {
    XXH3_128bits_update(checksum.get(), bytes.data(), bytes.size());
    write(bytes);
  };
  const ParsedSample& parsed = file.parsed;
  std::string facts = facts_text(parsed);
  const Header header = header_of(file, facts.size());
  add(std::as_bytes(std::span(&header, 1)));
  add(std::as_bytes(parsed.sample.rows.starts()));
  add(std::as_bytes(std::span(parsed.sample.labels)));
  const Bytes entries = parsed.sample.rows.stored();
  add(entries);
  add(Bytes(std::array<std::byte, alignment>{}).first(aligned(entries.size()) - entries.size()));
  std::vector<Index> attributes = parsed.attribute_of_column;
  attributes.resize(aligned(attributes.size() * sizeof(Index)) / sizeof(Index));
  add(std::as_bytes(std::span(attributes)));
  facts.resize(aligned(facts.size()));
  add(std::as_bytes(std::span(facts)));
  write(canonical(XXH3_128bits_digest(checksum.get())));
}

ParsedFile read_parsed(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  Content content = content_of(bytes);
  const Header& header = content.header;
  require(is_sealed(bytes), "has another checksum");
  Sample sample = rows_of(content, {0, static_cast<Index>(header.rows)}, std::move(owner));
  require(count_up(content.attributes), "has attributes that do not ascend");
  ParsedFile file{.source = {.content = text_of(header.content),
                             .state = {header.source_bytes, header.source_modified, header.source_changed},
                             .sha256 = digest_text(header.sha256, false),
                             .train_sha256 = digest_text(header.train_sha256, true),
                             .joined_sha256 = digest_text(header.joined_sha256, true)},
                  .parsed = std::move(content.facts)};
  file.parsed.sample = std::move(sample);
  file.parsed.attribute_of_column = {content.attributes.begin(), content.attributes.end()};
  file.parsed.underflows = static_cast<Offset>(header.underflows);
  return file;
}

RowRange rows_of_part(std::span<const Offset> starts, int part, int parts) {
  const auto begin_of = [&](int number) {
    if (number == parts) return static_cast<Index>(starts.size() - 1);
    const Offset share = starts.back() / parts * number + starts.back() % parts * number / parts;
    return static_cast<Index>(std::ranges::lower_bound(starts.first(starts.size() - 1), share) -
                              starts.begin());
  };
  return {part == 0 ? 0 : begin_of(part), begin_of(part + 1)};
}

ParsedPart read_parsed_part(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, int part,
                            int parts) {
  const Content content = content_of(bytes);
  return {.sample = rows_of(content, rows_of_part(content.starts, part, parts), std::move(owner)),
          .rows = static_cast<Index>(content.header.rows),
          .nonzeros = static_cast<Offset>(content.header.nonzeros)};
}

Checksum checksum_of_parsed(std::span<const std::byte> file) {
  return canonical(XXH3_128bits(file.data(), file.size() - checksum_size));
}

bool is_sealed(std::span<const std::byte> file) {
  return file.size() >= checksum_size &&
         std::ranges::equal(checksum_of_parsed(file), file.last(checksum_size));
}

}  // namespace descent
