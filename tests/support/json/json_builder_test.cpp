#include "support/json/json_builder.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

Json built(const std::string& text) {
  JsonBuilder builder("x.json");
  Json::sax_parse(text, &builder);
  return std::move(builder).value();
}

std::string complaint_about(const std::string& text) {
  try {
    built(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no complaint";
}

std::string repeated(const std::string& piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("a text is built as the library builds it") {
  for (const char* const text :
       {"1", "-1", "1.5", "true", "null", R"("text")", "[]", "{}",
        R"([1, [2, {"a": []}], {"b": {"c": null}}])",
        R"({"a": {"b": [1, 2, 3], "c": -0.0}, "d": 18446744073709551615, "e": -9223372036854775808})"}) {
    CAPTURE(text);
    CHECK(built(text) == Json::parse(text));
    CHECK(built(text).dump() == Json::parse(text).dump());
  }
}

TEST_CASE("complaints name the JSON path") {
  CHECK(complaint_about(R"([1, {"a": [2, {"b": 1e400}]}])") ==
        "x.json: /1/a/1/b: not JSON: number overflow parsing '1e400'");
  CHECK(complaint_about("1e400") == "x.json: /: not JSON: number overflow parsing '1e400'");
  CHECK(complaint_about(R"({"a": [[], {}, {"b": 1, "b": 2}]})") ==
        "x.json: /a/2/b: the key \"b\" stands twice in one object");
}

TEST_CASE("deep nesting is refused") {
  const auto nested = [](std::size_t levels) { return repeated("[", levels) + repeated("]", levels); };
  CHECK(built(nested(JsonBuilder::most_levels)) == Json::parse(nested(JsonBuilder::most_levels)));
  const std::string complaint = complaint_about(nested(JsonBuilder::most_levels + 1));
  CHECK_THAT(complaint, StartsWith("x.json: /0/0/") && ContainsSubstring("is nested deeper than 64 levels"));
  CHECK(complaint_about(repeated("[", 1'000'000)) == complaint);
}

TEST_CASE("text that takes far more memory than its length is refused, long text is not") {
  constexpr std::size_t many = 200'000;
  for (const char* const piece : {"{},", "[],", "1,", "[[1]],"}) {
    CAPTURE(piece);
    CHECK_THAT(complaint_about('[' + repeated(piece, many) + "1]"),
               ContainsSubstring("so many values in so little text"));
  }
  for (const char* const piece :
       {"0.12345,", "{\"id\":\"0123456789abcdef\"},", "[0.25,0.125,-1],", "\"a text\","}) {
    CAPTURE(piece);
    CHECK(built('[' + repeated(piece, many) + "1]").size() == many + 1);
  }
  CHECK(built('"' + repeated("x", 3'000'000) + '"').get<std::string>().size() == 3'000'000);
}

TEST_CASE("messages are short and print, whatever the text holds") {
  const std::string complaint = complaint_about("{\"" + std::string(100'000, 'x') + "\x01\": 1}");
  CHECK(complaint.size() < 500);
  CHECK(complaint_about("{\"a\": \"\xff\"}").find('\xff') == std::string::npos);
  CHECK(complaint_about("{\"\\u001b\": 1, \"\\u001b\": 1}") ==
        "x.json: /\\x1b: the key \"\\x1b\" stands twice in one object");
}
