#include "plots/analysis/rank_test.hpp"

#include <bit>
#include <cmath>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

constexpr double unbounded = infinity;

std::vector<Bounds> exact(const std::vector<double>& values) {
  std::vector<Bounds> bounds;
  for (const double value : values) bounds.push_back({value, value});
  return bounds;
}

/// How many orders of so many members of two samples have U = u, at u: all are tried.
std::vector<double> orders_with(unsigned first, unsigned second) {
  std::vector<double> counts(first * second + 1, 0);
  for (unsigned places = 0; places < 1u << (first + second); ++places) {  // of the first sample's members
    if (std::popcount(places) != static_cast<int>(first)) continue;
    unsigned pairs = 0;
    unsigned of_second = 0;
    for (unsigned place = 0; place < first + second; ++place) {
      if ((places >> place & 1) != 0)
        pairs += of_second;
      else
        ++of_second;
    }
    ++counts[pairs];
  }
  return counts;
}

/// Values exp(x), x with that middle and a lopsided distribution of spread one.
std::vector<double> sample(Random& random, double middle, int size = 10) {
  std::vector<double> values;
  for (int i = 0; i < size; ++i) values.push_back(middle * std::exp(std::pow(random.uniform(), 3)));
  return values;
}

}  // namespace

TEST_CASE("the null distribution is that of all orders") {
  for (unsigned first = 1; first <= 6; ++first) {
    for (unsigned second = 1; second <= 6; ++second) {
      CAPTURE(first, second);
      const MannWhitney distribution(first, second);
      const std::vector<double> orders = orders_with(first, second);
      double all = 0;
      for (const double count : orders) all += count;
      double greater = all;  // with U ≥ u
      for (unsigned u = 0; u < orders.size(); ++u) {
        CHECK(distribution.at_least(u) == Approx(greater / all).epsilon(1e-12));
        greater -= orders[u];
        CHECK(distribution.at_most(u) == Approx(1 - greater / all).epsilon(1e-12));
      }
      CHECK(distribution.at_least(orders.size()) == 0);
    }
  }
}

