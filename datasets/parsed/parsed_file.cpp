#include "datasets/parsed/parsed_file.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

using Bytes = std::span<const std::byte>;
using Checksum = std::array<std::byte, parsed_checksum_size>;

constexpr std::size_t alignment = 8;
static_assert(sizeof(ParsedStart) % alignment == 0);

/// The start of the next array.
constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// In its canonical byte order, the same on every machine.
Checksum canonical(XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  return std::bit_cast<Checksum>(bytes);
}

/// Everything but the arrays.
Json facts_of(const ParsedFile& file) {
  const auto& [source, parsed] = file;
  const SparseMatrix& rows = parsed.sample.rows;
  Json facts{{"content", source.content},
             {"state", {source.state.bytes, source.state.modified, source.state.changed}},
             {"sha256", source.sha256},
             {"train_sha256", source.train_sha256},
             {"joined_sha256", source.joined_sha256},
             {"rows", parsed.sample.labels.size()},
             {"width", rows.inner_size()},
             {"nonzeros", rows.nonzeros()},
             {"storage", static_cast<int>(rows.format().storage)},
             {"decimals", rows.format().scale},
             {"attributes", parsed.attribute_of_column.size()},
             {"underflows", parsed.underflows},
             {"columns", parsed.columns},
             {"remarks", parsed.remarks},
             {"index_base", parsed.index_base}};
  if (parsed.classes) facts["classes"] = {parsed.classes->negative, parsed.classes->positive};
  return facts;
}

void require(bool right, const char* wrong) {
  if (!right) throw DataError(wrong);
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

bool is_digest(const std::string& text) {
  return text.size() == 64 && is_hexadecimal(text);
}

/// The content of a parsed file: its facts, and views of the arrays.
struct Content {
  ParsedFile file;  ///< without rows, labels and attributes
  Index width = 0;
  std::span<const Offset> starts;
  std::span<const double> labels;
  Entries entries;
  std::span<const Index> attributes;
};

/// `arrays` stand behind the facts.
Content content_of(const JsonPlace& facts, Bytes arrays) {
  using Largest = std::numeric_limits<std::int64_t>;
  constexpr std::int64_t largest_index = std::numeric_limits<Index>::max();
  Content content;
  auto& [source, parsed] = content.file;
  source.content = facts.at("content").text();
  const JsonElements state = facts.at("state").elements(3, 3);
  source.state = {static_cast<std::uint64_t>(state[0].integer(0, Largest::max())),
                  state[1].integer(Largest::min(), Largest::max()),
                  state[2].integer(Largest::min(), Largest::max())};
  source.sha256 = facts.at("sha256").text();
  source.train_sha256 = facts.at("train_sha256").text();
  source.joined_sha256 = facts.at("joined_sha256").text();
  parsed.underflows = facts.at("underflows").integer(0, Largest::max());
  parsed.columns = facts.at("columns").list(&JsonPlace::text);
  parsed.remarks = facts.at("remarks").list(&JsonPlace::text);
  parsed.index_base = static_cast<Index>(facts.at("index_base").integer(0, 1));
  if (const auto classes = facts.find("classes")) {
    const auto names = classes->list(&JsonPlace::text, 2, 2);
    parsed.classes = {names[0], names[1]};
    require(names[0] != names[1] && !names[1].empty(), "has impossible classes");
  }
  const auto count = [&](const char* key, std::int64_t least, std::size_t most) {
    return static_cast<std::size_t>(facts.at(key).integer(least, static_cast<std::int64_t>(most)));
  };
  const std::size_t rows = count("rows", 1, largest_index);
  content.width = static_cast<Index>(count("width", 0, largest_index));
  const auto storage = static_cast<Storage>(count("storage", 0, storage_names.size() - 1));
  const std::size_t decimals =
      count("decimals", 0, storage == Storage::decimal ? ValueFormat::most_decimals : 0);
  const std::size_t attributes = count("attributes", 0, largest_index);
  require(attributes == 0 || attributes == static_cast<std::size_t>(content.width),
          "has attributes for other columns");
  const std::size_t nonzeros = count("nonzeros", 0, arrays.size() / bytes_of_entry(storage));
  content.starts = take<Offset>(arrays, rows + 1);
  content.labels = take<double>(arrays, rows);
  content.entries = {take<std::byte>(arrays, nonzeros * bytes_of_entry(storage)).data(),
                     nonzeros,
                     {storage, static_cast<std::uint8_t>(decimals)}};
  content.attributes = take<Index>(arrays, attributes);
  require(arrays.empty(), "is longer than its counts say");
  return content;
}

/// Throws DataError for a file of another build, and if a size or count is wrong.
Content content_of(Bytes bytes) {
  constexpr ParsedStart own;
  ParsedStart start;
  require(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0, "is not aligned to 8 bytes");
  require(bytes.size() >= sizeof(start) + parsed_checksum_size, "is too short for its start and a checksum");
  std::memcpy(&start, bytes.data(), sizeof(start));
  require(start.magic == own.magic, "is not a parsed dataset");
  require(start.byte_order == own.byte_order, "is of a machine with another byte order");
  require(start.version == own.version, "is of another version of the format");
  Bytes rest = bytes.first(bytes.size() - parsed_checksum_size).subspan(sizeof(start));
  const std::span<const char> text = take<char>(rest, start.facts);
  try {
    const Json facts = parse_json({text.data(), text.size()}, "facts");
    return content_of(JsonPlace("facts", facts), rest);
  } catch (const ConfigError& error) {
    throw DataError(error.what());
  }
}

/// True (1) for a number that the storage never has: 0, infinite, NaN, or the smallest integer.
template <class Stored>
std::uint32_t is_wrong(Stored entry) {
  const double number = entry.number();
  std::uint32_t wrong = !(std::abs(number) <= std::numeric_limits<double>::max());
  wrong |= static_cast<std::uint32_t>(number == 0);
  if constexpr (std::is_same_v<Stored, DecimalEntry>)
    wrong |= static_cast<std::uint32_t>(entry.stored == std::numeric_limits<std::int32_t>::min());
  return wrong;
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
  require(before >= 0 && std::ranges::is_sorted(own_starts) && own_starts.back() <= content.starts.back(),
          wrong);
  for (Offset& start : kept->starts) start -= before;
  const ValueFormat format = content.entries.format();
  const Entries entries(
      content.entries.bytes().data() + static_cast<std::size_t>(before) * bytes_of_entry(format.storage),
      static_cast<std::size_t>(kept->starts.back()), format);
  require(is_matrix(kept->starts, entries, content.width), wrong);
  const auto labels = content.labels.subspan(first, count);
  const auto is_possible = [&](double label) {
    return content.file.parsed.classes ? std::abs(label) == 1 : std::isfinite(label);
  };
  require(std::ranges::all_of(labels, is_possible), "has impossible labels");
  const std::span<const Offset> starts = kept->starts;
  return {{starts, format, entries.bytes(), content.width, std::move(kept)}, {labels.begin(), labels.end()}};
}

}  // namespace

