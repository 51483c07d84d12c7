#include "support/numbers/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

namespace {

/// Σ (count − expected)² / expected over equally likely cells.
template <std::size_t cells>
double chi_squared(const std::array<int, cells>& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(cells);
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

}  // namespace

// The expected numbers come from an implementation of the recurrence in another language.
TEST_CASE("The draws of seed 1 are the same on every machine") {
  Random bits(1);
  for (const std::uint64_t expected :
       {2469588189546311528U, 2516265689700432462U, 8323445853463659930U, 387828560950575246U}) {
    CHECK(bits.bits() == expected);
  }
  Random below(1);
  for (const std::uint64_t expected : {133U, 136U, 451U, 21U, 350U, 911U, 470U, 74U, 569U}) {
    CHECK(below.below(1000) == expected);
  }
  Random uniform(1);
  for (const double expected : {0.13387664401253263, 0.13640703636619722, 0.4512149038445381}) {
    CHECK(uniform.uniform() == expected);
  }
  std::vector<int> values(10);
  std::iota(values.begin(), values.end(), 0);
  Random order(1);
  shuffle(values.begin(), values.end(), order);
  CHECK(values == std::vector<int>{5, 7, 6, 8, 4, 2, 0, 3, 9, 1});
}

TEST_CASE("Another seed gives other draws") {
  CHECK(Random(1).bits() != Random(2).bits());
}

TEST_CASE("Bounded draws are equally likely, also where multiplying alone favours some") {
  Random random(3);
  std::array<int, 7> sevenths{};
  for (int i = 0; i < 70'000; ++i) ++sevenths.at(random.below(7));
  CHECK(chi_squared(sevenths) < 22.5);  // exceeded once in a thousand tests

  // For 3·2⁶² values, ⌊bits · 3/4⌋ without rejection yields every third value twice as often as the others.
  const std::uint64_t bound = std::uint64_t{3} << 62;
  std::array<int, 3> thirds{};
  for (int i = 0; i < 30'000; ++i) ++thirds.at(random.below(bound) % 3);
  CHECK(chi_squared(thirds) < 13.9);
}

TEST_CASE("A bound of one leaves no choice") {
  Random random(4);
  for (int i = 0; i < 100; ++i) REQUIRE(random.below(1) == 0);
}

TEST_CASE("Uniform draws stay below one and fill the interval") {
  Random random(5);
  std::array<int, 20> cells{};
  for (int i = 0; i < 100'000; ++i) {
    const double draw = random.uniform();
    REQUIRE(draw >= 0);
    REQUIRE(draw < 1);
    ++cells.at(static_cast<std::size_t>(draw * 20));
  }
  CHECK(chi_squared(cells) < 43.9);
}

TEST_CASE("Normal draws have the moments of the standard normal distribution") {
  Random random(6);
  constexpr int draws = 200'000;
  double mean = 0;
  double square = 0;
  double fourth = 0;
  for (int i = 0; i < draws; ++i) {
    const double draw = random.normal();
    mean += draw / draws;
    square += draw * draw / draws;
    fourth += std::pow(draw, 4) / draws;
  }
  CHECK(std::abs(mean) < 0.01);
  CHECK(std::abs(square - 1) < 0.015);
  CHECK(std::abs(fourth - 3) < 0.1);
}

TEST_CASE("Shuffling gives each order of three equally often") {
  Random random(8);
  std::array<int, 6> orders{};
  for (int i = 0; i < 60'000; ++i) {
    std::array<int, 3> values{0, 1, 2};
    shuffle(values.begin(), values.end(), random);
    std::size_t rank = static_cast<std::size_t>(values[0]) * 2 + (values[1] > values[2] ? 1U : 0U);
    ++orders.at(rank);
  }
  CHECK(chi_squared(orders) < 20.5);
}
