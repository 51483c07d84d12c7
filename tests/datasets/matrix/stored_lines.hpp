#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent::test {

/// The entries as numbers of this format, whether it can hold them or not.
inline StoredValues stored_in(const ValueFormat& format, std::span<const Entry> entries) {
  StoredValues room = room_for_entries(format, entries.size());
  with_storage(format.storage, [&](auto kind) {
    auto* end = reinterpret_cast<decltype(kind)*>(room.bytes.data());
    for (const Entry& entry : entries) *end++ = decltype(kind)::make(entry.index, entry.value);
  });
  return room;
}

constexpr ValueFormat in_doubles{Storage::double_precision, 1, 1};

inline Line line_of(const StoredValues& entries) {
  return {entries.bytes.data(), entries.bytes.size() / bytes_of_entry(entries.format.storage),
          entries.format};
}

}  // namespace descent::test
