#include "datasets/download/conversions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/download/tar_text.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Values = std::vector<int>;
using Paths = std::vector<std::filesystem::path>;

namespace {

std::string converted(const std::filesystem::path& path, int positive_class = 2) {
  std::string text;
  convert_covtype(path, positive_class, [&](std::string_view piece) { text += piece; });
  return text;
}

/// A row of zeros after the given numbers.
std::string row_of(std::vector<int> numbers, int cover_type) {
  numbers.resize(54);
  return fmt::format("{},{}\n", fmt::join(numbers, ","), cover_type);
}

/// The error message for the text, without the folder.
std::string refusal_of_columns(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data", text);
  return test::error_after<DataError>(folder.path().string() + "/", [&] { converted(path); });
}

std::string converted(Rcv1Conversion& conversion, const Paths& vectors) {
  std::string text;
  conversion.write(vectors, [&](std::string_view piece) { text += piece; });
  return text;
}

/// The error message for the texts, without the folder.
std::string refusal_of_conversion(const std::string& topics, const std::string& vectors) {
  const TemporaryFolder folder;
  return test::error_after<DataError>(folder.path().string() + "/", [&] {
    Rcv1Conversion conversion(folder.write("topics", topics), "CCAT");
    converted(conversion, {folder.write("vectors", vectors)});
  });
}

const std::string two_topics = "CCAT 1 1\nGCAT 2 1\n";

struct Converted {
  std::string text;
  std::uint64_t repeats = 0;
};

Converted converted(const std::filesystem::path& path, const std::string& member) {
  Converted found;
  found.repeats = convert_archive_member(path, member, [&](std::string_view piece) { found.text += piece; });
  return found;
}

/// The message for an archive whose only member `rows` has this text.
std::string refusal(const std::string& rows) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar", test::tar_text({{"rows", rows}}));
  return test::error_after<DataError>(path.string() + ": ", [&] { converted(path, "rows"); });
}

}  // namespace

TEST_CASE("covtype: columns go from 0 to 1, and zeros and constant columns are not written") {
  const TemporaryFolder folder;
  const auto path = folder.write(
      "covtype.data", row_of({2596, -3, 7, 1}, 5) + row_of({2600, 0, 7}, 2) + row_of({2604, 9, 7}, 1));
  CHECK(converted(path) == "-1 4:1\n+1 1:0.5 2:0.25\n-1 1:1 2:1\n");
  CHECK(converted(path, 5) == "+1 4:1\n-1 1:0.5 2:0.25\n-1 1:1 2:1\n");
}

