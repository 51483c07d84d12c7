#include "solvers/first_order/radix_heap.hpp"

#include <cmath>
#include <map>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

double least_of(const std::map<Index, double>& keys) {
  double least = infinity;
  for (const auto& [item, key] : keys) least = std::min(least, key);
  return least;
}

}  // namespace

TEST_CASE("radix heap: random operations do what they do to a map") {
  constexpr Index items = 40;
  // Coarse keys, so that ties occur and keys return to earlier values, and fine keys of all sizes.
  const bool coarse = GENERATE(true, false);
  Random random(3);
  RadixHeap heap(items);
  std::map<Index, double> keys;
  double limit = 0;
  std::uint64_t taken = 0;
  for (int operation = 0; operation < 40'000; ++operation) {
    const auto item = static_cast<Index>(random.below(items));
    const std::uint64_t choice = random.below(100);
    if (choice < 60) {
      const double above =
          coarse ? static_cast<double>(random.below(30)) / 4 : std::exp2(40 * random.uniform() - 35);
      heap.set(item, limit + above);
      keys[item] = limit + above;
    } else if (choice < 70) {
      if (heap.contains(item)) heap.remove(item);
      keys.erase(item);
    } else if (choice < 99) {
      limit += coarse ? static_cast<double>(random.below(3)) / 4 : std::exp2(30 * random.uniform() - 30);
      while (const auto smallest = heap.smallest_up_to(limit)) {
        REQUIRE(keys.contains(*smallest));
        REQUIRE(heap.key(*smallest) == least_of(keys));
        heap.remove(*smallest);
        keys.erase(*smallest);
        ++taken;
      }
      REQUIRE(!(least_of(keys) <= limit));
    } else {
      heap.shift_keys(-limit);
      for (auto& [each, key] : keys) key -= limit;
      limit = 0;
    }
    REQUIRE(heap.size() == keys.size());
    REQUIRE(heap.contains(item) == keys.contains(item));
    if (keys.contains(item)) REQUIRE(heap.key(item) == keys[item]);
  }
  CHECK(taken > 5'000);
  std::map<Index, int> met;
  heap.for_each_item([&](Index item) { ++met[item]; });
  CHECK(met.size() == keys.size());
  for (const auto& [item, times] : met) CHECK((times == 1 && keys.contains(item)));
}

TEST_CASE("radix heap: keys that fall again and again leave no entries behind") {
  RadixHeap heap(2);
  heap.set(0, 1);
  for (int k = 1; k < 100'000; ++k) heap.set(1, 1.0 / k);
  int met = 0;
  heap.for_each_item([&](Index) { ++met; });
  CHECK(met == 2);
  CHECK(heap.smallest_up_to(0.5) == 1);
}

TEST_CASE("radix heap: a key that is no number or infinite is present and never the smallest") {
  RadixHeap heap(3);
  heap.set(0, std::nan(""));
  heap.set(1, infinity);
  heap.set(2, 3);
  CHECK(heap.size() == 3);
  CHECK(heap.smallest_up_to(10) == 2);
  heap.remove(2);
  CHECK(heap.smallest_up_to(1e300) == std::nullopt);
  CHECK(heap.contains(0));
  CHECK(heap.contains(1));
}

TEST_CASE("radix heap: keys that become infinite or no number leave no entry, and may become finite again") {
  RadixHeap heap(2);
  for (const double key : {infinity, std::nan("")}) {
    heap.set(0, 1);
    heap.set(0, key);
    CHECK(heap.smallest_up_to(2) == std::nullopt);
    heap.set(0, 3);
    CHECK(heap.smallest_up_to(4) == 0);
    heap.set(0, 5);
    heap.set(0, key);
    CHECK(heap.smallest_up_to(6) == std::nullopt);
    heap.remove(0);
    CHECK(heap.size() == 0);
    heap.for_each_item([](Index) { FAIL("an item that is not present"); });
    heap.shift_keys(0);
  }
}

TEST_CASE("radix heap: a shift below 0 ends at 0") {
  RadixHeap heap(1);
  heap.set(0, 1);
  heap.shift_keys(-1.5);
  CHECK(heap.contains(0));
  CHECK(heap.key(0) == 0);
  heap.set(0, 2);
  CHECK(heap.size() == 1);
}
