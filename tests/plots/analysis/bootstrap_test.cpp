#include "plots/analysis/bootstrap.hpp"

#include <cmath>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("BCa as published: the variance of 26 children's test scores") {
  // Efron and Tibshirani 1993, "An Introduction to the Bootstrap", section 14.2 and tables 14.1 and 14.2:
  // test A has variance 171.5 and a = 0.061; with 2000 resamples z₀ = 0.146 and a 90 % interval from 115.8 to
  // 259.6.
  const std::vector<double> scores{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
                                   0,  33, 28, 34, 4,  32, 24, 47, 41, 24, 26, 30, 41};
  const auto bootstrap = bca_bootstrap(scores.size(), 0.9, [&](std::span<const std::size_t> members) {
    double sum = 0;
    double squares = 0;
    for (const std::size_t i : members) sum += scores[i];
    const double middle = sum / static_cast<double>(members.size());
    for (const std::size_t i : members) squares += (scores[i] - middle) * (scores[i] - middle);
    return squares / static_cast<double>(members.size());
  });
  REQUIRE(bootstrap);
  CHECK(bootstrap->acceleration == Approx(0.0612).margin(5e-5));
  // 40,000 resamples give z₀ = 0.18 and an interval from 115.5 to 261.5; smaller numbers scatter about these.
  CHECK(bootstrap->bias == Approx(0.18).margin(0.04));
  const Bounds interval = bootstrap->interval;
  CHECK(interval.low == Approx(115.8).margin(4));
  CHECK(interval.high == Approx(259.6).margin(10));
}

TEST_CASE("an interval has the unit of its numbers, however small") {
  // Squares of such numbers are below 1e-12, and their acceleration is that of ordinary ones.
  const auto accelerated = [](double unit) {
    return bca_bootstrap(6, 0.9, [unit](std::span<const std::size_t> members) {
             double sum = 0;
             for (const std::size_t i : members) sum += unit * static_cast<double>(i * i);
             return sum / static_cast<double>(members.size());
           })
        .value();
  };
  const BcaBootstrap ordinary = accelerated(1);
  const BcaBootstrap small = accelerated(1e-6);
  CHECK(ordinary.acceleration > 0.01);
  CHECK(small.acceleration == Approx(ordinary.acceleration));
  CHECK(small.interval.low == Approx(1e-6 * ordinary.interval.low).margin(0));
  CHECK(small.interval.high == Approx(1e-6 * ordinary.interval.high).margin(0));
}

TEST_CASE("without bias and skewness BCa is the central part of the resamples") {
  // Members −4, −3, …, 4: the mean's distribution is symmetric, so a = 0, and z₀ is chance.
  const auto bootstrap = bca_bootstrap(9, 0.95, [](std::span<const std::size_t> members) {
    double sum = 0;
    for (const std::size_t i : members) sum += static_cast<double>(i) - 4;
    return sum / static_cast<double>(members.size());
  });
  REQUIRE(bootstrap);
  CHECK(bootstrap->acceleration == Approx(0).margin(1e-12));
  CHECK(bootstrap->bias == Approx(0).margin(0.04));
  // The mean of nine has variance (60/9)/9. It is a multiple of 1/9, and chance moves an end by one step.
  const double deviation = std::sqrt(60.0) / 9;
  const Bounds interval = bootstrap->interval;
  CHECK(interval.low == Approx(-1.96 * deviation).margin(0.15));
  CHECK(interval.high == Approx(1.96 * deviation).margin(0.15));
}

TEST_CASE("members that all say the same leave nothing to resample") {
  CHECK_FALSE(bca_bootstrap(5, 0.95, [](std::span<const std::size_t>) { return 3.0; }));
}
