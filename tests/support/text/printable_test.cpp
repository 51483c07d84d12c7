#include "support/text/printable.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("what prints is shown as it is") {
  CHECK(printable("", 10).empty());
  CHECK(printable("plain ~text", 20) == "plain ~text");
  CHECK(printable("Größe λ 😀", 20) == "Größe λ 😀");
}

TEST_CASE("control characters and bytes that are no UTF-8 are shown as numbers") {
  CHECK(printable("a\nb\x1b[31m", 100) == "a\\x0ab\\x1b[31m");
  CHECK(printable(std::string("\0\x7f", 2), 100) == "\\x00\\x7f");
  CHECK(printable("\xc2\x9b", 100) == "\\xc2\\x9b");                    // a control character of two bytes
  CHECK(printable("\xff\x80", 100) == "\\xff\\x80");                    // no characters
  CHECK(printable("\xc3", 100) == "\\xc3");                             // cut off
  CHECK(printable("\xc0\xaf", 100) == "\\xc0\\xaf");                    // '/' in two bytes
  CHECK(printable("\xe0\x80\xaf", 100) == "\\xe0\\x80\\xaf");           // in three
  CHECK(printable("\xed\xa0\x80", 100) == "\\xed\\xa0\\x80");           // half of a surrogate pair
  CHECK(printable("\xf4\x90\x80\x80", 100) == "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST_CASE("a long value is cut in a message") {
  CHECK(shown("abc") == "abc");
  CHECK(shown(std::string(1'000'000, '1')) == std::string(80, '1') + "…");
  CHECK(shown("\x1b]0;x\x07") == "\\x1b]0;x\\x07");
}

TEST_CASE("what is long is cut between characters") {
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef…");
  CHECK(printable("aλλ", 4) == "aλ…");
  CHECK(printable("a\nb", 4) == "a…");
}

TEST_CASE("lines keep their ends, and nothing else that acts on a terminal") {
  CHECK(printable_lines("a\n\x1b[31m\r\n\nb") == "a\n\\x1b[31m\\x0d\n\nb");
  CHECK(printable_lines("").empty());
}

TEST_CASE("a quoted token is short and ASCII") {
  CHECK(quoted_token("a b") == "'a b'");
  CHECK(quoted_token(std::string_view("a\0\x80", 3)) == "'a\\x00\\x80'");
  CHECK(quoted_token(std::string(50, 'a')) == "'" + std::string(40, 'a') + "…'");
}
