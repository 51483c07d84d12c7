#include "datasets/readers/numpy_array.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <regex>
#include <type_traits>
#include <utility>

#include "datasets/matrix/classes.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/ends_in.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

static_assert(std::endian::native == std::endian::little);

[[noreturn]] void fail(const NumpyArray& array, const std::string& message) {
  throw DataError("{}: {}", array.name, message);
}

/// Sets kind, item_bytes and is_swapped by a dtype such as "<f8".
void read_type(const std::string& type, NumpyArray& array) {
  static const std::regex known("([<>|=])([fiubUS])([0-9]{1,6})");
  std::smatch parts;
  if (!std::regex_match(type, parts, known))
    fail(array, fmt::format("holds items of type {}, expected numbers or texts (dtype f, i, u, b, U or S)",
                            quoted_token(type)));
  array.kind = parts.str(2)[0];
  const std::size_t count = *number_of<std::size_t>(parts.str(3));
  array.item_bytes = array.kind == 'U' ? 4 * count : count;
  array.is_swapped = parts.str(1) == ">";
  const bool is_known_size = array.kind == 'f'   ? count == 4 || count == 8
                             : array.kind == 'b' ? count == 1
                                                 : count == 1 || count == 2 || count == 4 || count == 8;
  if (!array.holds_texts() && !is_known_size)
    fail(array, fmt::format("holds numbers of type {}; convert them to float64", quoted_token(type)));
}

/// Sets everything but the bytes by the header's text, a Python dictionary.
void read_header(const std::string& header, NumpyArray& array) {
  const auto value_of = [&](const char* key, const char* pattern) {
    std::smatch found;
    if (!std::regex_search(header, found, std::regex(fmt::format("'{}': *{}", key, pattern))))
      fail(array, "has a header that is none of NumPy's");
    return found.str(1);
  };
  if (header.find("'descr': '|O'") != std::string::npos)
    fail(array, "holds Python objects, which only Python reads; convert the array to numbers or texts");
  read_type(value_of("descr", "'([^']*)'"), array);
  array.is_fortran = value_of("fortran_order", "(True|False)") == "True";
  const std::string shape = value_of("shape", "\\(([0-9, ]*)\\)");
  static const std::regex digits("[0-9]+");
  for (std::sregex_iterator at(shape.begin(), shape.end(), digits), end; at != end; ++at)
    array.shape.push_back(number_of<std::size_t>(at->str()).value_or(0));
}

/// Parses an .npy file whose bytes `read` gives: read(place, count) returns fewer only at the end.
template <class Read>
NumpyArray parse_npy(std::string name, const Read& read) {
  NumpyArray array{.name = std::move(name)};
  const auto take = [&](std::size_t count) {
    std::vector<char> bytes(count);
    if (read(bytes.data(), count) != count) fail(array, "is cut off, or no array of NumPy");
    return bytes;
  };
  const std::vector<char> start = take(8);
  if (!std::string_view(start.data(), start.size()).starts_with("\x93NUMPY"))
    fail(array, "is no array of NumPy");
  const std::vector<char> length = take(start[6] == 1 ? 2 : 4);
  std::uint32_t header_bytes = 0;
  std::memcpy(&header_bytes, length.data(), length.size());
  if (header_bytes > 1 << 20) fail(array, "has a header that is none of NumPy's");
  const std::vector<char> header = take(header_bytes);
  read_header({header.begin(), header.end()}, array);
  std::size_t size = array.item_bytes;
  for (const std::size_t extent : array.shape)
    if (__builtin_mul_overflow(size, extent, &size)) fail(array, "has an impossible shape");
  // Grows with the file, so that a wrong shape cannot ask for memory.
  constexpr std::size_t piece = 16 << 20;
  while (array.bytes.size() < size) {
    const std::size_t filled = array.bytes.size(), count = std::min(piece, size - filled);
    array.bytes.resize(filled + count);
    if (read(array.bytes.data() + filled, count) != count) fail(array, "is cut off");
  }
  // Read to the end, where an archive compares its checksum.
  if (char more = 0; read(&more, 1) != 0)
    fail(array, "has bytes after its array, expected its end; fetch or save it again");
  return array;
}

template <class Number>
Number load(const char* place, bool is_swapped) {
  std::array<char, sizeof(Number)> bytes;
  std::copy_n(place, sizeof(Number), bytes.begin());
  if (is_swapped) std::ranges::reverse(bytes);
  return std::bit_cast<Number>(bytes);
}

}  // namespace

std::size_t NumpyArray::size() const {
  std::size_t count = 1;
  for (const std::size_t extent : shape) count *= extent;
  return count;
}

