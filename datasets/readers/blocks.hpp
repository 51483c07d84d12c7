#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace descent {

/// An array whose size is not known yet. Blocks grow without copies, and those already copied into the final
/// array are given back, so that array and blocks never lie in memory together. (A large block is mapped from
/// and returned to the system on its own, and its unused part takes no memory.) Each block is half as
/// large as all before it together, up to a bound, so that a small file takes little.
template <class Element>
class Blocks {
 public:
  void push_back(const Element& element) {
    if (next_ == limit_) add_block();
    *next_++ = element;
  }
  std::size_t size() const { return closed_ + static_cast<std::size_t>(next_ - first_); }

  /// Copies the elements of another one to the end, and gives its memory back.
  void append(Blocks&& other) {
    other.close();
    for (const Block& block : other.blocks_)
      for (const Element& element : std::span(block.elements.get(), block.size)) push_back(element);
    other = Blocks();
  }

  /// Gives the elements so far to `write`, and their memory back; those that come after are kept anew.
  void move_out(const std::function<void(std::span<const std::byte>)>& write) {
    close();
    for (const Block& block : blocks_) write(std::as_bytes(std::span(block.elements.get(), block.size)));
    moved_ = closed_;
    blocks_.clear();
  }
  std::size_t bytes_in_memory() const { return (size() - moved_) * sizeof(Element); }

  std::vector<Element> gather() && {
    close();
    std::vector<Element> all;
    all.reserve(closed_);
    for (Block& block : blocks_) {
      all.insert(all.end(), block.elements.get(), block.elements.get() + block.size);
      block.elements.reset();
    }
    return all;
  }

 private:
  static constexpr std::size_t fewest = std::size_t{1} << 10;
  static constexpr std::size_t most = std::size_t{1} << 20;

  struct Block {
    std::unique_ptr<Element[]> elements;
    std::size_t size;
  };

  /// Nothing is added to the last block any more.
  void close() {
    if (first_ != nullptr) blocks_.back().size = static_cast<std::size_t>(next_ - first_);
    closed_ = size();
    first_ = next_ = limit_ = nullptr;
  }

  void add_block() {
    close();
    const std::size_t capacity = std::clamp(closed_ / 2, fewest, most);
    blocks_.push_back({std::make_unique_for_overwrite<Element[]>(capacity), 0});
    first_ = next_ = blocks_.back().elements.get();
    limit_ = first_ + capacity;
  }

  std::vector<Block> blocks_;
  std::size_t closed_ = 0;    ///< elements in all blocks that nothing is added to
  std::size_t moved_ = 0;     ///< of these moved out
  Element* first_ = nullptr;  ///< of the last block, while elements are added to it
  Element* next_ = nullptr;   ///< where the next one goes
  Element* limit_ = nullptr;  ///< where the block ends
};

}  // namespace descent
