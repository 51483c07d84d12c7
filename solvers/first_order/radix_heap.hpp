#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A monotone priority queue over items 0 … n − 1, each present at most once, whose keys can be changed: a
/// radix heap (Ahuja, Mehlhorn, Orlin, Tarjan 1990, "Faster algorithms for the shortest path problem"). Keys
/// are ≥ 0, and none is set below the limit up to which the smallest has been asked for. Bits of such doubles
/// are in the order of the doubles: an item stands in the bucket of the highest digit, of four bits, in which
/// its key differs from the last smallest one, and of what that digit is. As the smallest comes near it is
/// appended to buckets of lower digits, where other heaps walk down a tree.
///
/// It is lazy: an item whose key grows stays where it is, with a lower bound of its key, and one whose key
/// falls below that is entered once more. Entries that hold no longer are dropped when they are met.
class RadixHeap {
 public:
  explicit RadixHeap(Index items) : items_(static_cast<std::size_t>(items)) {}

  std::size_t size() const { return size_; }
  bool contains(Index item) const { return !(key(item) < 0); }
  /// Negative where the item is not present.
  double key(Index item) const { return items_[at(item)].key; }

  /// Adds the item, or gives it a new key.
  void set(Index item, double key) {
    Item& changed = items_[at(item)];
    if (changed.key < 0) ++size_;
    changed.key = key;
    if (!(key < changed.bound)) return;  // also a key that is no number, which is never the smallest
    changed.bound = key;
    append({key, item});
    if (entries_ > 4 * size_ + few_entries) enter_anew(0);
  }

  /// Takes a present item out.
  void remove(Index item) {
    items_[at(item)] = {};
    --size_;
  }

  /// The item with the least key, if that is at most `limit`, which never falls from call to call.
  std::optional<Index> smallest_up_to(double limit) {
    for (;;) {
      while (!met_.empty()) {
        const Entry entry = met_.back();
        Item& item = items_[at(entry.item)];
        if (holds(entry) && item.key == entry.bound) return entry.item;
        met_.pop_back();
        --entries_;
        if (!holds(entry)) continue;
        item.bound = item.key;
        append({item.key, entry.item});
      }
      if (filled_levels_ == 0) return std::nullopt;
      const auto level = static_cast<std::size_t>(std::countr_zero(filled_levels_));
      const auto digit = static_cast<std::size_t>(std::countr_zero(levels_[level].filled));
      if (!(levels_[level].buckets[digit].least <= limit)) return std::nullopt;
      spread(level, digit);
    }
  }

  template <class Function>
  void for_each_item(const Function& function) {
    enter_anew(0);
    for (const Entry& entry : met_) function(entry.item);
    for (const Level& level : levels_) {
      for (const Bucket& bucket : level.buckets) {
        for (const Entry& entry : bucket.entries) function(entry.item);
      }
    }
  }

  /// Adds the same amount to every present key; keys may be set down to 0 again. O(size).
  void shift_keys(double amount) {
    last_ = 0;
    enter_anew(amount);
  }

 private:
  static constexpr std::size_t digit_bits = 4;
  static constexpr std::size_t digits = 16;
  static constexpr std::size_t few_entries = 1024;
  static constexpr double none = std::numeric_limits<double>::infinity();

  struct Item {
    double key = -1;
    double bound = none;  ///< of the key, from below: that of the entry that holds
  };

  struct Entry {
    double bound;
    Index item;
  };

  struct Bucket {
    std::vector<Entry> entries;
    double least = none;  ///< of the bounds
  };

  struct Level {
    std::array<Bucket, digits> buckets;
    std::uint32_t filled = 0;  ///< a bit a bucket
  };

  static std::size_t at(Index item) { return static_cast<std::size_t>(item); }

  bool holds(const Entry& entry) const { return items_[at(entry.item)].bound == entry.bound; }

  void append(const Entry& entry) {
    ++entries_;
    if (!(entry.bound > last_)) {  // below it by rounding alone
      met_.push_back(entry);
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(entry.bound);
    const auto highest = std::bit_width(bits ^ std::bit_cast<std::uint64_t>(last_)) - 1;
    const std::size_t level = static_cast<std::size_t>(highest) / digit_bits;
    const std::size_t digit = bits >> level * digit_bits & (digits - 1);
    filled_levels_ |= 1U << level;
    levels_[level].filled |= 1U << digit;
    Bucket& bucket = levels_[level].buckets[digit];
    bucket.least = std::min(bucket.least, entry.bound);
    bucket.entries.push_back(entry);
  }

  /// Divides the lowest bucket among those of lower digits.
  void spread(std::size_t level, std::size_t digit) {
    levels_[level].filled &= ~(1U << digit);
    if (levels_[level].filled == 0) filled_levels_ &= ~(1U << level);
    Bucket& bucket = levels_[level].buckets[digit];
    last_ = bucket.least;
    bucket.least = none;
    moved_.swap(bucket.entries);
    entries_ -= moved_.size();
    constexpr std::size_t distance = 8;
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      if (k + distance < moved_.size()) __builtin_prefetch(&items_[at(moved_[k + distance].item)]);
      if (holds(moved_[k])) append(moved_[k]);
    }
    moved_.clear();
  }

  /// Every present item once, with its key plus the amount.
  void enter_anew(double amount) {
    const auto take = [this](std::vector<Entry>& entries) {
      for (const Entry& entry : entries) {
        if (!holds(entry)) continue;
        items_[at(entry.item)].bound = none;  // so that no second entry holds
        moved_.push_back(entry);
      }
      entries.clear();
    };
    take(met_);
    for (Level& level : levels_) {
      for (Bucket& bucket : level.buckets) {
        take(bucket.entries);
        bucket.least = none;
      }
      level.filled = 0;
    }
    filled_levels_ = 0;
    entries_ = 0;
    for (const Entry& entry : moved_) {
      Item& item = items_[at(entry.item)];
      item.key += amount;
      item.bound = item.key;
      append({item.key, entry.item});
    }
    moved_.clear();
  }

  std::vector<Item> items_;
  std::size_t size_ = 0;
  double last_ = 0;         ///< the last smallest bound
  std::vector<Entry> met_;  ///< entries with this bound
  std::array<Level, 64 / digit_bits> levels_;
  std::uint32_t filled_levels_ = 0;  ///< a bit a level
  std::size_t entries_ = 0;
  std::vector<Entry> moved_;
};

}  // namespace descent
