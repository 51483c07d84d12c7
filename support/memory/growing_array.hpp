#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace descent {

/// Memory that grows. Large memory lies in huge pages and is moved without a copy, in the page table; the
/// system gives pages only to what is used.
class GrowingMemory {
 public:
  GrowingMemory() = default;
  GrowingMemory(GrowingMemory&& other) noexcept { swap(other); }
  GrowingMemory& operator=(GrowingMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~GrowingMemory();

  std::byte* data() const { return place_; }
  std::size_t bytes() const { return bytes_; }

  /// To at least so many bytes, more than before. Throws std::bad_alloc.
  void grow_to(std::size_t bytes);
  /// Gives back memory behind the first `bytes`, if it is large.
  void shrink_to(std::size_t bytes);

 private:
  void swap(GrowingMemory& other) noexcept {
    std::swap(place_, other.place_);
    std::swap(bytes_, other.bytes_);
  }

  std::byte* place_ = nullptr;
  std::size_t bytes_ = 0;
};

/// An array of unknown size.
template <class Element>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<Element>);

 public:
  void push_back(const Element& element) {
    if (end_ == limit_) make_room(1);
    *end_++ = element;
  }
  void append(std::span<const Element> more) {
    if (more.size() > static_cast<std::size_t>(limit_ - end_)) make_room(more.size());
    end_ = std::ranges::copy(more, end_).out;
  }

  /// The place behind the last element, with room for so many more. set_end() adds the elements written
  /// there.
  Element* end_with_room(std::size_t more) {
    if (more > static_cast<std::size_t>(limit_ - end_)) make_room(more);
    return end_;
  }
  void set_end(Element* end) { end_ = end; }

  std::size_t size() const { return all().size(); }
  std::span<const Element> all() const { return {begin(), end_}; }
  std::vector<Element> copy() const { return {begin(), end_}; }

  /// Keeps the memory.
  void clear() { end_ = begin(); }
  GrowingMemory take_memory() && { return std::move(memory_); }

 private:
  Element* begin() const { return reinterpret_cast<Element*>(memory_.data()); }

  void make_room(std::size_t more) {
    constexpr std::size_t fewest_bytes = 1 << 10;
    const std::size_t before = size();
    memory_.grow_to(std::max({sizeof(Element) * (before + more), memory_.bytes() * 3 / 2, fewest_bytes}));
    end_ = begin() + before;
    limit_ = begin() + memory_.bytes() / sizeof(Element);
  }

  GrowingMemory memory_;
  Element* end_ = nullptr;
  Element* limit_ = nullptr;
};

}  // namespace descent
