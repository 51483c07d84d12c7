#include "datasets/parsed/parsed_file.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/matrix/stored_lines.hpp"

using namespace descent;

namespace {

/// is_matrix() written as its definition, condition by condition.
bool is_matrix_by_definition(const std::vector<Offset>& starts, const std::vector<Entry>& entries,
                             Index width) {
  if (starts.empty() || starts.front() != 0) return false;
  for (std::size_t line = 1; line < starts.size(); ++line) {
    if (starts[line] < starts[line - 1] || starts[line] > std::ssize(entries)) return false;
    Index before = -1;
    for (Offset place = starts[line - 1]; place < starts[line]; ++place) {
      const Entry& entry = entries[static_cast<std::size_t>(place)];
      if (entry.index <= before || entry.index >= width) return false;
      if (!std::isfinite(entry.value) || entry.value == 0) return false;
      before = entry.index;
    }
  }
  return starts.back() == std::ssize(entries);
}

bool are_matrix(const std::vector<Offset>& starts, const std::vector<Entry>& entries, Index width) {
  const StoredValues stored = test::stored_in(test::in_doubles, entries);
  return is_matrix(starts, test::entries_of(stored), width);
}

struct Arrays {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
};

/// Lines of 0 to 5 entries below `width`; the last index of a line is often the first of the next.
Arrays random_arrays(Index lines, Index width, Random& random) {
  Arrays arrays;
  for (Index line = 0; line < lines; ++line) {
    const std::uint64_t sparsity = 1 + random.below(6);
    for (Index index = 0; index < width; ++index) {
      if (random.below(sparsity) == 0) arrays.entries.push_back({index, random.normal()});
    }
    arrays.starts.push_back(std::ssize(arrays.entries));
  }
  return arrays;
}

}  // namespace

TEST_CASE("A matrix is told from what is none as its definition does, whatever number is changed") {
  Random random(5);
  int matrices = 0;
  int others = 0;
  for (int trial = 0; trial < 4'000; ++trial) {
    const auto lines = static_cast<Index>(1 + random.below(8));
    constexpr Index width = 5;
    Arrays arrays = random_arrays(lines, width, random);
    REQUIRE(are_matrix(arrays.starts, arrays.entries, width));
    const auto some_place = [&](std::size_t size) { return static_cast<std::size_t>(random.below(size)); };
    const auto some_number = [&] { return static_cast<Index>(random.below(9)) - 2; };
    const std::uint64_t kind = random.below(4);
    if (kind == 0) {
      arrays.starts[some_place(arrays.starts.size())] += some_number();
    } else if (!arrays.entries.empty()) {
      Entry& entry = arrays.entries[some_place(arrays.entries.size())];
      if (kind == 1) entry.index = some_number();
      if (kind == 2) entry.value = random.below(2) == 0 ? 0.0 : infinity;
      if (kind == 3) std::swap(entry, arrays.entries[some_place(arrays.entries.size())]);
    }
    const bool expected = is_matrix_by_definition(arrays.starts, arrays.entries, width);
    REQUIRE(are_matrix(arrays.starts, arrays.entries, width) == expected);
    ++(expected ? matrices : others);
  }
  CHECK(matrices > 400);
  CHECK(others > 400);
}

TEST_CASE("Subnormal and largest values are finite and not zero") {
  using Limits = std::numeric_limits<double>;
  for (const double value : {Limits::denorm_min(), -Limits::denorm_min(), Limits::max(), Limits::lowest()})
    CHECK(are_matrix({0, 1}, {{0, value}}, 1));
}

TEST_CASE("Each storage has its own wrong numbers") {
  const auto is_right = [](const ValueFormat& format, double number) {
    const StoredValues stored = test::stored_in(format, std::vector<Entry>{{0, number}});
    return is_matrix(std::vector<Offset>{0, 1}, test::entries_of(stored), 1);
  };
  const ValueFormat single{Storage::single_precision};
  const ValueFormat decimal{Storage::decimal, 1};
  CHECK(is_right(single, 1e-45));
  CHECK(is_right(single, -3e38));
  CHECK(!is_right(single, 0));
  CHECK(!is_right(single, -infinity));
  CHECK(is_right(decimal, -2147483647));
  CHECK(!is_right(decimal, -2147483648.0));
  CHECK(!is_right(decimal, 0));
  CHECK(is_right({Storage::ones}, -1));
  const StoredValues mixed = test::stored_in({Storage::ones}, std::vector<Entry>{{0, 1}, {1, -1}});
  CHECK(is_matrix(std::vector<Offset>{0, 1, 2}, test::entries_of(mixed), 2));
  CHECK(!is_matrix(std::vector<Offset>{0, 2}, test::entries_of(mixed), 2));
}
