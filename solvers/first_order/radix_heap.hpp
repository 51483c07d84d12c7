#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Monotone priority queue over items 0 … n − 1, each present at most once, with changing keys: a radix heap
/// (Ahuja, Mehlhorn, Orlin, Tarjan 1990, "Faster algorithms for the shortest path problem"). Keys are ≥ 0,
/// and may not be set below the last limit given to smallest_up_to.
///
/// An item's entry holds a lower bound of its key. The bits of non-negative doubles are in the order of the
/// doubles. An entry's level is the highest digit, of four bits, in which its bound differs from the last
/// smallest bound; its bucket is that digit's value. As the smallest comes near, entries move to buckets of
/// lower levels, where other heaps walk down a tree. An item whose key grows stays where it is; one whose key
/// falls below its bound gets a new entry. Outdated entries are dropped when met.
class RadixHeap {
 public:
  explicit RadixHeap(Index items) : items_(static_cast<std::size_t>(items)) {}

  std::size_t size() const { return size_; }
  bool contains(Index item) const { return !(key(item) < 0); }
  /// Negative if the item is not present.
  double key(Index item) const { return items_[at(item)].key; }

  /// Adds the item or changes its key. O(1) on average.
  void set(Index item, double key) {
    Item& changed = items_[at(item)];
    if (changed.key < 0) ++size_;
    changed.key = key;
    if (!(key < changed.bound)) return;
    enter(item);
    if (entries_ > 4 * size_ + few_entries) reinsert_all(0);
  }

  void remove(Index item) {
    items_[at(item)] = {};
    --size_;
  }

  /// Returns the item with the least key, if at most `limit`, which must not fall from call to call except
  /// after shift_keys.
  std::optional<Index> smallest_up_to(double limit) {
    for (;;) {
      while (!met_.empty()) {
        const Bound met = met_.back();
        if (holds(met) && key(met.item) == met.value) return met.item;
        met_.pop_back();
        --entries_;
        if (holds(met)) enter(met.item);
      }
      if (filled_levels_ == 0) return std::nullopt;
      const std::size_t level = lowest_of(filled_levels_);
      const std::size_t digit = lowest_of(levels_[level].filled);
      if (!(levels_[level].buckets[digit].least <= limit)) return std::nullopt;
      spread(level, digit);
    }
  }

  /// Calls `function` for every present item whose key is finite.
  template <class Function>
  void for_each_item(const Function& function) {
    reinsert_all(0);
    for (const Bound& bound : met_) function(bound.item);
    for_each_bucket([&](const Bucket& bucket) {
      for (const Bound& bound : bucket.bounds) function(bound.item);
    });
  }

  /// Adds `amount` to every present key; negative results, by rounding alone, become 0. Keys may then be set
  /// down to 0 again. O(size).
  void shift_keys(double amount) {
    last_ = 0;
    reinsert_all(amount);
  }

 private:
  static constexpr std::size_t digit_bits = 4;
  static constexpr std::size_t digits = 1 << digit_bits;
  static constexpr std::size_t few_entries = 1024;
  static constexpr double none = infinity;

  struct Item {
    double key = -1;
    double bound = none;  ///< bound of its entry that holds
  };

  struct Bound {
    double value;
    Index item;
  };

  struct Bucket {
    std::vector<Bound> bounds;
    double least = none;
  };

  struct Level {
    std::array<Bucket, digits> buckets;
    std::uint32_t filled = 0;  ///< one bit per bucket
  };

  static std::size_t at(Index item) { return static_cast<std::size_t>(item); }
  /// Of 16 bits, which are not all 0: with the highest one, compilers see that.
  static std::size_t lowest_of(std::uint32_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits | 1U << (digits - 1)));
  }

  bool holds(const Bound& bound) const { return items_[at(bound.item)].bound == bound.value; }

  /// Enters a present item by its key. Infinity or NaN is never the smallest.
  void enter(Index item) {
    Item& entered = items_[at(item)];
    entered.bound = none;
    if (!(entered.key < none)) return;
    entered.bound = entered.key;
    append({entered.key, item});
  }

  void append(const Bound& bound) {
    ++entries_;
    if (!(bound.value > last_)) {  // equal to it
      met_.push_back(bound);
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(bound.value);
    const auto highest = std::bit_width(bits ^ std::bit_cast<std::uint64_t>(last_)) - 1;
    const std::size_t level = static_cast<std::size_t>(highest) / digit_bits;
    const std::size_t digit = (bits >> (level * digit_bits)) & (digits - 1);
    filled_levels_ |= 1U << level;
    levels_[level].filled |= 1U << digit;
    Bucket& bucket = levels_[level].buckets[digit];
    bucket.least = std::min(bucket.least, bound.value);
    bucket.bounds.push_back(bound);
  }

  /// Distributes the lowest bucket over lower levels.
  void spread(std::size_t level, std::size_t digit) {
    levels_[level].filled &= ~(1U << digit);
    if (levels_[level].filled == 0) filled_levels_ &= ~(1U << level);
    Bucket& bucket = levels_[level].buckets[digit];
    last_ = bucket.least;
    bucket.least = none;
    moved_.swap(bucket.bounds);
    entries_ -= moved_.size();
    constexpr std::size_t distance = 8;
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      if (k + distance < moved_.size()) __builtin_prefetch(&items_[at(moved_[k + distance].item)]);
      if (holds(moved_[k])) append(moved_[k]);
    }
    moved_.clear();
  }

  template <class Function>
  void for_each_bucket(const Function& function) {
    for (std::uint32_t levels = filled_levels_; levels != 0; levels &= levels - 1) {
      Level& level = levels_[lowest_of(levels)];
      for (std::uint32_t filled = level.filled; filled != 0; filled &= filled - 1)
        function(level.buckets[lowest_of(filled)]);
    }
  }

  /// Enters every present item once, with its key plus `amount`.
  void reinsert_all(double amount) {
    const auto take = [this](std::vector<Bound>& bounds) {
      for (const Bound& bound : bounds) {
        if (!holds(bound)) continue;
        items_[at(bound.item)].bound = none;  // so that no second entry holds
        moved_.push_back(bound);
      }
      bounds.clear();
    };
    take(met_);
    for_each_bucket([&](Bucket& bucket) {
      take(bucket.bounds);
      bucket.least = none;
    });
    for (Level& level : levels_) level.filled = 0;
    filled_levels_ = 0;
    entries_ = 0;
    for (const Bound& bound : moved_) {
      double& key = items_[at(bound.item)].key;
      key = std::max(key + amount, 0.0);  // std::max returns its first argument if that is NaN
      enter(bound.item);
    }
    moved_.clear();
  }

  std::vector<Item> items_;
  std::size_t size_ = 0;
  double last_ = 0;         ///< the last smallest bound
  std::vector<Bound> met_;  ///< entries with this bound
  std::array<Level, 64 / digit_bits> levels_;
  std::uint32_t filled_levels_ = 0;  ///< one bit per level
  std::size_t entries_ = 0;
  std::vector<Bound> moved_;
};

}  // namespace descent
