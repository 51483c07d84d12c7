#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("program: data info counts entries of rows, labels, support vectors and errors of test rows") {
  // One row lies on the margin. The others lie far beyond it and have dual weight 0. Every other column is
  // empty.
  std::string text = "+1 1:1\n";
  for (int length = 2; length <= 10; ++length) {
    const bool is_positive = length % 2 == 0;
    text += fmt::format("{} 1:{}", is_positive ? "+1" : "-1", is_positive ? "10" : "-10");
    for (int j = 2; j <= length; ++j) text += fmt::format(" {}:0.5", 2 * j);
    text += '\n';
  }
  const test::TemporaryFolder folder;
  folder.write("rows", text);
  folder.write("rows.t", "+1 1:1\n-1 1:-1\n+1 1:2\n-1 1:2\n");
  folder.write("catalog.json", R"({"datasets": [{"name": "lengths", "title": "t", "description": "d",
    "task": "classification", "train": "rows", "test": "rows.t"}]})");
  const test::EnvironmentVariable data("DESCENT_DATA", folder.path().string());
  const test::EnvironmentVariable catalog("DESCENT_CATALOG", (folder.path() / "catalog.json").string());
  const test::ProgramRun run = test::run_program({"data", "info", "lengths"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const std::string out = std::regex_replace(run.out, std::regex(" +"), " ");
  for (const char* line :
       {"\nrows 10\n", "\nfeatures 20\n", "\nfeatures that occur 10\n", "\nnonzeros a row 5.5\n",
        "\n 10 % and 90 % quantile 2, 10\n", "\npositive labels 60.0 %\n", "\n support vectors 10.0 %\n",
        "\ntest 4 rows\n", "\n test error 25.0 %\n"})
    CHECK_THAT(out, ContainsSubstring(line));
  const auto number_after = [&](const std::string& words) {
    const std::size_t place = out.find(words);
    REQUIRE(place != std::string::npos);
    return std::stod(out.substr(place + words.size()));
  };
  CHECK(number_after("\n objective after a pass of dual CD ") > number_after("\nL2: objective "));
}

TEST_CASE("program: data make writes the training and the test rows of a stand-in") {
  const test::TemporaryFolder folder;
  const test::ProgramRun run =
      test::run_program({"data", "make", "points-2d", "--out", folder.path().string()});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const auto rows_of = [&](const std::string& name) {
    const std::string text = test::file_text(folder.path() / name);
    return std::ranges::count(text, '\n');
  };
  CHECK(rows_of("points-2d.stand-in") == 80);
  CHECK(rows_of("points-2d.stand-in.t") == 20);
}

TEST_CASE("program: data convert writes the rows in another format, and says how many") {
  const test::TemporaryFolder folder;
  const std::string in = folder.write("in.csv", "a,b,c\n1,0,x\n0,2,y\n3,1,x\n").string();
  const std::string out = (folder.path() / "out.svm").string();
  const auto convert = [&](const std::vector<std::string>& more) {
    return test::run_program(test::joined({"data", "convert", in, out, "--label", "c"}, more));
  };
  const test::ProgramRun run = convert({"--positive", "y"});
  CHECK(run.out == out + ": 3 rows x 2 features, 4 nonzeros\n");
  CHECK(test::file_text(out) == "-1 1:1\n1 2:2\n-1 1:3 2:1\n");
  test::check_refused(convert({}), "exists; give another name, or remove it");
  test::check_refused(convert({"--read", "decimal=,", "--read", "decimal=."}),
                      "--read: decimal is given twice");
  CHECK_THAT(test::run_program({"data", "info", "--brief", out}).out,
             ContainsSubstring("classes  +1 is label 1 (1 rows), -1 is label -1 (2 rows)\n"));
}
