#include "datasets/readers/short_decimal.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <string>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// The result of std::from_chars for the text, which ends with a blank, as bits, to distinguish −0 from 0.
std::uint64_t bits_by_from_chars(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  REQUIRE(error == std::errc{});
  REQUIRE(*end == ' ');
  return std::bit_cast<std::uint64_t>(value);
}

/// Reads the text, with memory behind it that holds digits.
ShortDecimal read(std::string& text) {
  const std::size_t bytes = text.size();
  text.append(bytes_read_ahead, '9').resize(bytes);
  return read_short_decimal(text.data());
}

}  // namespace

TEST_CASE("short decimals: the bits of std::from_chars, or not taken") {
  Random random(7);
  int taken = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text = random.below(3) == 0 ? "-" : "";
    const std::uint64_t before = random.below(20);
    const std::uint64_t after = random.below(20);
    for (std::uint64_t k = 0; k < before; ++k) text += static_cast<char>('0' + random.below(10));
    if (after > 0 || before == 0) text += '.';
    for (std::uint64_t k = 0; k < after; ++k) text += static_cast<char>('0' + random.below(10));
    if (before + after == 0) text += '7';
    text += ' ';
    CAPTURE(text);
    const ShortDecimal decimal = read(text);
    if (decimal.end == nullptr) continue;
    ++taken;
    REQUIRE(*decimal.end == ' ');
    REQUIRE(std::bit_cast<std::uint64_t>(decimal.value) == bits_by_from_chars(text));
  }
  CHECK(taken > 5000);

  for (std::string text : {"9007199254740992 ", "-0 ", "-0.000 ", "5. ", ".5 ", ".0000000000000000001 "}) {
    CAPTURE(text);
    const ShortDecimal decimal = read(text);
    REQUIRE(decimal.end != nullptr);
    CHECK(std::bit_cast<std::uint64_t>(decimal.value) == bits_by_from_chars(text));
  }
  for (std::string text :
       {" ", "- ", ". ", "-. ", "+1 ", "1e5 ", "1.5E-3 ", "nan ", "inf ", "x ", "9007199254740993 ",
        "0.00000000000000000001 ", "18446744073709551617 ", "36893488147419103232000 "}) {
    CAPTURE(text);
    CHECK(read(text).end == nullptr);
  }
}