bool is_matrix(std::span<const Offset> starts, const Entries& all, Index width) {
  if (starts.empty() || starts.front() != 0 || starts.back() != static_cast<Offset>(all.size())) return false;
  if (!std::ranges::is_sorted(starts)) return false;
  return with_storage(all.format().storage, [&](auto kind) {
    using Stored = decltype(kind);
    const auto entries = all.as<Stored>();
    if constexpr (std::is_same_v<Stored, OneEntry>) {
      const auto is_negative = [&](std::size_t place) { return entries[place].is_negative(); };
      if (!lines_have_one_sign(starts, is_negative)) return false;
    }
    std::uint32_t wrong = 0;
    for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
      Index before = -1;
      for (auto place = starts[line]; place < starts[line + 1]; ++place) {
        const Stored entry = entries[static_cast<std::size_t>(place)];
        wrong |= static_cast<std::uint32_t>(entry.index() <= before) |
                 static_cast<std::uint32_t>(entry.index() >= width) | is_wrong(entry);
        before = entry.index();
      }
    }
    return wrong == 0;
  });
}

void write_parsed(const ParsedFile& file, const std::function<void(std::span<const std::byte>)>& write) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> checksum(XXH3_createState(),
                                                                                 &XXH3_freeState);
  if (checksum == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(checksum.get());
  const auto add = [&](Bytes bytes) {
    XXH3_128bits_update(checksum.get(), bytes.data(), bytes.size());
    write(bytes);
  };
  const auto add_array = [&](Bytes bytes) {
    add(bytes);
    add(Bytes(std::array<std::byte, alignment>{}).first(aligned(bytes.size()) - bytes.size()));
  };
  const Sample& sample = file.parsed.sample;
  const std::string facts = json_text(facts_of(file));
  const ParsedStart start{.facts = facts.size()};
  add(std::as_bytes(std::span(&start, 1)));
  add_array(std::as_bytes(std::span(facts)));
  add_array(std::as_bytes(sample.rows.starts()));
  add_array(std::as_bytes(std::span(sample.labels)));
  add_array(sample.rows.stored());
  add_array(std::as_bytes(std::span(file.parsed.attribute_of_column)));
  write(canonical(XXH3_128bits_digest(checksum.get())));
}

ParsedFile read_parsed(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  Content content = content_of(bytes);
  require(is_sealed(bytes), "has another checksum");
  auto& [source, parsed] = content.file;
  require(is_digest(source.sha256), "has no SHA-256");
  for (const std::string& digest : {source.train_sha256, source.joined_sha256})
    require(digest.empty() || is_digest(digest), "has no SHA-256");
  parsed.sample = rows_of(content, {0, static_cast<Index>(content.labels.size())}, std::move(owner));
  require(count_up(content.attributes), "has attributes that do not ascend");
  parsed.attribute_of_column = {content.attributes.begin(), content.attributes.end()};
  return std::move(content.file);
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
          .rows = static_cast<Index>(content.labels.size()),
          .nonzeros = std::ssize(content.entries)};
}

Checksum checksum_of_parsed(std::span<const std::byte> file) {
  return canonical(XXH3_128bits(file.data(), file.size() - parsed_checksum_size));
}

bool is_sealed(std::span<const std::byte> file) {
  return file.size() >= parsed_checksum_size &&
         std::ranges::equal(checksum_of_parsed(file), file.last(parsed_checksum_size));
}

}  // namespace descent
