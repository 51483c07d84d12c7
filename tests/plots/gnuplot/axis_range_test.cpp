#include "plots/gnuplot/axis_range.hpp"

#include <cmath>

#include "tests/catch.hpp"

namespace descent {

TEST_CASE("a linear axis leaves air around its interval, and an empty interval gets a width") {
  const AxisRange range = linear_range(0.4, 0.8);
  CHECK(range.low == Approx(0.38));
  CHECK(range.high == Approx(0.82));
  CHECK(range.step == Approx(0.1));
  const AxisRange flat = linear_range(3, 3);
  CHECK(flat.low < 3);
  CHECK(flat.high > 3);
  CHECK(flat.step > 0);
}

TEST_CASE("an axis of shares reaches to 100 % or to a round number above the largest") {
  CHECK(percent_range(70).high == Approx(104));
  CHECK(percent_range(70).step == 50);
  CHECK(percent_range(13).high == Approx(1.04 * 15));
  CHECK(percent_range(13).step == 5);
}

TEST_CASE("a logarithmic axis leaves as much air in logarithms and shows two powers of ten") {
  const AxisRange range = power_range(1e-5, 1);
  CHECK(range.low == Approx(std::pow(10, -5.25)));
  CHECK(range.high == Approx(std::pow(10, 0.25)));
  const AxisRange narrow = power_range(0.3, 0.7);  // holds no power at all
  CHECK(narrow.low < 0.01);
  CHECK(narrow.high > 0.7);
  CHECK(narrow.high < 1);
  const AxisRange one = power_range(0.5, 3);
  CHECK(one.low < 0.1);
  CHECK(one.low > 0.05);
  const AxisRange endless = power_range(1e-8, 1e305);
  CHECK(endless.high == 1e300);
  CHECK(endless.low > 0);
}

TEST_CASE("powers of ten are all labelled up to seven, then every other one, and so on") {
  CHECK(power_tics({5e-7, 2, 10}) == "10");
  CHECK(power_tics({5e-8, 2, 10}) == "('' 1e-7 1, 1e-6, '' 1e-5 1, 1e-4, '' 1e-3 1, 1e-2, '' 1e-1 1, 1e0)");
  CHECK(power_tics({1e-8, 1e300, 10}) == "(1e0, 1e45, 1e90, 1e135, 1e180, 1e225, 1e270)");
}

TEST_CASE("an axis of amounts labels powers of ten, and more where few of these are seen") {
  CHECK(amount_tics({0.001, 4, 10}) == "10");
  CHECK(amount_tics({0.3, 6, 10}) == "(0.5, 1, 2, 5)");
}

}  // namespace descent
