#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
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

/// Collects the rows of a matrix in double precision while they are read, 12 bytes an entry. At the end the
/// entries are stored in the same memory, in the smallest storage that holds their values exactly.
class StoredRows {
 public:
  /// Keeps a reference to the path, for messages. `most_bytes`: see LibsvmOptions::most_in_memory.
  explicit StoredRows(const std::filesystem::path& path, std::optional<std::uint64_t> most_bytes = {})
      : path_(path), most_bytes_(most_bytes) {
    starts_.push_back(0);
  }

  /// Adds a value that is not 0 to the row.
  void push_back(Index index, double value) {
    exact_.note(value);
    entries_.push_back(DoubleEntry::make(index, value));
  }
  /// Adds at most `most` values to the row, in registers until its end, in half the time of push_back().
  class Entries {
   public:
    Entries(StoredRows& rows, std::size_t most)
        : rows_(rows), end_(rows.entries_.end_with_room(most)), exact_(rows.exact_) {}
    ~Entries() {
      rows_.entries_.set_end(end_);
      rows_.exact_ = exact_;
    }
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;
    void push_back(Index index, double value) {
      exact_.note(value);
      *end_++ = DoubleEntry::make(index, value);
    }

   private:
    StoredRows& rows_;
    DoubleEntry* end_;
    ExactFormat exact_;
  };
  void end_row() { starts_.push_back(static_cast<Offset>(entries_.size())); }
  /// The same if the row's indices do not ascend. `zeros`: indices of its entries of 0, which are not stored.
  void end_unsorted_row(std::vector<Index> zeros) {
    unsorted_.push_back({size(), std::move(zeros)});
    end_row();
  }
  /// The number of rows that have ended.
  std::size_t size() const { return starts_.size() - 1; }
  bool has_unsorted() const { return !unsorted_.empty(); }
  void append(const StoredRows& later) {
    for (const auto& [row, zeros] : later.unsorted_) unsorted_.push_back({size() + row, zeros});
    for (const Offset start : later.starts_.all().subspan(1))
      starts_.push_back(static_cast<Offset>(entries_.size()) + start);
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
                      with_thousands(entries_.size()), 1e-9 * static_cast<double>(bytes));
  }

  /// `shift` is added to each index. Sorts the unsorted rows; throws DataError for an index that stands twice
  /// in one.
  SparseMatrix matrix(Index width, Index shift = 0) && {
    const ValueFormat format = exact_.format(!exact_.has_negative());
    const std::size_t count = entries_.size();
    std::vector<Offset> starts = starts_.copy();
    const auto memory = std::make_shared<GrowingMemory>(std::move(entries_).take_memory());
    const std::size_t bytes = count * bytes_of_entry(format.storage);
    with_storage(format.storage, [&](auto kind) {
      using Stored = decltype(kind);
      auto* const begin = reinterpret_cast<Stored*>(memory->data());
      const auto* const entries = reinterpret_cast<const DoubleEntry*>(memory->data());
      std::array<DoubleEntry, 512> some;  // not initialised; an entry takes no more room than before
      const bool is_stored = std::is_same_v<Stored, DoubleEntry> && shift == 0;
      for (std::size_t k = 0; k < count && !is_stored; k += some.size()) {
        const std::size_t length = std::min(some.size(), count - k);
        std::copy_n(entries + k, length, some.begin());
        std::transform(some.begin(), some.begin() + length, begin + k, [&](const DoubleEntry& entry) {
          return Stored::make(entry.index() + shift, *ExactFormat::number_of(entry.number(), format));
        });
      }
      for (const auto& [row, zeros] : unsorted_) {
        const std::span line(begin + starts[row], begin + starts[row + 1]);
        std::ranges::sort(line, {}, [](const Stored& entry) { return entry.index(); });
        require_distinct<Stored>(line, static_cast<Index>(row), zeros, shift);
      }
    });
    memory->shrink_to(bytes);
    return {std::move(starts), StoredValues{format, {memory->data(), bytes}, memory}, width};
  }

 private:
  static constexpr std::uint64_t bytes_between_checks = 64 << 20;

  template <class Stored>
  void require_distinct(std::span<const Stored> line, Index row, std::vector<Index> indices,
                        Index shift) const {
    for (const Stored& entry : line) indices.push_back(entry.index() - shift);
    std::ranges::sort(indices);
    const auto twice = std::ranges::adjacent_find(indices);
    if (twice != indices.end())
      throw DataError("{}: the index {} stands twice in the line", place_of_row(path_, row), *twice + 1);
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_bytes_;
  std::uint64_t unchecked_bytes_ = bytes_between_checks;
  GrowingArray<DoubleEntry> entries_;
  GrowingArray<Offset> starts_;
  std::vector<std::pair<std::size_t, std::vector<Index>>> unsorted_;  // rows, and their zeros
  ExactFormat exact_;
};

}  // namespace descent
