#include "experiments/commands/markdown_tables.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "experiments/program/build_info.hpp"
#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view table_begin = "<!-- written by: descent ";
constexpr std::string_view table_end = "<!-- end -->";

/// A table in a documentation page, and the program's arguments that print it.
struct PrintedTable {
  std::string page;
  std::string arguments;
  std::string text;
};

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const char* folder : {".", "docs", "results"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  return found;
}

std::vector<PrintedTable> printed_tables() {
  std::vector<PrintedTable> tables;
  for (const fs::path& page : pages()) {
    const std::string text = test::file_text(page);
    for (std::size_t place = text.find(table_begin); place != std::string::npos;
         place = text.find(table_begin, place + 1)) {
      const std::size_t begin = place + table_begin.size();
      const std::size_t line_end = text.find(" -->\n", begin);
      const std::size_t end = text.find(table_end, begin);
      INFO(page.string());
      REQUIRE(end != std::string::npos);
      REQUIRE(line_end < end);
      const std::size_t first = line_end + std::string_view(" -->\n").size();
      tables.push_back(
          {page.string(), text.substr(begin, line_end - begin), text.substr(first, end - first)});
    }
  }
  return tables;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

TEST_CASE("program: the documentation's tables are what the program prints") {
  std::multiset<std::string> printed;
  for (const PrintedTable& table : printed_tables()) {
    INFO(table.page << ", descent " << table.arguments
                    << ": `cmake --build build --target documents` makes it anew");
    const auto now = test::run_program(words_of(table.arguments));
    CHECK(now.status == 0);
    const bool is_up_to_date = table.text == now.out;
    CHECK(is_up_to_date);
    printed.insert(table.arguments);
  }
  for (const char* what : {"keys", "problems"}) {
    INFO(what << " stand in one page");
    CHECK(printed.count("list " + std::string(what) + " --markdown") == 1);
  }
}

TEST_CASE("program: the target `documents` makes schema and tables anew, and nothing else") {
  const test::TemporaryFolder folder;
  std::map<std::string, std::string> right;
  for (const fs::path& page : pages()) {
    const std::string name = page.lexically_normal().string();
    right[name] = test::file_text(page);
    std::string outdated = right[name];
    if (const std::size_t place = outdated.find(table_end); place != std::string::npos)
      outdated.insert(place, "- `of old`\n");
    fs::create_directories((folder.path() / name).parent_path());
    folder.write(name, outdated);
  }
  fs::create_directory(folder.path() / "configs");
  right["configs/schema.json"] = test::file_text("configs/schema.json");
  const auto written = test::run_script("cmake -DPROGRAM=" + test::program_words({}) +
                                        " -DFOLDER=" + test::shell_quoted(folder.path().string()) +
                                        " -P experiments/program/write_documents.cmake");
  CAPTURE(written.err);
  CHECK(written.status == 0);
  for (const auto& [name, text] : right) {
    INFO(name);
    const bool is_right = test::file_text(folder.path() / name) == text;
    CHECK(is_right);
  }
}

TEST_CASE("the table of problems says how many columns they suit") {
  const std::string table = problem_table();
  CHECK_THAT(table, ContainsSubstring("| `l1` | `hinge` | `interior_point` up to 3,000 columns; "
                                      "`column_generation`; "));
  CHECK_THAT(table, ContainsSubstring("`interior_point` from 3,001 to 8,000 columns"));
  CHECK_THAT(table,
             ContainsSubstring("| `l2` | `squared_epsilon_insensitive`, `squared` | `tron` (tolerance=0); "));
  CHECK_THAT(
      table,
      ContainsSubstring(
          "| `l_half` | `logistic`, `squared_epsilon_insensitive`, `squared` |  | `l_half_reweighted` |"));
}

TEST_CASE("program: --markdown is for tables, and columns are those of a file") {
  CHECK(test::run_program({"list", "datasets", "--markdown"}).status == 2);
  CHECK(test::run_program({"list", "columns"}).status == 2);
  const auto unknown = test::run_program({"list", "columns", "no_file"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("time_to_target"));
  const std::string columns = test::run_program({"list", "columns", "runs.csv"}).out;
  CHECK_THAT(columns, ContainsSubstring("\ncpu_seconds ") && ContainsSubstring(" [s]\n"));
  test::check_refused(test::run_program({"list", "problems", "hinge"}),
                      "list problems: \"hinge\" is a word too many");
  CHECK_THAT(test::run_program({"list", "columns", "manifest.json"}).out,
             ContainsSubstring("\ndatasets[].rows "));
}

TEST_CASE("the method that docs/contributing.md shows compiles") {
  const auto compiled = test::run_script(
      fmt::format("awk '/^```cpp/ {{ code = 1; next }} /^```/ {{ code = 0 }} code' docs/contributing.md |"
                  " c++ {} -std=c++20 -I. -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror -x c++ -",
                  build_info().flags));
  CAPTURE(compiled.err);
  CHECK(compiled.status == 0);
}
