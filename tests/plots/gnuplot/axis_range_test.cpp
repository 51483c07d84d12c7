#include "plots/gnuplot/axis_range.hpp"

#include <cmath>
#include <vector>

#include "tests/catch.hpp"

namespace descent {

TEST_CASE("labels of more than four letters leave out a power of ten, and then an offset") {
  const AxisRange times{0, 3.6e-4, 1e-4};
  REQUIRE_FALSE(has_short_labels(times));
  CHECK(short_tics(times).tics == "('0' 0, '1' 0.0001, '2' 0.0002, '3' 0.0003)");
  CHECK(short_tics(times).unit == power_text(-4));
  CHECK(short_tics(times).offset == 0);
  const ShortTics close = short_tics({0.38304, 0.38312, 2.5e-5});
  CHECK(close.tics == "('0' 0.38305, '2.5' 0.383075, '5' 0.3831)");
  CHECK(close.unit == power_text(-5));
  CHECK(close.offset == Approx(0.38305));
}

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

TEST_CASE("labels of a linear axis are short if four letters distinguish its tics") {
  CHECK(has_short_labels({0.4, 0.7, 0.05}));
  CHECK(has_short_labels({8640, 8690, 20}));
  CHECK(has_short_labels({90'000, 130'000, 10'000}));
  CHECK_FALSE(has_short_labels({0.35, 0.353, 0.001}));
  CHECK_FALSE(has_short_labels({9'000, 10'400, 500}));
  CHECK_FALSE(has_short_labels({5e5, 2e6, 5e5}));
}

TEST_CASE("an axis of shares reaches over the round numbers around them") {
  CHECK(percent_range(0, 70).low == Approx(-3.75));
  CHECK(percent_range(0, 70).high == Approx(78.75));
  CHECK(percent_range(0, 70).step == 25);
  CHECK(percent_range(83, 97).low == Approx(79));
  CHECK(percent_range(83, 97).high == Approx(101));
  CHECK(percent_range(0, 13).step == 5);
  CHECK(percent_range(0, 0.1 + 0.2).high > 0.3);
  for (const double share : {0.0, 50.0, 100.0}) {
    CHECK(percent_range(share, share).low < share);
    CHECK(percent_range(share, share).high > share);
  }
}

TEST_CASE("a logarithmic axis leaves as much air in logarithms and shows two powers of ten") {
  const AxisRange range = power_range(1e-5, 1);
  CHECK(range.low == Approx(std::pow(10, -5.25)));
  CHECK(range.high == Approx(std::pow(10, 0.25)));
  const AxisRange narrow = power_range(0.3, 0.7);  // contains no power
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
  CHECK(power_tics({85, 3110, 10}) == "1e2, 10");
  CHECK(power_tics({5e-8, 2, 10}) == "('' 1e-7 1, 1e-6, '' 1e-5 1, 1e-4, '' 1e-3 1, 1e-2, '' 1e-1 1, 1e0)");
  CHECK(power_tics({5e-4, 2, 10}, 2) == "('' 1e-3 1, 1e-2, '' 1e-1 1, 1e0)");
  CHECK(power_tics({1e-8, 1e300, 10}) == "(1e0, 1e45, 1e90, 1e135, 1e180, 1e225, 1e270)");
}

TEST_CASE("an axis of amounts labels powers of ten, and more where few of these are seen") {
  CHECK(amount_tics({0.001, 4, 10}, TicLabels::plain) == "10 format '%g'");
  CHECK(amount_tics({0.001, 4, 10}, TicLabels::powers) == "10 format '10^{/*1.1 %T}'");
  CHECK(amount_tics({0.3, 6, 10}, TicLabels::plain) == "(0.5, 1, 2, 5) format '%g'");
  CHECK(amount_tics({0.3, 6, 10}, TicLabels::plain, false) == "(0.5, 1, 2, 5) format ''");
  CHECK(amount_tics({3.1, 4.9, 10}, TicLabels::plain) == "(3.5, 4, 4.5) format '%g'");
  CHECK(amount_tics({2.1, 4.9, 10}, TicLabels::plain) == "(3, 4) format '%g'");
  // A narrow panel has room for fewer.
  CHECK(amount_tics({0.8, 6, 10}, TicLabels::plain, true, 4) == "(1, 3) format '%g'");
  CHECK(amount_tics({0.25, 12, 10}, TicLabels::plain, true, 4) == "(1, 10) format '%g'");
}

TEST_CASE("an axis of amounts has two labels at least, wherever it begins and ends") {
  for (double low = 0.1; low < 1; low *= 1.07) {
    for (const double span : {1.5, 2.0, 3.0, 5.5, 8.0, 15.0, 40.0}) {
      for (const std::size_t most : {4u, 7u}) {
        const std::string tics = amount_tics({low, low * span, 10}, TicLabels::plain, true, most);
        CAPTURE(low, span, most, tics);
        CHECK((tics.starts_with("10 ") || tics.find(", ") != std::string::npos));
      }
    }
  }
}

TEST_CASE("between powers of ten a label says how much it is") {
  CHECK_THAT(amount_tics({4e-5, 3e-4, 10}, TicLabels::powers),
             StartsWith("('5·10^{/*1.1 −5}' 5e-05, '10^{/*1.1 −4}' 0.0001, '2·10^{/*1.1 −4}' 0.0002)"));
  CHECK_THAT(amount_tics({15'000, 60'000, 10}, TicLabels::powers),
             StartsWith("('2·10^{/*1.1 4}' 20000, '5·10^{/*1.1 4}' 50000)"));
  CHECK_THAT(amount_tics({2.1e-5, 4.9e-5, 10}, TicLabels::powers),
             StartsWith("('3·10^{/*1.1 −5}' 3e-05, '4·10^{/*1.1 −5}' 4e-05)"));
  // Long labels of a long axis are further apart.
  CHECK_THAT(amount_tics({4e-5, 3.5e-3, 10}, TicLabels::powers),
             StartsWith("('10^{/*1.1 −4}' 0.0001, '3·10^{/*1.1 −4}' 0.0003, '10^{/*1.1 −3}' 0.001, "
                        "'3·10^{/*1.1 −3}' 0.003)"));
  CHECK(amount_tics({4e-5, 3.5e-3, 10}, TicLabels::powers, false) ==
        "(0.0001, 0.0003, 0.001, 0.003) format ''");
}

TEST_CASE("the axes of a figure are labelled in one way: powers of ten where numbers of some axis are long") {
  const std::vector<AxisRange> passes{{0.1, 100, 10}, {0.5, 20'000, 10}};
  CHECK(amount_labels(passes) == TicLabels::plain);
  const std::vector<AxisRange> seconds{{0.1, 100, 10}, {0.0001, 1, 10}};
  CHECK(amount_labels(seconds) == TicLabels::powers);
  const std::vector<AxisRange> many{{0.1, 100, 10}, {0.5, 30'000, 10}};
  CHECK(amount_labels(many) == TicLabels::powers);
  CHECK(amount_labels(passes, true) == TicLabels::powers);
  const std::vector<AxisRange> narrow{{0.1, 100, 10}, {0.5, 20, 10}};
  CHECK(amount_labels(narrow, true) == TicLabels::plain);
}

TEST_CASE("a share of an axis is one of its logarithms where these are drawn, and ends at its ends") {
  CHECK(share_of(1, {0, 4, 1}) == 0.25);
  CHECK(share_of(3, {2, 4, 1}) == 0.5);
  CHECK(share_of(1, {0.1, 1000, 1, true}) == Approx(0.25));
  CHECK(share_of(-1, {0.1, 1000, 1, true}) == 0);
  CHECK(share_of(9, {0, 4, 1}) == 1);
}

}  // namespace descent
