#include "solvers/first_order/lazy_heap.hpp"

#include <map>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("lazy heap: random operations do what they do to a multimap") {
  constexpr Index items = 40;
  Random random(3);
  LazyHeap heap(items);
  std::map<Index, double> keys;
  for (int operation = 0; operation < 20'000; ++operation) {
    const auto item = static_cast<Index>(random.below(items));
    const std::uint64_t choice = random.below(100);
    if (choice < 60) {
      // Coarse keys, so that ties occur.
      const double key = static_cast<double>(random.below(30)) / 4;
      heap.set(item, key);
      keys[item] = key;
    } else if (choice < 98) {
      if (heap.contains(item)) heap.remove(item);
      keys.erase(item);
    } else {
      heap.shift_keys(-0.25);
      for (auto& [each, key] : keys) key -= 0.25;
    }

    std::multimap<double, Index> by_key;
    for (const auto& [each, key] : keys) by_key.emplace(key, each);
    REQUIRE(heap.size() == keys.size());
    REQUIRE(heap.contains(item) == keys.contains(item));
    if (keys.contains(item)) REQUIRE(heap.key(item) == keys[item]);
    if (!keys.empty()) {
      REQUIRE(heap.least_bound() <= by_key.begin()->first);
      if (random.below(4) > 0) continue;  // to ask is to raise bounds to their keys
      REQUIRE(keys.contains(heap.smallest()));
      REQUIRE(heap.key(heap.smallest()) == by_key.begin()->first);
    }
  }
  heap.for_each_item([&](Index item) { CHECK(keys.contains(item)); });
}
