#include "solvers/linear_algebra/line_order.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

std::vector<Index> take(LineOrder& order, std::size_t count) {
  std::vector<Index> lines(count);
  for (Index& line : lines) line = order.next();
  return lines;
}

}  // namespace

TEST_CASE("line order: cyclic goes round") {
  const Sample sample = random_sample(1, 5, 3);
  LineOrder order(sample.rows, all_lines(5), LineOrder::Kind::cyclic, Random(1));
  CHECK(take(order, 12) == std::vector<Index>{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1});
}

TEST_CASE("line order: permuted visits each line once a pass, in a new order each time") {
  // Fewer lines than are drawn ahead, one more, and many.
  for (const Index count : {1, 2, 3, 8, 9, 50}) {
    const Sample sample = random_sample(2, count, 3);
    LineOrder order(sample.rows, all_lines(count), LineOrder::Kind::permuted, Random(7));
    std::vector<std::vector<Index>> passes;
    for (int pass = 0; pass < 20; ++pass) {
      passes.push_back(take(order, static_cast<std::size_t>(count)));
      std::vector<Index> sorted = passes.back();
      std::sort(sorted.begin(), sorted.end());
      CHECK(sorted == all_lines(count));
    }
    if (count == 50) {
      CHECK(std::adjacent_find(passes.begin(), passes.end()) == passes.end());
    }
  }
}

TEST_CASE("line order: each place of a permutation takes each line equally often") {
  const Sample sample = random_sample(3, 4, 3);
  LineOrder order(sample.rows, all_lines(4), LineOrder::Kind::permuted, Random(5));
  std::array<std::array<int, 4>, 4> count{};
  constexpr int passes = 8000;
  for (int pass = 0; pass < passes; ++pass) {
    for (auto& place : count) ++place[static_cast<std::size_t>(order.next())];
  }
  // Binomial with mean 2000 and deviation 39.
  for (const auto& place : count) {
    for (const int times : place) CHECK(std::abs(times - passes / 4) < 200);
  }
}

TEST_CASE("line order: uniform draws take each line equally often and repeat lines") {
  const Sample sample = random_sample(4, 20, 3);
  LineOrder order(sample.rows, all_lines(20), LineOrder::Kind::uniform, Random(9));
  const std::vector<Index> drawn = take(order, 40'000);
  for (Index line = 0; line < 20; ++line) {
    CHECK(std::abs(std::count(drawn.begin(), drawn.end(), line) - 2000) < 220);  // five deviations
  }
  CHECK(std::adjacent_find(drawn.begin(), drawn.end()) != drawn.end());
}

TEST_CASE("line order: uniform draws are those of the generator, whatever is fetched ahead") {
  const Sample sample = random_sample(5, 33, 3);
  LineOrder order(sample.rows, all_lines(33), LineOrder::Kind::uniform, Random(11));
  Random random(11);
  for (int k = 0; k < 100; ++k) CHECK(order.next() == static_cast<Index>(random.below(33)));
}

TEST_CASE("line order: only the listed lines are visited") {
  const Sample sample = sample_of({{0, 0}, {1, 2}, {0, 0}, {0, 3}});
  const std::vector<Index> visited = nonempty_lines(sample.rows);
  CHECK(visited == std::vector<Index>{1, 3});
  for (const auto kind : {LineOrder::Kind::uniform, LineOrder::Kind::permuted, LineOrder::Kind::cyclic}) {
    LineOrder order(sample.rows, visited, kind, Random(1));
    CHECK(order.size() == 2);
    for (const Index line : take(order, 50)) CHECK((line == 1 || line == 3));
  }
}

TEST_CASE(
    "active lines: a pass in blocks takes consecutive lines together, blocks and lines in random order") {
  std::vector<Index> some = all_lines(103);
  std::erase(some, 40);
  ActiveLines lines(some);
  Random random(4);
  std::array<int, 11> first_block{};
  std::array<int, 10> first_line_of_block_2{};
  for (int pass = 0; pass < 2200; ++pass) {
    if (pass == 1) lines.leave_out();  // of the first pass: it comes back
    if (pass == 2) lines.include_all();
    lines.begin_pass_in_blocks(random, 10);
    const std::vector<Index> order(lines.active().begin(), lines.active().end());
    REQUIRE(order.size() == (pass == 1 ? 101u : 102u));
    ++first_block[static_cast<std::size_t>(order.front() / 10)];
    ++first_line_of_block_2[static_cast<std::size_t>(
        *std::ranges::find_if(order, [](Index line) { return line / 10 == 2; }) % 10)];
    int changes = 0;
    for (std::size_t k = 1; k < order.size(); ++k) changes += order[k] / 10 != order[k - 1] / 10 ? 1 : 0;
    CHECK(changes == 10);
    std::vector<Index> sorted(lines.all().begin(), lines.all().end());
    std::ranges::sort(sorted);
    CHECK(sorted == some);
  }
  // Binomial with means 200 and 220, and deviations 13.5 and 14.
  for (const int times : first_block) CHECK(std::abs(times - 200) < 70);
  for (const int times : first_line_of_block_2) CHECK(std::abs(times - 220) < 70);
}
