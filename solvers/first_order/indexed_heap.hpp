#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A binary min-heap over items 0 … n − 1, each present at most once, whose keys can be changed. No operation
/// allocates, which the mutable heaps of Boost.Heap do for every item.
class IndexedHeap {
 public:
  explicit IndexedHeap(Index items)
      : keys_(static_cast<std::size_t>(items)), places_(keys_.size(), absent), heap_() {
    heap_.reserve(keys_.size());
  }

  std::size_t size() const { return heap_.size(); }
  bool contains(Index item) const { return places_[at(item)] != absent; }
  Index smallest() const { return heap_.front(); }
  double key(Index item) const { return keys_[at(item)]; }
  std::span<const Index> items() const { return heap_; }

  /// Adds the item, or moves it to where its new key belongs. O(log size).
  void set(Index item, double key) {
    keys_[at(item)] = key;
    if (!contains(item)) {
      places_[at(item)] = heap_.size();
      heap_.push_back(item);
    }
    restore(places_[at(item)]);
  }

  /// Takes a present item out. O(log size).
  void remove(Index item) {
    const std::size_t place = places_[at(item)];
    const Index last = heap_.back();
    heap_.pop_back();
    places_[at(item)] = absent;
    if (last == item) return;
    put(place, last);
    restore(place);
  }

  /// Adds the same amount to every present key: their order stays.
  void shift_keys(double amount) {
    for (const Index item : heap_) keys_[at(item)] += amount;
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  static std::size_t at(Index item) { return static_cast<std::size_t>(item); }

  void put(std::size_t place, Index item) {
    heap_[place] = item;
    places_[at(item)] = place;
  }

  /// Moves the item at `place` up or down until the heap is in order.
  void restore(std::size_t place) {
    const Index item = heap_[place];
    const double item_key = key(item);
    while (place > 0 && item_key < key(heap_[(place - 1) / 2])) {
      put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    for (;;) {
      std::size_t child = 2 * place + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && key(heap_[child + 1]) < key(heap_[child])) ++child;
      if (item_key <= key(heap_[child])) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, item);
  }

  std::vector<double> keys_;
  std::vector<std::size_t> places_;
  std::vector<Index> heap_;
};

}  // namespace descent