TEST_CASE("covtype: rows at random, compressed, as a direct computation says") {
  std::mt19937 random(5);
  std::vector<Values> rows;
  std::string text;
  for (int i = 0; i < 500; ++i) {
    Values row;
    for (int column = 0; column < 54; ++column)
      row.push_back(column < 10 ? static_cast<int>(random() % 7000) - 200
                                : static_cast<int>(random() % 20 == 0));
    text += fmt::format("{},{}\n", fmt::join(row, ","), 1 + i % 7);
    rows.push_back(row);
  }
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data.gz", test::compressed(text, ".gz"));
  RawSample sample = read_libsvm(folder.write("covtype", converted(path)));
  sample.rows.widen(54);
  REQUIRE(sample.rows.outer_size() == 500);
  REQUIRE(sample.rows.inner_size() == 54);
  for (std::size_t column = 0; column < 54; ++column) {
    const auto [least, largest] = std::minmax_element(
        rows.begin(), rows.end(), [&](const Values& a, const Values& b) { return a[column] < b[column]; });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double expected =
          static_cast<double>(rows[i][column] - (*least)[column]) / ((*largest)[column] - (*least)[column]);
      double got = 0;
      for (const Entry& entry : sample.rows[static_cast<Index>(i)]) {
        if (entry.index == static_cast<Index>(column)) got = entry.value;
      }
      REQUIRE(got == expected);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(sample.labels[i] == (i % 7 == 1 ? 1 : -1));
}

TEST_CASE("covtype: what is malformed is named with file and line") {
  const std::string good = row_of({1, 2}, 1);
  CHECK(refusal_of_columns("") ==
        "covtype.data: has no rows, expected 54 numbers and the class, separated by commas");
  CHECK(refusal_of_columns(good + "\n") ==
        "covtype.data:2: expected 54 numbers and the class, separated by commas, got 1 fields");
  CHECK(refusal_of_columns(good + good.substr(0, good.size() - 3) + "\n") ==
        "covtype.data:2: expected 54 numbers and the class, separated by commas, got 54 fields");
  CHECK(refusal_of_columns(good.substr(0, good.size() - 1) + ",1\n") ==
        "covtype.data:1: expected 54 numbers and the class, separated by commas, got more fields");
  CHECK(refusal_of_columns(good + row_of({1, 2}, 0)) ==
        "covtype.data:2: expected a class from 1 to 7, got 0");
  CHECK(refusal_of_columns(good + row_of({1, 2}, 8)) ==
        "covtype.data:2: expected a class from 1 to 7, got 8");
  for (const std::string field : {"", "x", "1.5", " 1", "1 ", "+1", "99999999999"}) {
    const std::string text = good + "1," + field + good.substr(3);
    CHECK(refusal_of_columns(text) ==
          fmt::format("covtype.data:2: field 2: expected a whole number, got '{}'", field));
  }
}

TEST_CASE("covtype: a sink that fails ends the conversion") {
  const TemporaryFolder folder;
  const auto path = folder.write("covtype.data", row_of({1}, 1) + row_of({2}, 2));
  const auto full = [](std::string_view) { throw RunError("the disk is full"); };
  REQUIRE_THROWS_WITH(convert_covtype(path, 2, full), "the disk is full");
}

TEST_CASE("rcv1: a document has the class of its topics, and its weights digit by digit") {
  const TemporaryFolder folder;
  const auto topics = folder.write("topics", "E11 7 1\nECAT 7 1\nM11 8 1\nCCAT 8 1\nC15 8 1\nCCATX 9 1\n");
  const auto vectors = folder.write("vectors", "8  3:0.0497399253756197 5:1e-3 47236:1\r\n7 1:.5\n9\n");
  Rcv1Conversion conversion(topics, "CCAT");
  CHECK(converted(conversion, {vectors}) == "+1 3:0.0497399253756197 5:1e-3 47236:1\n-1 1:.5\n-1\n");
}

TEST_CASE("rcv1: several files in their order, compressed, as a direct computation says") {
  std::mt19937 random(3);
  const std::vector<std::string> names{"C11", "CCAT", "E21", "ECAT", "GCAT"};
  std::string topics;
  std::map<int, std::set<std::string>> topics_of;
  for (const std::string& name : names) {  // sorted by topic here, by document in the real file
    for (int document = 2286; document < 2686; ++document) {
      const bool last_chance = name == names.back() && !topics_of.contains(document);
      if (random() % 3 != 0 && !last_chance) continue;
      topics_of[document].insert(name);
      topics += fmt::format("{} {} 1\n", name, document);
    }
  }
  const TemporaryFolder folder;
  Paths files;
  std::string expected;
  std::vector<double> labels;
  for (int part = 0; part < 4; ++part) {
    std::string vectors;
    for (int document = 2286 + 100 * part; document < 2386 + 100 * part; ++document) {
      std::string entries;
      for (int term = 1 + static_cast<int>(random() % 50); term < 400;
           term += 1 + static_cast<int>(random() % 60))
        entries += fmt::format(" {}:{:.16f}", term, static_cast<double>(random()) / 5e9);
      vectors += fmt::format("{} {}\n", document, entries);
      labels.push_back(topics_of[document].contains("CCAT") ? 1 : -1);
      expected += (labels.back() > 0 ? "+1" : "-1") + entries + '\n';
    }
    files.push_back(folder.write(fmt::format("part{}.gz", part), test::compressed(vectors, ".gz")));
  }
  Rcv1Conversion conversion(folder.write("topics.gz", test::compressed(topics, ".gz")), "CCAT");
  const std::string text = converted(conversion, files);
  CHECK((text == expected));
  const RawSample sample = read_libsvm(folder.write("ccat", text));
  CHECK(sample.labels == labels);
}

TEST_CASE("rcv1: train and test rows may be written one after the other, but no document twice") {
  const TemporaryFolder folder;
  Rcv1Conversion conversion(folder.write("topics", two_topics), "CCAT");
  const auto train = folder.write("train", "1 1:1\n");
  const auto test = folder.write("test", "2 1:1\n");
  CHECK(converted(conversion, {train}) == "+1 1:1\n");
  CHECK(converted(conversion, {test}) == "-1 1:1\n");
  REQUIRE_THROWS_WITH(converted(conversion, {train}), train.string() + ":1: document 1 comes a second time");
}

TEST_CASE("rcv1: what is malformed is named with file and line") {
  CHECK(refusal_of_conversion("CCAT 1 1\nGCAT 2\n", "1 1:1\n") == "topics:2: expected 'TOPIC document 1', got 'GCAT 2'");
  CHECK(refusal_of_conversion("CCAT 1 0\n", "") == "topics:1: expected 'TOPIC document 1', got 'CCAT 1 0'");
  CHECK(refusal_of_conversion("CCAT 1 1 1\n", "") == "topics:1: expected 'TOPIC document 1', got 'CCAT 1 1 1'");
  CHECK(refusal_of_conversion("\n", "") == "topics:1: expected 'TOPIC document 1', got ''");
  CHECK(refusal_of_conversion("CCAT x 1\n", "") == "topics:1: expected a document's number, 0 to 9999999, got 'x'");
  CHECK(refusal_of_conversion("CCAT 10000000 1\n", "") ==
        "topics:1: expected a document's number, 0 to 9999999, got '10000000'");
  CHECK(refusal_of_conversion("", "1 1:1\n") == "topics: no document has the topic CCAT");
  CHECK(refusal_of_conversion("GCAT 1 1\n", "1 1:1\n") == "topics: no document has the topic CCAT");
  CHECK(refusal_of_conversion("CCAT 1 1\n", "1 1:1\n") == "topics: every document has the topic CCAT");

  CHECK(refusal_of_conversion(two_topics, "") == "vectors: has no rows, expected 'document  term:weight …'");
  CHECK(refusal_of_conversion(two_topics, "1 1:1\n\n") ==
        "vectors:2: expected a document's number, 0 to 9999999, got ''");
  CHECK(refusal_of_conversion(two_topics, "-1 1:1\n") ==
        "vectors:1: expected a document's number, 0 to 9999999, got '-1'");
  CHECK(refusal_of_conversion(two_topics, "1.5 1:1\n") ==
        "vectors:1: expected a document's number, 0 to 9999999, got '1.5'");
  CHECK(refusal_of_conversion(two_topics, "1 1:1\n3 1:1\n").starts_with("vectors:2: document 3 has no topic in "));
  CHECK(refusal_of_conversion(two_topics, "0 1:1\n").starts_with("vectors:1: document 0 has no topic in "));
  CHECK(refusal_of_conversion(two_topics, "1 1:1\n2 1:1\n1 1:1\n") == "vectors:3: document 1 comes a second time");
  for (const std::string token :
       {"1", "1:", ":1", "a:1", "0:1", "-1:1", "1;1", "1:1x", "1:nan", "1:inf", "1:1:1", "99999999999:1"}) {
    const std::string message = refusal_of_conversion(two_topics, "1 " + token + "\n");
    CAPTURE(token, message);
    CHECK((message == "vectors:1: expected term:weight, got '" + token + "'" ||
           message == "vectors:1: expected a finite weight, got '" + token + "'"));
  }
  CHECK(refusal_of_conversion(two_topics, "1 2:1 2:1\n") == "vectors:1: terms ascend in a line, got 2 after 2");
  CHECK(refusal_of_conversion(two_topics, "1 2:1 1:1\n") == "vectors:1: terms ascend in a line, got 1 after 2");
}

TEST_CASE("archive: a member is found by its path or the end of it, however the archive is compressed") {
  const std::string tar = test::tar_text({{"news/", ""},
                                          {"news/more-money.trn", "-1 9:9\n"},
                                          {"news/money.trn", "+1 1:0.5 3:2\r\n\n-1 2:1e-1"},
                                          {"news/money.tst", "-1 4:1\n"}});
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar" + ending, ending.empty() ? tar : test::compressed(tar, ending));
  CHECK(converted(path, "money.trn").text == "+1 1:0.5 3:2\n\n-1 2:1e-1\n");
  CHECK(converted(path, "news/money.tst").text == "-1 4:1\n");
  CHECK(test::error_of([&] { converted(path, "oney.trn"); }, "") ==
        path.string() +
            ": has no member oney.trn; its members are news/more-money.trn, news/money.trn, news/money.tst");
}

TEST_CASE("archive: entries that a row repeats are written once and counted") {
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar", test::tar_text({{"rows",
                                                           "-1 171:8.09E-02 171:8.09E-02 171:8.09E-02 180:1\n"
                                                           "+1 1:1 2:2 1:1\n+1 1:1\n"}}));
  const Converted found = converted(path, "rows");
  CHECK(found.text == "-1 171:8.09E-02 180:1\n+1 1:1 2:2\n+1 1:1\n");
  CHECK(found.repeats == 3);
}

