// Every possible error in german.data or its catalogue entry.
#include <string>

#include "datasets/catalog/catalog.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/readers/german_credit_reader.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/german_credit_text.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The message without the file's path; empty if the text is accepted.
std::string applicants_message(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("german.data", text);
  return test::error_after<DataError>(
      path.string() + ":", [&] { read_german_credit(path, GermanCoding::numeric); }, "");
}

/// The first applicant with one text replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = first_applicant;
  const auto place = text.find(from);
  REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

Json entry(const Json& keys) {
  Json result{{"name", "credit"},         {"title", "Credit"},          {"description", "Made up."},
              {"task", "classification"}, {"format", "german-numeric"}, {"train", "german.data"}};
  result.update(keys);
  return Json{{"datasets", Json::array({result})}};
}

}  // namespace

TEST_CASE("Wrong codes name the attribute and those that there are") {
  CHECK(applicants_message(with("A11", "A15")) ==
        "1:1: attribute 1 (status of the checking account): expected one of A11, A12, A13, A14, got 'A15'");
  CHECK(applicants_message(with("A201 1", "A203 1")) ==
        "1:73: attribute 20 (foreign worker): expected one of A201, A202, got 'A203'");
  CHECK(applicants_message("\n" + second_applicant + with("A34", "A43")) ==
        "3:7: attribute 3 (credit history): expected one of A30, A31, A32, A33, A34, got 'A43'");
  CHECK(applicants_message(with("A43", "")) ==
        "1:12: attribute 4 (purpose): expected one of A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, "
        "A410, got "
        "'1000'");
  CHECK(applicants_message(with("A43", "a43")).starts_with("1:11: attribute 4 (purpose): expected one of"));
}

TEST_CASE("Wrong numbers") {
  const std::string duration = "1:5: attribute 2 (duration in months): expected a whole number from 0, got ";
  for (const char* wrong : {"x", "6.5", "-6", "+6", "6,", "99999999999", "A21"}) {
    CAPTURE(wrong);
    CHECK(applicants_message(with(" 6 ", std::string(" ") + wrong + " ")) == duration + "'" + wrong + "'");
  }
}

TEST_CASE("Lines that end too early or too late") {
  CHECK(applicants_message("A11 6 A34\n") ==
        "1:10: attribute 4 (purpose): expected one of A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, "
        "A410, got "
        "the end of the line");
  CHECK(applicants_message(with("A201 1", "A201")) ==
        "1:77: expected the class, 1 (good) or 2 (bad), got the end of the line");
  CHECK(applicants_message(with("A201 1", "A201 1 7")) ==
        "1:80: expected the end of the line after the class, got '7'");
}

TEST_CASE("Wrong classes") {
  CHECK(applicants_message(with("A201 1", "A201 3")) ==
        "1:78: expected the class, 1 (good) or 2 (bad), got '3'");
  CHECK(applicants_message(with("A201 1", "A201 +1")) ==
        "1:78: expected the class, 1 (good) or 2 (bad), got '+1'");
  CHECK(applicants_message(second_applicant + with("A201 1", "A201 0")) ==
        "2:78: the class 0 stands beside 2 in an earlier line; a file writes bad as 2 or as 0");
}

TEST_CASE("What is not german.data is refused at its first byte") {
  CHECK(applicants_message("+1 1:1 2:1\n").ends_with("got '+1'"));
  CHECK(applicants_message(std::string(100, 'x')).ends_with("got '" + std::string(40, 'x') + "…'"));
  CHECK(applicants_message("\xEF\xBB\xBF" + first_applicant).ends_with("got '\\xef\\xbb\\xbfA11'"));
  const std::string none = " has no rows, expected lines of 20 attributes and the class 1 or 2";
  CHECK(applicants_message("") == none);
  CHECK(applicants_message("\n \r\n") == none);
}

TEST_CASE("One class alone is no classification problem") {
  const TemporaryFolder folder;
  folder.write("catalog.json", entry(Json::object()).dump());
  folder.write("german.data", first_applicant + third_applicant);
  const EnvironmentVariable catalog("DESCENT_CATALOG", (folder.path() / "catalog.json").string());
  const EnvironmentVariable data("DESCENT_DATA", folder.path().string());
  CHECK_THROWS_WITH(load_dataset("credit"),
                    ContainsSubstring("german.data: classification needs two classes, found labels: 1"));
}

TEST_CASE("Wrong formats in a catalogue") {
  const TemporaryFolder folder;
  const auto error_of = [&](const Json& keys) {
    const auto path = folder.write("catalog.json", entry(keys).dump());
    return test::error_after<ConfigError>(
        path.string() + ": ", [&] { read_catalog(path); }, "");
  };
  CHECK(error_of(Json::object()).empty());
  CHECK(error_of({{"format", "german-onehot"}}).empty());
  CHECK(
      error_of({{"format", "csv"}}) ==
      "/datasets/0/format: must be 'libsvm', 'german-numeric', 'german-onehot' or 'german-codes', got 'csv'");
  CHECK(error_of({{"test", "german.test"}}) == "/datasets/0/test: german.data is one file; give a 'split'");
  CHECK(error_of({{"task", "regression"}}) == "/datasets/0/task: german.data has two classes");
}
