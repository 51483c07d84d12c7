#include "support/numbers/number_of.hpp"

#include <cmath>
#include <cstdint>

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("A number is all of the text or none") {
  CHECK(number_of<int>("-17") == -17);
  CHECK(number_of<double>("2.5e3") == 2500);
  for (const char* const text : {"", " 1", "1 ", "1x", "1.5.2", "x", "+1", "--1", "0x10"}) {
    CAPTURE(text);
    CHECK_FALSE(number_of<int>(text).has_value());
    CHECK_FALSE(number_of<double>(text).has_value());
  }
  CHECK_FALSE(number_of<int>("1.5").has_value());
  CHECK(std::isnan(number_of<double>("nan").value()));
}

TEST_CASE("A number too large for its type is none, one too small is zero") {
  CHECK(number_of<std::int32_t>("2147483647") == 2147483647);
  CHECK_FALSE(number_of<std::int32_t>("2147483648").has_value());
  CHECK_FALSE(number_of<std::uint64_t>("-1").has_value());
  for (const char* const text : {"1e309", "-1e999", "1e9999", "1e99999999999999999999"})
    CHECK_FALSE(number_of<double>(text).has_value());
  for (const char* const text : {"1e-400", "1e-9999", "1e-99999999999999999999", "0.001e-5000"})
    CHECK(number_of<double>(text) == 0);
  CHECK(std::signbit(number_of<double>("-1e-400").value()));
  CHECK(number_of<double>("5e-324") == 5e-324);
  CHECK(number_of<float>("1e-60") == 0);
  CHECK_FALSE(number_of<float>("1e39").has_value());
}

TEST_CASE("The plus of a number goes, unless a minus follows") {
  CHECK(without_plus("+1") == "1");
  CHECK(without_plus("1") == "1");
  for (const char* const text : {"+", "+-1", ""}) CHECK(without_plus(text) == text);
}
