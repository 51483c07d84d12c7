#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

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

}  // namespace descent
