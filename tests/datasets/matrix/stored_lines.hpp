#pragma once

#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent::test {

/// The entries as numbers of this format, even if it cannot hold them exactly.
inline StoredValues stored_in(ValueFormat format, std::span<const Entry> entries) {
  StoredValues room = room_for_entries(format, entries.size());
  with_storage(format.storage, [&](auto kind) {
    auto* end = reinterpret_cast<decltype(kind)*>(room.bytes.data());
    for (const Entry& entry : entries) *end++ = decltype(kind)::make(entry.index, entry.value);
  });
  return room;
}

constexpr ValueFormat in_doubles{Storage::double_precision};

inline Entries entries_of(const StoredValues& stored) {
  return {stored.bytes.data(), stored.bytes.size() / bytes_of_entry(stored.format.storage), stored.format};
}
/// All entries as one line.
inline Line line_of(const StoredValues& stored) {
  return {stored.bytes.data(), entries_of(stored).size(), stored.format};
}

}  // namespace descent::test
