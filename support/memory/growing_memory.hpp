#pragma once

#include <cstddef>
#include <utility>

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

}  // namespace descent
