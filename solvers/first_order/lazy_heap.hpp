#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A min-heap over items 0 … n − 1, each present at most once, whose keys can be changed. It is lazy: an item
/// whose key grows stays in its place, which then has a lower bound of it, and is moved when that is the
/// least. Four children a node, which lie beside each other with their bounds. No operation allocates, which
/// the mutable heaps of Boost.Heap do for every item.
class LazyHeap {
 public:
  explicit LazyHeap(Index items) : items_(static_cast<std::size_t>(items)) { heap_.reserve(items_.size()); }

  std::size_t size() const { return heap_.size(); }
  bool contains(Index item) const { return items_[at(item)].place != absent; }
  double key(Index item) const { return items_[at(item)].key; }
  template <class Function>
  void for_each_item(const Function& function) const {
    for (const Node& node : heap_) function(node.item);
  }

  /// At most the least key. The heap is not empty.
  double least_bound() const { return heap_.front().bound; }

  /// The item with the least key. The heap is not empty.
  Index smallest() {
    for (;;) {
      const Node first = heap_.front();
      const double now = key(first.item);
      if (!(first.bound < now)) return first.item;  // also where a key is no number
      sink(0, {now, first.item});
    }
  }

  /// Adds the item, or gives it a new key. O(log size), at once or when it is next the smallest.
  void set(Index item, double key) {
    items_[at(item)].key = key;
    if (!contains(item)) {
      heap_.emplace_back();
      rise(heap_.size() - 1, {key, item});
    } else if (const std::size_t place = items_[at(item)].place; key < heap_[place].bound) {
      rise(place, {key, item});
    }
  }

  /// Takes a present item out. O(log size).
  void remove(Index item) {
    const std::size_t place = items_[at(item)].place;
    const Node last = heap_.back();
    heap_.pop_back();
    items_[at(item)].place = absent;
    if (last.item == item) return;
    if (place > 0 && last.bound < heap_[parent_of(place)].bound)
      rise(place, last);
    else
      sink(place, last);
  }

  /// Adds the same amount to every present key.
  void shift_keys(double amount) {
    for (Node& node : heap_) {
      items_[at(node.item)].key += amount;
      node.bound += amount;  // the order stays: rounding is monotone
    }
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  static constexpr std::size_t children = 4;

  struct Node {
    double bound = 0;  ///< of the item's key, from below
    Index item = 0;
  };

  struct Item {
    double key = 0;
    std::size_t place = absent;  ///< in heap_
  };

  static std::size_t at(Index item) { return static_cast<std::size_t>(item); }
  static std::size_t parent_of(std::size_t place) { return (place - 1) / children; }

  void put(std::size_t place, const Node& node) {
    heap_[place] = node;
    items_[at(node.item)].place = place;
  }

  /// Puts the node into the free place, or above it, where the heap is in order.
  void rise(std::size_t place, const Node& node) {
    for (; place > 0 && node.bound < heap_[parent_of(place)].bound; place = parent_of(place))
      put(place, heap_[parent_of(place)]);
    put(place, node);
  }

  /// Puts the node into the free place, or below it, where the heap is in order.
  void sink(std::size_t place, const Node& node) {
    for (;;) {
      const std::size_t first = children * place + 1;
      const std::size_t end = std::min(first + children, heap_.size());
      if (first >= end) break;
      std::size_t least = first;
      for (std::size_t child = first + 1; child < end; ++child)
        if (heap_[child].bound < heap_[least].bound) least = child;
      if (node.bound <= heap_[least].bound) break;
      put(place, heap_[least]);
      place = least;
    }
    put(place, node);
  }

  std::vector<Item> items_;
  std::vector<Node> heap_;
};

}  // namespace descent
