// Optimum values of known problems, by `descent solve` with the method that it chooses. Breast cancer and
// iris are those of scikit-learn (Debian's python3-sklearn).

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Table = std::vector<std::vector<double>>;  // features and, last, the class

/// The rows of a table of scikit-learn; empty, with a warning, if it is not installed.
Table sklearn_table(const std::string& name) {
  const std::filesystem::path file = "/usr/lib/python3/dist-packages/sklearn/datasets/data/" + name + ".csv";
  Table table;
  if (!std::filesystem::exists(file)) {
    WARN("skipped: no " << file << " (package python3-sklearn)");
    return table;
  }
  std::istringstream lines(file_text(file));
  std::string line;
  std::getline(lines, line);  // counts and names of the classes
  while (std::getline(lines, line)) {
    std::istringstream numbers(line);
    std::vector<double> row;
    for (std::string number; std::getline(numbers, number, ',');) row.push_back(std::stod(number));
    table.push_back(row);
  }
  return table;
}

std::string libsvm_text(const Table& table) {
  std::string text;
  for (const std::vector<double>& row : table) {
    text += fmt::format("{}", row.back());
    for (std::size_t j = 0; j + 1 < row.size(); ++j) text += fmt::format(" {}:{}", j + 1, row[j]);
    text += '\n';
  }
  return text;
}

/// Gives each feature mean 0 and standard deviation 1.
void standardize_features(Table& table) {
  for (std::size_t j = 0; j + 1 < table.front().size(); ++j) {
    const auto m = static_cast<double>(table.size());
    double mean = 0;
    double squares = 0;
    for (const auto& row : table) mean += row[j] / m;
    for (const auto& row : table) squares += (row[j] - mean) * (row[j] - mean);
    for (auto& row : table) row[j] = (row[j] - mean) / std::sqrt(squares / m);
  }
}

/// Answer of `descent solve --json` for a file.
Json solved_file(const std::string& file, const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  const ProgramRun run = run_program(joined(
      {"solve", "--dataset", file, "--references", (folder.path() / "none").string(), "--json"}, more));
  CAPTURE(file, more, run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

Json solved_text(const std::string& text, const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  return solved_file(folder.write("data", text).string(), more);
}

const std::vector<std::string> sum_with_c_1{"--form", "sum", "--lambda", "C=1", "--gap", "1e-9"};

}  // namespace

TEST_CASE("known optima: breast cancer, unscaled") {
  const Table table = sklearn_table("breast_cancer");
  if (table.empty()) return;
  REQUIRE(table.size() == 569);
  const std::string text = libsvm_text(table);
  struct Known {
    std::vector<std::string> problem;
    double exact, single;  // optimum for the file's values, and for values rounded to single precision
  };
  const std::array known{
      Known{{"--loss", "hinge"}, 49.9590272992, 49.9590218945},
      Known{{"--loss", "logistic"}, 59.0701272949, 59.0701207247},
      Known{{"--loss", "logistic", "--free-bias"}, 53.7946112305, 53.7946068343},
  };
  for (const Known& each : known) {
    const auto problem = joined(joined(each.problem, {"--regularizer", "l2", "--bias", "1"}), sum_with_c_1);
    const Json exact = solved_text(text, problem);
    CHECK(exact["objective"].get<double>() == Approx(each.exact).epsilon(1e-9));
    CHECK(exact["liblinear_objective"].get<double>() == Approx(each.exact).epsilon(1e-9));
    const Json rounded = solved_text(text, joined(problem, {"--values", "float"}));
    CHECK(rounded["objective"].get<double>() == Approx(each.single).epsilon(1e-9));
  }
}

TEST_CASE("known optima: iris, setosa against versicolor, standardised, with a large C and bias") {
  Table table = sklearn_table("iris");
  if (table.empty()) return;
  std::erase_if(table, [](const std::vector<double>& row) { return row.back() == 2; });
  REQUIRE(table.size() == 100);
  standardize_features(table);
  const Json json = solved_text(libsvm_text(table), {"--loss", "logistic", "--regularizer", "l1", "--bias",
                                                     "1e4", "--lambda", "C=1e4", "--gap", "1e-7"});
  CHECK(json["objective"].get<double>() == Approx(2.09500947e-5).epsilon(2e-7));
}

TEST_CASE("known optima: heart_scale") {
  const char* const folder = std::getenv("DESCENT_DATA");
  const std::filesystem::path file = std::filesystem::path(folder == nullptr ? "" : folder) / "heart_scale";
  if (folder == nullptr || !std::filesystem::exists(file)) {
    WARN("skipped: no heart_scale in the folder DESCENT_DATA");
    return;
  }
  const Json json = solved_file(file.string(), joined({"--regularizer", "l2"}, sum_with_c_1));
  CHECK(json["objective"].get<double>() == Approx(96.4982778).epsilon(1e-8));
}

TEST_CASE("known optima: swapped classes with weights, by hand") {
  // With b = −1 + δ the rows cost 50(1 + b)₊ + 50(1 + 11w + b)₊ + 100(1 − 10w − b)₊ + ½w².
  const std::string rows = "-1\n-1 1:11\n1 1:10\n";
  const std::vector<std::string> problem = joined(
      {"--regularizer", "l2", "--bias", "1", "--free-bias", "--class-weights", "1=100,-1=50"}, sum_with_c_1);
  CHECK(solved_text(rows, problem)["objective"].get<double>() == Approx(110.02).epsilon(1e-8));
  // The same by copies.
  std::string copies;
  for (int k = 0; k < 50; ++k) copies += rows + "1 1:10\n";
  std::vector<std::string> plain = problem;
  std::erase(plain, "--class-weights");
  std::erase(plain, "1=100,-1=50");
  CHECK(solved_text(copies, plain)["objective"].get<double>() == Approx(110.02).epsilon(1e-8));
}
