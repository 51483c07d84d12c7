#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace descent::parsed_layout {

using Digest = std::array<char, 64>;  // as hexadecimal digits, or all zero bytes

/// Raise it if the layout changes, or if a reader makes something else of the same text.
constexpr std::uint32_t format_version = 5;
constexpr std::array<char, 8> magic_of_format{'D', 'E', 'S', 'C', 'E', 'N', 'T', 'P'};
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::size_t alignment = 8;
constexpr std::size_t checksum_size = 16;
using Checksum = std::array<std::byte, checksum_size>;  // XXH3

/// The start of a parsed file; the arrays follow, each aligned.
struct Header {
  std::array<char, 8> magic = magic_of_format;
  std::uint32_t byte_order = byte_order_mark;
  std::uint32_t version = format_version;
  std::uint32_t storage = 0;  // of the entries
  std::uint32_t unused = 0;
  std::array<char, 48> content{};
  std::uint64_t source_bytes = 0;
  std::int64_t source_modified = 0;
  std::int64_t source_changed = 0;
  Digest sha256{};
  Digest train_sha256{};
  Digest joined_sha256{};
  std::uint64_t rows = 0;
  std::uint64_t width = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t attributes = 0;
  std::uint64_t decimals = 0;  // k of decimals q/10^k
  std::uint64_t underflows = 0;
  std::uint64_t facts = 0;  // bytes of JSON text: classes, names of columns, remarks
};
static_assert(std::has_unique_object_representations_v<Header>, "padding would be bytes of no meaning");
static_assert(sizeof(Header) % alignment == 0);

/// The start of the next array.
constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace descent::parsed_layout
