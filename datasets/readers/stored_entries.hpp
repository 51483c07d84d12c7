#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/exact_format.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/blocks.hpp"
#include "support/errors.hpp"
#include "support/files/available_memory.hpp"
#include "support/text/plural.hpp"

namespace descent {

/// Collects the entries of a matrix in double precision while they are read, 12 bytes each. At the end it
/// stores them in the smallest storage that holds their values exactly.
class StoredEntries {
 public:
  /// Keeps a reference to the path, for messages. `most_bytes`: see LibsvmOptions::most_in_memory.
  StoredEntries(const std::filesystem::path& path, std::optional<std::uint64_t> most_bytes)
      : path_(path), most_bytes_(most_bytes) {}

  /// Adds a value that is not 0.
  void push_back(Index index, double value) {
    exact_.note(value);
    entries_.push_back(DoubleEntry::make(index, value));
  }
  std::size_t size() const { return entries_.size(); }
  void append(StoredEntries&& later) {
    exact_.merge(later.exact_);
    entries_.append(std::move(later.entries_));
  }

  /// Throws DataError if the entries take too much memory. Call it between blocks of text.
  void check_memory() {
    const std::uint64_t bytes = entries_.size() * sizeof(DoubleEntry);
    if (bytes <= unchecked_bytes_ && !most_bytes_) return;
    unchecked_bytes_ = bytes + bytes_between_checks;
    const bool fits = most_bytes_ ? bytes <= *most_bytes_ : available_memory() >= bytes_between_checks;
    if (!fits)
      throw DataError(fmt::format("{}: its first {} nonzeros take {:.1f} GB, and no more memory is free",
                                  path_.string(), with_thousands(size()), 1e-9 * static_cast<double>(bytes)));
  }

  SparseMatrix rows(std::vector<Offset> starts, Index width) && {
    const ValueFormat format = exact_.format(!exact_.has_negative());
    StoredValues stored = room_for_entries(format, size());
    with_storage(format.storage, [&](auto kind) {
      using Stored = decltype(kind);
      auto* end = reinterpret_cast<Stored*>(stored.bytes.data());
      entries_.move_out([&](std::span<const DoubleEntry> some) {
        for (const DoubleEntry& entry : some)
          *end++ = Stored::make(entry.index(), *ExactFormat::number_of(entry.number(), format));
      });
    });
    return {std::move(starts), std::move(stored), width};
  }

 private:
  static constexpr std::uint64_t bytes_between_checks = 64 << 20;

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_bytes_;
  std::uint64_t unchecked_bytes_ = bytes_between_checks;
  Blocks<DoubleEntry> entries_;
  ExactFormat exact_;
};

}  // namespace descent