TEST_CASE("archive: rows that are cut by the blocks of the archive are put together again") {
  std::string rows;
  for (int i = 0; i < 30'000; ++i) rows += fmt::format("{} 1:{} 7:0.25\n", i % 2 == 0 ? "+1" : "-1", i);
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar.bz2", test::compressed(test::tar_text({{"rows", rows}}), ".bz2"));
  CHECK(converted(path, "rows").text == rows);
}

TEST_CASE("archive: a warning of libarchive is not an error") {
  const std::string tar = test::tar_text({{"PaxHeaders", "no length\n"}, {"rows", "+1 1:1\n"}});
  const TemporaryFolder folder;
  CHECK(converted(folder.write("a.tar", tar), "rows").text == "+1 1:1\n");
}

TEST_CASE("archive: what is malformed is named with file, member and line") {
  CHECK(refusal("+1 1:1\n-1 3:1 3:2\n") == "rows:2: indices ascend in a line, got '3:2' after 3");
  CHECK(refusal("+1 2:1 1:1\n") == "rows:1: indices ascend in a line, got '1:1' after 2");
  CHECK(refusal("+1 x\n") == "rows:1: expected index:value, got 'x'");
  CHECK(refusal("") == "rows: has no rows");
  CHECK(refusal("+1 " + std::string(3'000'000, '1')) ==
        "rows: has a line of more than 1048576 bytes: is this text?");
  const TemporaryFolder folder;
  const auto no_archive = folder.write("a.tar.bz2", "<html>moved</html>");
  CHECK_THROWS_AS(converted(no_archive, "rows"), DataError);
  const std::string message = test::error_of([&] { converted(no_archive, "rows"); }, "");
  CHECK(message.starts_with(no_archive.string() + ": "));
  CHECK(message.ends_with("; expected a tar archive; remove it to have it fetched again"));
  const std::string whole = test::compressed(test::tar_text({{"rows", std::string(9'000, '\n')}}), ".gz");
  const auto cut = folder.write("a.tar.gz", whole.substr(0, whole.size() - 20));
  CHECK_THROWS_AS(converted(cut, "rows"), DataError);
}
