#include "datasets/weigh_rows.hpp"

#include "datasets/load_dataset.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Weights = std::vector<double>;

namespace {

/// Four rows, three with label 1 and one with label 2, weighed with a file w of this text.
Dataset weighed(const RowWeighting& weighting, const std::string& text = "", const std::string& ending = "") {
  const TemporaryFolder folder;
  folder.write("data", "1 1:1\n2 1:2\n1 1:3\n1 1:4\n");
  folder.write("w" + ending, test::compressed(text, ending));
  Dataset dataset = load_dataset((folder.path() / "data").string());
  weigh_rows(dataset, weighting, folder.path());
  return dataset;
}

Weights weights_of(const std::string& text, const std::string& ending = "") {
  return weighed({.file = "w" + ending}, text, ending).train.row_weights;
}

}  // namespace

TEST_CASE("weights of rows: a number a line, in the file's order") {
  CHECK(weights_of("1\n0.5\n0\n+2e3\n") == Weights{1, 0.5, 0, 2000});
  CHECK(weights_of("1\r\n2\r\n3\r\n4") == Weights{1, 2, 3, 4});
  CHECK(weights_of("# weights\n\n 1 \n2\t# the second\n\n3\n4\n\n") == Weights{1, 2, 3, 4});
  CHECK(weights_of("1\n2\n3\n4\n", ".gz") == Weights{1, 2, 3, 4});
  CHECK(weights_of("1e-400\n1e-5000\n1\n1\n") == Weights{0, 0, 1, 1});
}

TEST_CASE("weights of rows: rows of weight 0 become empty, and the others stay") {
  Dataset dataset = weighed({.file = "w"}, "1\n0\n2\n0\n");
  empty_masked_rows(dataset);
  CHECK(dataset.train.rows.outer_size() == 4);
  CHECK(dataset.train.rows.inner_size() == 1);
  CHECK(dataset.train.rows.nonzeros() == 2);
  CHECK(dataset.train.rows[2].size() == 1);
  CHECK(dataset.train.rows[3].size() == 0);
}

TEST_CASE("weights of rows: what is wrong with a file is said with its line") {
  const auto refuse = [](const std::string& text, const std::string& message) {
    CAPTURE(text);
    CHECK_THROWS_WITH(weights_of(text), ContainsSubstring(message));
  };
  const std::string expected = "expected the weight of a row, a number >= 0, got ";
  refuse("1\n-1\n1\n1\n", "/w:2: " + expected + "'-1'");
  refuse("1\n1\nnan\n1\n", "/w:3: " + expected + "'nan'");
  refuse("inf\n1\n1\n1\n", "/w:1: " + expected + "'inf'");
  refuse("1\n\n1e999\n1\n1\n", "/w:3: " + expected + "'1e999'");
  refuse("1 1\n1\n1\n", "/w:1: " + expected + "'1 1'");
  refuse("1\n2,5\n1\n1\n", "/w:2: " + expected + "'2,5'");
  refuse("1\n1\n1\n", "/w: has 3 weights, expected 4, one for each of the training rows");
  refuse("", "/w: has 0 weights, expected 4");
  refuse("1\n1\n1\n1\n1\n", "/w:5: expected no more than 4 weights, one for each of the training rows");
  refuse("0\n0\n0\n0\n", "/w: all weights are 0: there is nothing to optimise");
  CHECK_THROWS_AS(weighed({.file = "nowhere"}), DataError);
}

TEST_CASE("weights of classes are those of their rows, and multiply the rows' own") {
  CHECK(weighed({.class_weights = {{"2", 5}}}).train.row_weights == Weights{1, 5, 1, 1});
  CHECK(weighed({.class_weights = {{"1", 0.5}, {"2", 3}}}).train.row_weights == Weights{0.5, 3, 0.5, 0.5});
  const Weights balanced = weighed({.balanced = true}).train.row_weights;
  CHECK(balanced == Weights{4.0 / 6, 4.0 / 2, 4.0 / 6, 4.0 / 6});
  // A row of weight 3 counts as three: of 8 rows 3 have label 2.
  CHECK(weighed({.balanced = true, .file = "w"}, "1\n3\n0\n4\n").train.row_weights ==
        Weights{8.0 / 10, 3 * 8.0 / 6, 0, 4 * 8.0 / 10});
  CHECK_THROWS_WITH(weighed({.balanced = true, .file = "w"}, "1\n0\n1\n1\n"),
                    StartsWith("balanced class weights need rows of both classes with weights > 0") &&
                        EndsWith("has none of the label 2"));
  CHECK(weighed({.class_weights = {{"1", 2}}, .file = "w"}, "1\n2\n3\n4\n").train.row_weights ==
        Weights{2, 2, 6, 8});
  CHECK(weighed({}).train.row_weights.empty());
  CHECK_THROWS_WITH(weighed({.class_weights = {{"3", 1}}}),
                    ContainsSubstring("has the labels 1 and 2, and none 3"));
  Dataset targets;
  targets.name = "abalone";
  targets.task = Task::regression;
  CHECK_THROWS_WITH(weigh_rows(targets, {.balanced = true}, ""),
                    "class weights are for classes, and abalone has targets");
}

TEST_CASE("different weights have different texts") {
  CHECK(weighting_text(weighed({})).empty());
  CHECK(weighting_text(weighed({.balanced = true})) == "balanced class weights");
  CHECK(weighting_text(weighed({.class_weights = {{"2", 5}, {"1", 0.5}}})) == "class weights 1: 0.5, 2: 5");
  const std::string one = weighting_text(weighed({.file = "w"}, "1\n2\n3\n4\n"));
  CHECK_THAT(one, StartsWith("row weights w (sha256 "));
  CHECK(weighting_text(weighed({.file = "w"}, "1\n2\n3\n5\n")) != one);
}

TEST_CASE("chosen and joined rows keep their weights") {
  const Sample sample = weighed({.file = "w"}, "1\n2\n3\n4\n").train;
  CHECK(select_rows(sample, std::vector<Index>{3, 1, 3}).row_weights == Weights{4, 2, 4});
  CHECK(concatenate(sample, sample).row_weights == Weights{1, 2, 3, 4, 1, 2, 3, 4});
  CHECK(concatenate(weighed({}).train, sample).row_weights == Weights{1, 1, 1, 1, 1, 2, 3, 4});
  CHECK(concatenate(weighed({}).train, weighed({}).train).row_weights.empty());
}
