#include "datasets/download/rcv1_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "datasets/readers/libsvm_reader.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Paths = std::vector<std::filesystem::path>;

namespace {

std::string converted(Rcv1Conversion& conversion, const Paths& vectors) {
  std::string text;
  conversion.write(vectors, [&](std::string_view piece) { text += piece; });
  return text;
}

/// The error message for the texts, without the folder.
std::string refusal_of(const std::string& topics, const std::string& vectors) {
  const TemporaryFolder folder;
  return test::error_after<DataError>(folder.path().string() + "/", [&] {
    Rcv1Conversion conversion(folder.write("topics", topics), "CCAT");
    converted(conversion, {folder.write("vectors", vectors)});
  });
}

const std::string two_topics = "CCAT 1 1\nGCAT 2 1\n";

}  // namespace

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
  CHECK(refusal_of("CCAT 1 1\nGCAT 2\n", "1 1:1\n") == "topics:2: expected 'TOPIC document 1', got 'GCAT 2'");
  CHECK(refusal_of("CCAT 1 0\n", "") == "topics:1: expected 'TOPIC document 1', got 'CCAT 1 0'");
  CHECK(refusal_of("CCAT 1 1 1\n", "") == "topics:1: expected 'TOPIC document 1', got 'CCAT 1 1 1'");
  CHECK(refusal_of("\n", "") == "topics:1: expected 'TOPIC document 1', got ''");
  CHECK(refusal_of("CCAT x 1\n", "") == "topics:1: expected a document's number, 0 to 9999999, got 'x'");
  CHECK(refusal_of("CCAT 10000000 1\n", "") ==
        "topics:1: expected a document's number, 0 to 9999999, got '10000000'");
  CHECK(refusal_of("", "1 1:1\n") == "topics: no document has the topic CCAT");
  CHECK(refusal_of("GCAT 1 1\n", "1 1:1\n") == "topics: no document has the topic CCAT");
  CHECK(refusal_of("CCAT 1 1\n", "1 1:1\n") == "topics: every document has the topic CCAT");

  CHECK(refusal_of(two_topics, "") == "vectors: has no rows, expected 'document  term:weight …'");
  CHECK(refusal_of(two_topics, "1 1:1\n\n") ==
        "vectors:2: expected a document's number, 0 to 9999999, got ''");
  CHECK(refusal_of(two_topics, "-1 1:1\n") ==
        "vectors:1: expected a document's number, 0 to 9999999, got '-1'");
  CHECK(refusal_of(two_topics, "1.5 1:1\n") ==
        "vectors:1: expected a document's number, 0 to 9999999, got '1.5'");
  CHECK(refusal_of(two_topics, "1 1:1\n3 1:1\n").starts_with("vectors:2: document 3 has no topic in "));
  CHECK(refusal_of(two_topics, "0 1:1\n").starts_with("vectors:1: document 0 has no topic in "));
  CHECK(refusal_of(two_topics, "1 1:1\n2 1:1\n1 1:1\n") == "vectors:3: document 1 comes a second time");
  for (const std::string token :
       {"1", "1:", ":1", "a:1", "0:1", "-1:1", "1;1", "1:1x", "1:nan", "1:inf", "1:1:1", "99999999999:1"}) {
    const std::string message = refusal_of(two_topics, "1 " + token + "\n");
    CAPTURE(token, message);
    CHECK((message == "vectors:1: expected term:weight, got '" + token + "'" ||
           message == "vectors:1: expected a finite weight, got '" + token + "'"));
  }
  CHECK(refusal_of(two_topics, "1 2:1 2:1\n") == "vectors:1: terms ascend in a line, got 2 after 2");
  CHECK(refusal_of(two_topics, "1 2:1 1:1\n") == "vectors:1: terms ascend in a line, got 1 after 2");
}
