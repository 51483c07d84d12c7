#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/exact_format.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/place_in_text.hpp"
#include "support/errors.hpp"
#include "support/memory/available_memory.hpp"
#include "support/memory/growing_array.hpp"
#include "support/text/plural.hpp"

namespace descent {

/// A row whose indices do not ascend, and the indices of its entries of 0, which are not stored.
struct UnsortedRow {
  Index row = 0;
  std::vector<Index> zeros;
};

/// Collects the entries of a matrix in double precision while they are read, 12 bytes each. At the end they
/// are stored in the same memory, in the smallest storage that holds their values exactly.
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
  void append(const StoredEntries& later) {
    exact_.merge(later.exact_);
    entries_.append(later.entries_.all());
  }
  /// Gives away the memory, whose entries are not needed any more, for other memory.
  void swap_memory(GrowingArray<DoubleEntry>& spare) {
    std::swap(entries_, spare);
    entries_.clear();
  }

  /// Throws DataError if the entries take too much memory. Call it between blocks of text.
  void check_memory() {
    const std::uint64_t bytes = entries_.size() * sizeof(DoubleEntry);
    if (bytes <= unchecked_bytes_ && !most_bytes_) return;
    unchecked_bytes_ = bytes + bytes_between_checks;
    const bool fits = most_bytes_ ? bytes <= *most_bytes_ : available_memory() >= bytes_between_checks;
    if (!fits)
      throw DataError("{}: its first {} nonzeros take {:.1f} GB, and no more memory is free", path_.string(),
                      with_thousands(size()), 1e-9 * static_cast<double>(bytes));
  }

  /// `shift` is added to each index. Sorts the unsorted rows; throws DataError for an index that stands twice
  /// in one.
  SparseMatrix rows(std::vector<Offset> starts, Index width, Index shift = 0,
                    std::span<const UnsortedRow> unsorted = {}) && {
    const ValueFormat format = exact_.format(!exact_.has_negative());
    const std::size_t count = size();
    const auto memory = std::make_shared<GrowingMemory>(std::move(entries_).take_memory());
    const std::size_t bytes = count * bytes_of_entry(format.storage);
    with_storage(format.storage, [&](auto kind) {
      using Stored = decltype(kind);
      auto* const begin = reinterpret_cast<Stored*>(memory->data());
      const auto* const entries = reinterpret_cast<const DoubleEntry*>(memory->data());
      std::array<DoubleEntry, 512> some;  // not initialised; an entry takes no more room than before
      for (std::size_t k = 0; k < count; k += some.size()) {
        const std::size_t length = std::min(some.size(), count - k);
        std::copy_n(entries + k, length, some.begin());
        std::transform(some.begin(), some.begin() + length, begin + k, [&](const DoubleEntry& entry) {
          return Stored::make(entry.index() + shift, *ExactFormat::number_of(entry.number(), format));
        });
      }
      for (const UnsortedRow& row : unsorted) {
        const auto number = static_cast<std::size_t>(row.row);
        const std::span line(begin + starts[number], begin + starts[number + 1]);
        std::ranges::sort(line, {}, [](const Stored& entry) { return entry.index(); });
        require_distinct<Stored>(line, row, shift);
      }
    });
    memory->shrink_to(bytes);
    return {std::move(starts), StoredValues{format, {memory->data(), bytes}, memory}, width};
  }

 private:
  static constexpr std::uint64_t bytes_between_checks = 64 << 20;

  template <class Stored>
  void require_distinct(std::span<const Stored> line, const UnsortedRow& row, Index shift) const {
    std::vector<Index> indices = row.zeros;
    for (const Stored& entry : line) indices.push_back(entry.index() - shift);
    std::ranges::sort(indices);
    const auto twice = std::ranges::adjacent_find(indices);
    if (twice != indices.end())
      throw DataError("{}: the index {} stands twice in the line", place_of_row(path_, row.row), *twice + 1);
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_bytes_;
  std::uint64_t unchecked_bytes_ = bytes_between_checks;
  GrowingArray<DoubleEntry> entries_;
  ExactFormat exact_;
};

}  // namespace descent
