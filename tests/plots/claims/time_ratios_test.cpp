#include "plots/claims/time_ratios.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent::test {
namespace {

/// Pairs whose ratios scatter by 3 % about `ratio`; one in ten was disturbed and is 30 % off.
TimeRatio noisy_pairs(double ratio, std::size_t count, Random& random) {
  TimeRatio pairs{"a problem"};
  for (std::size_t k = 0; k < count; ++k) {
    const double disturbance = random.uniform() < 0.1 ? (random.uniform() < 0.5 ? -0.3 : 0.3) : 0.0;
    pairs.logarithms.push_back(std::log(ratio) + 0.03 * random.normal() + disturbance);
  }
  return pairs;
}

/// Five runs that come to 1e-2 after so many seconds, in 0.25 s of setup and 40 passes.
ResultsFolder folder_of(double seconds, std::uint64_t updates = 100) {
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    runs.push_back(certified_run({{0, 1}, {seconds / 2, 1}, {seconds, 1e-2}}, "one", seed));
    for (ResultRow& row : runs.back()) row.updates = updates * row.checkpoint;
    runs.back().back().passes = 40;
  }
  return certified_results(runs);
}

std::string told(const TimeComparison& comparison) {
  if (comparison.methods.empty()) return comparison.left_out.at(0);
  const TimeRatio& ratio = comparison.methods.at(0).problems.at(0);
  return fmt::format("{}: {:.3f} ({} + {} of {})", ratio.work, comparison.methods[0].overall.ratio,
                     ratio.equal_pairs, ratio.unequal_pairs, ratio.logarithms.size());
}

}  // namespace

TEST_CASE("times are compared with setup, over equal passes or to the hardest target that both certify") {
  const ResultsFolder a = folder_of(1);
  ResultsFolder b = folder_of(2);
  CHECK(told(compare_times(a, b)) == "40 passes: 1.800 (5 + 0 of 5)");
  CHECK(told(compare_times(a, folder_of(2, 77))) ==
        "40 passes: 1.800 (0 + 0 of 5)");  // never after equal work
  b.runs[0].rows.back().objective = test::example_bound * 1.02;
  CHECK(told(compare_times(a, b)) == "40 passes: 1.800 (4 + 1 of 5)");
  b.runs[0].rows = test::changed(test::failed_run(1), &ResultRow::method, "one");
  CHECK(told(compare_times(a, b)) == "40 passes: 1.800 (4 + 0 of 4)");

  b = folder_of(2);
  for (auto& run : b.runs) run.rows.back().passes = 41;
  CHECK(told(compare_times(a, b)) == "to 1e-2 of D*: 1.800 (5 + 0 of 5)");
  // Another certificate, near enough for the easier target alone.
  for (double ManifestOptimum::*const end : {&ManifestOptimum::lower_bound, &ManifestOptimum::objective})
    b.manifest.optima[0].*end *= 0.995;
  CHECK_THAT(told(compare_times(a, b)), StartsWith("to 1e-1 of D*: "));
  b.manifest.datasets[0].sha256 = "other";
  CHECK_THAT(told(compare_times(a, b)), EndsWith("other data, or another form of the objective"));
}

TEST_CASE("intervals of noisy ratios cover the ratio as often as they say, and raise no false alarm") {
  Random random(3);
  int covered = 0;
  int alarms = 0;
  constexpr int trials = 100;
  for (int trial = 0; trial < trials; ++trial) {
    const RatioOfTimes slower = ratio_over({noisy_pairs(1.05, 12, random), noisy_pairs(1.05, 12, random)});
    covered += slower.interval.low <= 1.05 && slower.interval.high >= 1.05 ? 1 : 0;
    alarms += ratio_over({noisy_pairs(1, 8, random)}).interval.low > 1.02 ? 1 : 0;
  }
  CHECK(covered >= 90);
  CHECK(alarms == 0);
}

TEST_CASE("the ratio over problems is a geometric mean, and few pairs leave the interval open") {
  const TimeRatio twice{"", "", std::vector<double>(5, std::log(2.0))};
  const TimeRatio half{"", "", std::vector<double>(7, std::log(0.5))};
  CHECK(ratio_over({twice, half}).ratio == Approx(1));
  CHECK(ratio_over({twice}).interval.low == Approx(2));
  const TimeRatio few{"", "", std::vector<double>(4, std::log(2.0))};
  CHECK(ratio_over({few, half}).interval.low == 0);
  CHECK(std::isinf(ratio_over({few, half}).interval.high));
}

TEST_CASE("variants, forms of the objective and methods that only one folder has are not compared") {
  const ResultsFolder a = folder_of(1);
  ResultsFolder b = folder_of(2);
  b.manifest.form.is_sum = true;
  CHECK_THAT(told(compare_times(a, b)), EndsWith("other data, or another form of the objective"));

  std::vector<std::vector<ResultRow>> runs = test::rows_of(folder_of(3));
  for (auto& run : runs) run = changed(run, &ResultRow::variant, "step=2");
  const TimeComparison other = compare_times(a, certified_results(runs));
  CHECK(other.methods.empty());
  REQUIRE(other.left_out.size() == 2);
  CHECK_THAT(other.left_out[0], StartsWith("The one on ") && EndsWith(": only in A"));
  CHECK_THAT(other.left_out[1], StartsWith("The one step=2 on ") && EndsWith(": only in B"));
  for (const auto& run : a.runs) runs.push_back(run.rows);
  const TimeComparison both = compare_times(certified_results(runs), a);
  REQUIRE(both.methods.size() == 1);
  CHECK(both.methods[0].label == "The one");
  CHECK(both.methods[0].overall.ratio == Approx(1));
}

TEST_CASE("the interval is that of 95 % for the median of many pairs") {
  TimeRatio even{"a problem"};
  for (int k = 0; k <= 1000; ++k) even.logarithms.push_back((k - 500) / 500.0);
  const Bounds interval = ratio_over({even}).interval;
  // The median of n = 1001 numbers of density 1/2 has the deviation 1/√n.
  const double deviation = 1 / std::sqrt(1001.0);
  CHECK(std::log(interval.high / interval.low) / (2 * deviation) == Approx(1.96).margin(0.13));
}

}  // namespace descent::test