TEST_CASE("the null distribution has the tables' critical values") {
  const MannWhitney ten(10, 10);  // U ≤ 23 at 5 %, U ≤ 16 at 1 %, two-sided
  CHECK(ten.at_most(23) <= 0.025);
  CHECK(ten.at_most(24) > 0.025);
  CHECK(ten.at_most(16) <= 0.005);
  CHECK(ten.at_most(17) > 0.005);
  CHECK(ten.at_least(100) == Approx(1 / 184'756.0).epsilon(1e-12));
  CHECK(MannWhitney(8, 13).at_most(24) <= 0.025);
  CHECK(MannWhitney(8, 13).at_most(25) > 0.025);
}

TEST_CASE("the null distribution of large samples is symmetric, and normal in the middle") {
  const MannWhitney fifty(50, 50);
  CHECK(fifty.at_most(1249) + fifty.at_least(1250) == Approx(1).epsilon(1e-12));
  CHECK(fifty.at_least(1250) - fifty.at_least(1251) == Approx(0.0028).margin(1e-4));
  const double deviation = std::sqrt(50.0 * 50 * 101 / 12);
  const double above = 1250.5 + 1.959964 * deviation;
  CHECK(fifty.at_least(static_cast<std::uint64_t>(std::ceil(above))) == Approx(0.025).margin(5e-4));
  CHECK(fifty.at_least(2500) == Approx(9.9117e-30).epsilon(1e-4));  // 1 / (100 over 50)
}

TEST_CASE("a worked example: the permeability of membranes") {
  // Hollander, Wolfe and Chicken, table 4.1, as R's wilcox.test has it: W = 35, one-sided p = 0.1272,
  // difference 0.305 with the interval from -0.15 to 0.76.
  std::vector<double> at_term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  std::vector<double> early{1.15, 0.88, 0.90, 0.74, 1.21};
  for (double& value : at_term) value = std::exp(value);
  for (double& value : early) value = std::exp(value);
  const RankTest test(exact(at_term), exact(early));
  CHECK(test.p_of_at_most(1) == Approx(0.1272).margin(5e-5));
  const Estimate ratio = test.ratio();
  CHECK(std::log(ratio.value.low) == Approx(0.305).margin(1e-3));
  CHECK(ratio.value.low == ratio.value.high);
  CHECK(std::log(ratio.interval.low) == Approx(-0.15).margin(1e-9));
  CHECK(std::log(ratio.interval.high) == Approx(0.76).margin(1e-9));
}

TEST_CASE("ties count for nothing, and three runs show nothing") {
  const auto twos = exact(std::vector<double>(10, 2));
  const RankTest tied(twos, twos);
  CHECK(tied.p_of_at_most(1) == 1);
  CHECK(tied.p_of_at_least(1) == 1);
  CHECK(tied.ratio().value == Bounds{1, 1});
  CHECK(tied.ratio().interval == Bounds{1, 1});
  CHECK(tied.p_of_at_most(0.5) == Approx(1 / 184'756.0));
  const RankTest three(exact({5, 6, 7}), exact({1, 2, 3}));
  CHECK(three.p_of_at_most(1) == Approx(0.05));
  CHECK(three.ratio().value == Bounds{3, 3});
  CHECK(three.ratio().interval == Bounds{0, unbounded});
}

TEST_CASE("what is not known of a run is held against every conclusion") {
  const auto quick = exact({1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const std::vector<Bounds> beyond_budget(10, Bounds{4, unbounded});
  const std::vector<Bounds> at_once(10, Bounds{0, 0.5});
  const std::vector<Bounds> failed(10, Bounds{0, unbounded});
  const std::vector<Bounds> none_arrived(10, Bounds{unbounded, unbounded});
  CHECK(RankTest(beyond_budget, quick).ratio().interval == Bounds{4, unbounded});
  CHECK(RankTest(beyond_budget, quick).p_of_at_most(1) < 1e-5);
  CHECK(RankTest(quick, at_once).ratio().interval == Bounds{2, unbounded});
  CHECK(RankTest(at_once, quick).ratio().value == Bounds{0, 0.5});
  CHECK(RankTest(none_arrived, quick).ratio().value == Bounds{unbounded, unbounded});
  CHECK(RankTest(none_arrived, quick).p_of_at_most(1e9) < 1e-5);
  CHECK(RankTest(quick, none_arrived).ratio().interval == Bounds{0, 0});
  for (const auto& open : {beyond_budget, at_once, failed, none_arrived}) {
    const RankTest test(open, open);
    CHECK(test.ratio().value == Bounds{0, unbounded});
    CHECK(test.p_of_at_most(1) == 1);
    CHECK(test.p_of_at_least(1) == 1);
  }
  // Two of ten failed: 80 pairs are sure.
  std::vector<Bounds> two_failed = beyond_budget;
  two_failed[0] = two_failed[7] = {0, unbounded};
  CHECK(RankTest(two_failed, quick).p_of_at_most(1) == MannWhitney(10, 10).at_least(80));
}

TEST_CASE("less knowledge never makes a conclusion stronger") {
  Random random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const auto numerator = sample(random, 1.5);
    const auto denominator = sample(random, 1);
    auto wide_numerator = exact(numerator);
    auto wide_denominator = exact(denominator);
    for (auto* wide : {&wide_numerator, &wide_denominator}) {
      for (Bounds& each : *wide) {
        if (random.uniform() < 0.3) each.low *= random.uniform();
        if (random.uniform() < 0.3) each.high /= random.uniform();
      }
    }
    const RankTest known(exact(numerator), exact(denominator));
    const RankTest guessed(wide_numerator, wide_denominator);
    CHECK(guessed.p_of_at_most(1) >= known.p_of_at_most(1));
    CHECK(guessed.p_of_at_least(1) >= known.p_of_at_least(1));
    CHECK(guessed.ratio().interval.low <= known.ratio().interval.low);
    CHECK(guessed.ratio().interval.high >= known.ratio().interval.high);
  }
}

TEST_CASE("the interval leaves out what the test rejects, and covers the ratio as often as promised") {
  Random random(5);
  int covered = 0;
  constexpr int trials = 1000;
  for (int trial = 0; trial < trials; ++trial) {
    const RankTest test(exact(sample(random, 2)), exact(sample(random, 1)));
    const Bounds interval = test.ratio().interval;
    covered += interval.low <= 2 && 2 <= interval.high ? 1 : 0;
    CHECK((interval.low > 2) == (test.p_of_at_most(2) <= 0.025));
    CHECK((interval.high < 2) == (test.p_of_at_least(2) <= 0.025));
  }
  // P(24 ≤ U ≤ 76) = 95.67 %; 1000 trials scatter by 0.64 %.
  CHECK(covered >= 0.937 * trials);
  CHECK(covered <= 0.976 * trials);
}
