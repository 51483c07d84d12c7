#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/exact_format.hpp"
#include "datasets/matrix/line.hpp"
#include "datasets/readers/short_decimal.hpp"

namespace descent {

/// A few rows in double precision, as they are read. The memory is used again for the next rows.
class RowBlock {
 public:
  RowBlock() { clear(); }
  RowBlock(const RowBlock&) = delete;
  RowBlock& operator=(const RowBlock&) = delete;

  /// Call it before so many values more are added.
  void make_room(std::size_t more) {
    const auto before = static_cast<std::size_t>(end_ - memory_.data());
    if (memory_.size() - before >= more) return;
    memory_.resize(std::max(before + more, memory_.size() * 3 / 2));
    end_ = memory_.data() + before;
  }
  /// Adds a value that is not 0 to the row.
  void push_back(Index index, double value) { Entries(*this).push_back(index, value); }
  /// Adds values to the row in registers until its end, in half the time of push_back().
  class Entries {
   public:
    explicit Entries(RowBlock& rows) : rows_(rows), end_(rows.end_), exact_(rows.exact_) {}
    ~Entries() {
      rows_.end_ = end_;
      rows_.exact_ = exact_;
    }
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;
    void push_back(Index index, const ShortDecimal& decimal) {
      exact_.note(decimal.value, decimal.digits, decimal.decimals);
      *end_++ = DoubleEntry::make(index, decimal.value);
    }
    void push_back(Index index, double value) {
      exact_.note(value);
      *end_++ = DoubleEntry::make(index, value);
    }

   private:
    RowBlock& rows_;
    DoubleEntry* end_;
    ExactFormat exact_;
  };
  void end_row() { starts_.push_back(static_cast<Offset>(entries().size())); }
  /// Sorts the row by its indices and ends it. `indices` has the indices of its entries of 0, which are not
  /// stored. Returns an index that stands twice, if one does.
  std::optional<Index> end_unsorted_row(std::vector<Index> indices) {
    const std::span row(memory_.data() + starts_.back(), end_);
    std::ranges::sort(row, {}, [](const DoubleEntry& entry) { return entry.index(); });
    for (const DoubleEntry& entry : row) indices.push_back(entry.index());
    std::ranges::sort(indices);
    end_row();
    const auto twice = std::ranges::adjacent_find(indices);
    return twice == indices.end() ? std::nullopt : std::optional(*twice);
  }
  void clear() {
    end_ = memory_.data();
    starts_.assign(1, 0);
    exact_ = {};
  }

  /// The number of rows that have ended.
  std::size_t size() const { return starts_.size() - 1; }
  std::span<const DoubleEntry> entries() const { return {memory_.data(), end_}; }
  /// As in SparseMatrix.
  std::span<const Offset> starts() const { return starts_; }
  const ExactFormat& exact() const { return exact_; }

 private:
  std::vector<DoubleEntry> memory_;
  DoubleEntry* end_ = nullptr;
  std::vector<Offset> starts_;
  ExactFormat exact_;
};

}  // namespace descent
