#include "support/json/read_json.hpp"

#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

std::string complaint_about(const std::string& text) {
  return test::error_of<ConfigError>([&] { parse_json(text, "x.json"); });
}

std::string complaint_about_file(const std::filesystem::path& path) {
  return test::error_of<ConfigError>([&] { read_json(path); });
}

std::string repeated(const std::string& piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

std::string nested(std::size_t levels) {
  return repeated("[", levels) + repeated("]", levels);
}

}  // namespace

TEST_CASE("a text is read as the library reads it") {
  for (const std::string& text :
       {std::string("1"), std::string("-1"), std::string("1.5"), std::string("true"), std::string("null"),
        std::string(R"("text")"), std::string("[]"), std::string("{}"), nested(64),
        std::string(R"([1, [2, {"a": []}], {"b": {"c": null}}])"),
        std::string(R"({"a": {"b": [1, 2, 3], "c": -0.0}, "d": 18446744073709551615, "b": {"b": 1}})")}) {
    CAPTURE(text);
    CHECK(parse_json(text, "x.json").dump() == Json::parse(text).dump());
  }
}

TEST_CASE("what is not JSON is told by line and column") {
  struct Wrong {
    const char* text;
    const char* place;
  };
  for (const Wrong& wrong :
       std::vector<Wrong>{{"{\n  \"name\": \"x\",\n  \"seeds\": }\n", "line 3, column 12"},
                          {"{\"a\": 1} x", "line 1, column 10"},
                          {"{\"a\": [1, 2", "line 1, column 12"},
                          {"", "line 1, column 1"},
                          {"{\"a\": 'x'}", "line 1, column 7"}}) {
    CHECK_THAT(complaint_about(wrong.text),
               StartsWith("x.json: not JSON: parse error at ") && ContainsSubstring(wrong.place));
  }
}

TEST_CASE("a comma that nothing follows is told by its own place") {
  CHECK(complaint_about("{\"a\": [1,\n 2, \n ]}") ==
        "x.json: not JSON: parse error at line 2, column 3: a comma stands before ']': remove it, or write "
        "what should "
        "follow it");
  CHECK_THAT(complaint_about("{\"a\": 1,}"),
             ContainsSubstring("line 1, column 8: a comma stands before '}'"));
  CHECK_THAT(complaint_about("[,]"), !ContainsSubstring("stands before '['"));
  CHECK_THAT(complaint_about("[1 2]"), StartsWith("x.json: not JSON: parse error at "));
  CHECK_THAT(complaint_about("[\",]"), !ContainsSubstring("a comma stands"));
}

TEST_CASE("what the library lets pass is told by its JSON path") {
  CHECK(complaint_about(R"([1, {"a": [2, {"b": 1e400}]}])") ==
        "x.json: /1/a/1/b: not JSON: number overflow parsing '1e400'");
  CHECK(complaint_about("1e400") == "x.json: /: not JSON: number overflow parsing '1e400'");
  CHECK(complaint_about(R"({"a": [[], {}, {"b": 1, "b": 2}]})") ==
        "x.json: /a/2/b: the key \"b\" stands twice in one object");
  CHECK_THAT(complaint_about(nested(65)),
             StartsWith("x.json: /0/0/") && ContainsSubstring("is nested deeper than 64 levels"));
  CHECK(complaint_about(repeated("[", 1'000'000)) == complaint_about(nested(65)));
}

TEST_CASE("messages are short and print, whatever the text holds") {
  CHECK(complaint_about("{\"" + std::string(100'000, 'x') + "\x01\": 1}").size() < 500);
  CHECK(complaint_about("[" + std::string(1'000'000, '9') + "]").size() < 200);
  CHECK(complaint_about("{\"a\": \"\xff\"}").find('\xff') == std::string::npos);
  CHECK(complaint_about("{\"\\u001b\": 1, \"\\u001b\": 1}") ==
        "x.json: /\\x1b: the key \"\\x1b\" stands twice in one object");
}

TEST_CASE("a file that is none, or far too large, is told by name") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path().string();
  CHECK(complaint_about_file(folder.path()) == path + ": is a folder, not a JSON file");
  CHECK(complaint_about_file(folder.path() / "none.json") ==
        path + "/none.json: cannot be opened: No such file or directory");
  folder.write("file", "{}");
  CHECK(complaint_about_file(folder.path() / "file/x.json") ==
        path + "/file/x.json: cannot be opened: Not a directory");
  const auto large = folder.write("large.json", "1");
  std::filesystem::resize_file(large, std::uintmax_t{1} << 40);  // a sparse file
  CHECK(complaint_about_file(large) ==
        path + "/large.json: has more than 64 MiB, which no JSON file here needs");
  CHECK(read_json(folder.write("x.json", "{\"a\": 1}")) == Json{{"a", 1}});
}
