#include "experiments/commands/method_table.hpp"

#include <fstream>

#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;

TEST_CASE("the README's table of methods is what descent list methods --markdown writes") {
  std::ifstream stream("README.md", std::ios::binary);
  REQUIRE(stream);
  const std::string readme{std::istreambuf_iterator<char>(stream), {}};
  const std::size_t begin = readme.find(method_table_begin);
  const std::size_t end = readme.find(method_table_end);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t start = begin + std::string_view(method_table_begin).size();
  INFO("`cmake --build build --target documents` makes it anew");
  const bool up_to_date = readme.substr(start, end - start) == method_table();
  CHECK(up_to_date);
}

TEST_CASE("the table of methods has a line each, with problems, options and source") {
  const std::string table = method_table();
  for (const Method* method : methods()) {
    CAPTURE(method->name);
    const std::size_t start = table.find("| `" + method->name + "` | " + method->title + " | ");
    REQUIRE(start != std::string::npos);
    const std::string line = table.substr(start, table.find('\n', start) - start);
    CHECK_THAT(line, Catch::Matchers::EndsWith(" | " + method->source + " |"));
    CHECK(std::count(line.begin(), line.end(), '|') == 6);
    for (const Capability& solved : method->solves) {
      CHECK_THAT(line, ContainsSubstring(std::string(name_of(solved.loss))));
      CHECK_THAT(line, ContainsSubstring(std::string(name_of(solved.regularizer))));
    }
    for (const Option& option : method->options)
      CHECK_THAT(line, ContainsSubstring("`" + option.name + "` = " + to_string(option.default_value)));
  }
}

TEST_CASE("program: the target `documents` makes the schema and the README's table anew, and nothing else") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "configs");
  const std::string readme = test::file_text("README.md");
  std::string outdated = readme;
  outdated.erase(outdated.find("| `admm` |"), std::string_view("| `admm` |").size());
  folder.write("README.md", outdated);
  const auto written = test::run_script("cmake -DPROGRAM=" + test::program_words({}) +
                                        " -DFOLDER=" + test::shell_quoted(folder.path().string()) +
                                        " -P experiments/program/write_documents.cmake");
  CAPTURE(written.err);
  CHECK(written.status == 0);
  const bool same_readme = test::file_text(folder.path() / "README.md") == readme;
  CHECK(same_readme);
  const bool same_schema =
      test::file_text(folder.path() / "configs/schema.json") == test::file_text("configs/schema.json");
  CHECK(same_schema);
}

TEST_CASE("program: list methods --markdown prints the table, and --markdown is for nothing else") {
  CHECK(test::run_program({"list", "methods", "--markdown"}).out == method_table());
  CHECK(test::run_program({"list", "losses", "--markdown"}).status == 2);
}
