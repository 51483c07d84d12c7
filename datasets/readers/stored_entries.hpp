#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/exact_format.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/place_in_text.hpp"
#include "support/errors.hpp"
#include "support/memory/available_memory.hpp"
#include "support/text/plural.hpp"

namespace descent {

/// An array of unknown size, in blocks that grow without copies. Blocks copied into the final array are
/// freed, so that array and blocks are never in memory together. The system maps and returns a large block
/// separately, and its unused part takes no memory. Each block is half as large as all before it, up to a
/// bound: a small file takes little.
template <class Element>
class Blocks {
 public:
  void push_back(const Element& element) {
    if (last_.size() == last_.capacity()) add_block();
    last_.push_back(element);
  }
  std::size_t size() const { return closed_ + last_.size(); }

  /// Moves the elements of another array to the end, and frees its memory.
  void append(Blocks&& other) {
    other.close();
    for (const std::vector<Element>& block : other.blocks_) {
      for (std::span<const Element> left = block; !left.empty();) {
        if (last_.size() == last_.capacity()) add_block();
        const auto taken = left.first(std::min(left.size(), last_.capacity() - last_.size()));
        last_.insert(last_.end(), taken.begin(), taken.end());
        left = left.subspan(taken.size());
      }
    }
    other = Blocks();
  }

  /// Passes the elements to `take` and frees their memory.
  void move_out(const std::function<void(std::span<const Element>)>& take) {
    close();
    for (std::vector<Element>& block : blocks_) {
      take(block);
      give_back(block);
    }
    blocks_.clear();
  }

  std::vector<Element> gather() && {
    const bool has_little_to_spare = last_.capacity() - last_.size() <= last_.size() / 8;
    if (blocks_.empty() && has_little_to_spare) return std::move(last_);
    std::vector<Element> all;
    all.reserve(size());
    move_out([&all](std::span<const Element> some) { all.insert(all.end(), some.begin(), some.end()); });
    return all;
  }

 private:
  static constexpr std::size_t fewest = std::size_t{1} << 10;
  static constexpr std::size_t most = std::size_t{1} << 20;

  /// Adds no more elements to the last block.
  void close() {
    closed_ = size();
    if (!last_.empty()) blocks_.push_back(std::exchange(last_, {}));
  }

  void add_block() {
    close();
    last_.reserve(std::clamp(closed_ / 2, fewest, most));
  }

  static void give_back(std::vector<Element>& block) {
    std::vector<Element>().swap(block);  // frees the memory, unlike {}
  }

  std::vector<std::vector<Element>> blocks_;  ///< closed blocks
  std::size_t closed_ = 0;                    ///< elements in closed blocks, moved out or not
  std::vector<Element> last_;                 ///< never filled beyond its first capacity
};

/// A row whose indices do not ascend, and the indices of its entries of 0, which are not stored.
struct UnsortedRow {
  Index row = 0;
  std::vector<Index> zeros;
};

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

  /// `shift` is added to each index. Sorts the unsorted rows; throws DataError for an index that stands twice
  /// in one.
  SparseMatrix rows(std::vector<Offset> starts, Index width, Index shift = 0,
                    std::span<const UnsortedRow> unsorted = {}) && {
    const ValueFormat format = exact_.format(!exact_.has_negative());
    StoredValues stored = room_for_entries(format, size());
    with_storage(format.storage, [&](auto kind) {
      using Stored = decltype(kind);
      auto* end = reinterpret_cast<Stored*>(stored.bytes.data());
      entries_.move_out([&](std::span<const DoubleEntry> some) {
        for (const DoubleEntry& entry : some)
          *end++ = Stored::make(entry.index() + shift, *ExactFormat::number_of(entry.number(), format));
      });
      auto* const begin = reinterpret_cast<Stored*>(stored.bytes.data());
      for (const UnsortedRow& row : unsorted) {
        const auto number = static_cast<std::size_t>(row.row);
        const std::span line(begin + starts[number], begin + starts[number + 1]);
        std::ranges::sort(line, {}, [](const Stored& entry) { return entry.index(); });
        require_distinct<Stored>(line, row, shift);
      }
    });
    return {std::move(starts), std::move(stored), width};
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
      throw DataError(
          fmt::format("{}: the index {} stands twice in the line", place_of_row(path_, row.row), *twice + 1));
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_bytes_;
  std::uint64_t unchecked_bytes_ = bytes_between_checks;
  Blocks<DoubleEntry> entries_;
  ExactFormat exact_;
};

}  // namespace descent