double NumpyArray::number(std::size_t i) const {
  const char* const place = bytes.data() + i * item_bytes;
  const auto whole = [&](auto number) {
    const auto value = static_cast<double>(number);
    // Rounding may make the number after the largest, which has no value in the type.
    constexpr double too_large = std::is_signed_v<decltype(number)> ? 0x1p63 : 0x1p64;
    if (value >= too_large || static_cast<decltype(number)>(value) != number)
      fail(*this, fmt::format("item {} is {}, which no double is; convert the array to float64 to round it",
                              i + 1, number));
    return value;
  };
  switch (kind) {
    case 'f':
      return item_bytes == 4 ? load<float>(place, is_swapped) : load<double>(place, is_swapped);
    case 'i':
      return item_bytes == 1   ? load<std::int8_t>(place, is_swapped)
             : item_bytes == 2 ? load<std::int16_t>(place, is_swapped)
             : item_bytes == 4 ? load<std::int32_t>(place, is_swapped)
                               : whole(load<std::int64_t>(place, is_swapped));
    case 'u':
    case 'b':
      return item_bytes == 1   ? load<std::uint8_t>(place, is_swapped)
             : item_bytes == 2 ? load<std::uint16_t>(place, is_swapped)
             : item_bytes == 4 ? load<std::uint32_t>(place, is_swapped)
                               : whole(load<std::uint64_t>(place, is_swapped));
    default:
      fail(*this, "holds texts, expected numbers");
  }
}

std::string NumpyArray::text(std::size_t i) const {
  const char* const item = bytes.data() + i * item_bytes;
  if (!holds_texts()) return label_text(number(i));
  // NumPy pads with zeros; a zero before other letters belongs to the text.
  const std::size_t letter = kind == 'U' ? 4 : 1;
  std::size_t end = item_bytes;
  while (end > 0 && std::all_of(item + end - letter, item + end, [](char c) { return c == 0; }))
    end -= letter;
  if (kind == 'S') return {item, end};
  std::string text;
  for (std::size_t k = 0; k < end; k += 4) {
    const auto code = load<std::uint32_t>(item + k, is_swapped);
    if (code >= 0x800) text += static_cast<char>(code < 0x10000 ? 0xE0 | code >> 12 : 0xF0 | code >> 18);
    if (code >= 0x10000) text += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    if (code >= 0x800) text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    if (code >= 0x80 && code < 0x800) text += static_cast<char>(0xC0 | code >> 6);
    if (code >= 0x80) text += static_cast<char>(0x80 | (code & 0x3F));
    if (code < 0x80) text += static_cast<char>(code);
  }
  return text;
}

void NumpyArray::require_dimensions(std::size_t count) const {
  if (shape.size() != count) fail(*this, fmt::format("has {} dimensions, expected {}", shape.size(), count));
}

bool is_npy(const std::filesystem::path& path) {
  return ends_in(plain_name(path.native()), ".npy");
}

NumpyArray read_npy(const std::filesystem::path& path) {
  CompressedInput input(path);
  return parse_npy(path.string(), [&](char* place, std::size_t count) { return input.read({place, count}); });
}

std::map<std::string, NumpyArray> read_npz(const std::filesystem::path& path) {
  const CompressedInput checked(path);  // has the messages for a missing or unreadable file
  const std::unique_ptr<archive, int (*)(archive*)> zip(archive_read_new(), &archive_read_free);
  if (zip == nullptr) throw std::bad_alloc();
  archive_read_support_format_zip_seekable(zip.get());  // the other ZIP reader takes files that are cut off
  const auto reason = [&] {
    const char* const known = archive_error_string(zip.get());
    return printable(known == nullptr ? "unknown" : known);
  };
  const auto require = [&](la_int64_t result) {
    if (result < ARCHIVE_WARN)
      throw DataError("{}: is no .npz file, damaged or cut off ({}); fetch or save it again", path.string(),
                      reason());
  };
  require(archive_read_open_filename(zip.get(), path.c_str(), 1 << 18));
  std::map<std::string, NumpyArray> arrays;
  archive_entry* entry = nullptr;
  for (int result; (result = archive_read_next_header(zip.get(), &entry)) != ARCHIVE_EOF;) {
    require(result);
    const char* const raw = archive_entry_pathname(entry);
    std::string name = printable(raw == nullptr ? "" : raw);
    if (!name.ends_with(".npy")) continue;
    const std::string place_of_array = fmt::format("{}: {}", path.string(), name);
    const auto read = [&](char* place, std::size_t count) {
      std::size_t filled = 0;
      while (filled < count) {
        const la_ssize_t got = archive_read_data(zip.get(), place + filled, count - filled);
        if (got < 0)
          throw DataError("{}: is damaged ({}); fetch or save the file again", place_of_array, reason());
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
      }
      return filled;
    };
    NumpyArray array = parse_npy(place_of_array, read);
    arrays.insert_or_assign(name.substr(0, name.size() - 4), std::move(array));
  }
  return arrays;
}

}  // namespace descent
