// Properties of every generator. The data of each is tested in its own file.
#include "datasets/stand_ins/stand_in.hpp"

#include <fmt/format.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/same_bits.hpp"

using namespace descent;

namespace {

StandIn small(const std::string& generator) {
  if (generator == "census") return {generator, 200, 150, 123, 7, {}};
  if (generator == "forest") return {generator, 200, 150, 54, 7, {}};
  if (generator == "abalone") return {generator, 200, 150, 10, 7, {}};
  if (generator == "housing") return {generator, 200, 150, 8, 7, {}};
  if (generator == "plane") return {generator, 200, 150, 2, 7, {}};
  return {generator, 200, 150, 2000, 7, {}};
}

bool is_for_regression(const std::string& generator) {
  return generator == "abalone" || generator == "housing";
}

/// True if its values are positive before multiplication by the label.
bool has_positive_values(const std::string& generator) {
  return generator != "plane" && generator != "housing";
}

std::vector<Entry> stand_in_entries(const Sample& sample) {
  return {sample.rows.entries().begin(), sample.rows.entries().end()};
}

}  // namespace

TEST_CASE("Every generator makes the rows, features and labels that are asked for") {
  const std::string generator = GENERATE(from_range(stand_in_generators()));
  CAPTURE(generator);
  const StandIn stand_in = small(generator);
  const StandInSamples samples = make_stand_in(stand_in, 150);
  for (const Sample* const sample : {&samples.train, &samples.test}) {
    CHECK(sample->rows.inner_size() == stand_in.features);
    REQUIRE(sample->labels.size() == static_cast<std::size_t>(sample->rows.outer_size()));
    bool labels_right = true;
    bool ascending = true;
    bool signs_right = true;
    for (Index i = 0; i < sample->rows.outer_size(); ++i) {
      const double label = sample->labels[static_cast<std::size_t>(i)];
      labels_right = labels_right && (is_for_regression(generator) || label == 1 || label == -1);
      Index before = -1;
      for (const Entry& entry : sample->rows[i]) {
        ascending = ascending && entry.index > before;
        const double value = entry.value * (is_for_regression(generator) ? 1 : label);
        signs_right = signs_right && (value > 0 || !has_positive_values(generator));
        before = entry.index;
      }
      ascending = ascending && before < stand_in.features;
    }
    CHECK(labels_right);
    CHECK(ascending);
    CHECK(signs_right);
  }
  CHECK(samples.train.rows.outer_size() == 200);
  CHECK(samples.test.rows.outer_size() == 150);
}

TEST_CASE("A seed fixes the bits, another seed gives other data") {
  const std::string generator = GENERATE(from_range(stand_in_generators()));
  CAPTURE(generator);
  StandIn stand_in = small(generator);
  const StandInSamples first = make_stand_in(stand_in, 150);
  const StandInSamples again = make_stand_in(stand_in, 150);
  CHECK(test::same_bits(first.train, again.train));
  CHECK(test::same_bits(first.test, again.test));
  CHECK_FALSE(stand_in_entries(first.train) == stand_in_entries(first.test));

  stand_in.seed = 8;
  const StandInSamples other = make_stand_in(stand_in, 150);
  CHECK_FALSE(stand_in_entries(first.train) == stand_in_entries(other.train));
  CHECK_FALSE(stand_in_entries(first.test) == stand_in_entries(other.test));
}

TEST_CASE(
    "Kept copies are made again after a change of the generators: stand_in_version goes with their bits") {
  Sha256 digest;  // values as floats: the last bits of doubles are those of the mathematics library
  for (const std::string& generator : stand_in_generators()) {
    const StandInSamples samples = make_stand_in(small(generator), 150);
    for (const Sample* const sample : {&samples.train, &samples.test}) {
      digest.add(std::as_bytes(sample->rows.starts()));
      for (const double label : sample->labels) digest.add(fmt::format("{:.5g} ", label));
      for (const Entry& entry : stand_in_entries(*sample))
        digest.add(fmt::format("{} {} ", entry.index, static_cast<float>(entry.value)));
    }
  }
  // Raise the version whenever this digest changes.
  CHECK(stand_in_version == 2);
  CHECK(digest.hex().substr(0, 16) == "494303f28520f4b6");
}

TEST_CASE("A limited test set is the beginning of the whole one") {
  const std::string generator = GENERATE(from_range(stand_in_generators()));
  const Index limit = GENERATE(0, 1, 40, 150);
  CAPTURE(generator, limit);
  const StandInSamples whole = make_stand_in(small(generator), std::numeric_limits<Index>::max());
  const StandInSamples part = make_stand_in(small(generator), limit);
  REQUIRE(whole.test.rows.outer_size() == 150);
  REQUIRE(part.test.rows.outer_size() == limit);
  CHECK(part.test.rows.inner_size() == whole.test.rows.inner_size());
  CHECK(test::same_bits(part.train, whole.train));
  const auto rows = static_cast<std::size_t>(limit);
  const auto nonzeros = static_cast<std::ptrdiff_t>(whole.test.rows.starts()[rows]);
  const std::vector<Entry> all = stand_in_entries(whole.test);
  CHECK(stand_in_entries(part.test) == std::vector<Entry>(all.begin(), all.begin() + nonzeros));
  CHECK(part.test.labels ==
        std::vector<double>(whole.test.labels.begin(),
                            whole.test.labels.begin() + static_cast<std::ptrdiff_t>(rows)));
}

TEST_CASE("A stand-in's description is checked, and the message says what would be right") {
  StandIn stand_in = small("text");
  std::string message;
  SECTION("unknown generator") {
    stand_in.generator = "weather";
    message =
        "stand-in: there is no generator \"weather\"; there are text, census, forest, abalone, housing, "
        "plane";
  }
  SECTION("unknown parameter") {
    stand_in.parameters["flip"] = 1;
    message = "stand-in text: there is no parameter \"flip\"; there are head, knee, stories, ";
  }
  SECTION("parameter out of bounds") {
    stand_in.parameters["flips"] = 1.5;
    message =
        "parameter \"flips\" (share of labels drawn at random whatever the rule says) must be within [0, 1], "
        "got 1.5";
  }
  SECTION("parameter that is not a number") {
    stand_in.parameters["flips"] = std::numeric_limits<double>::quiet_NaN();
    message = "must be within [0, 1], got nan";
  }
  SECTION("another number of features than the generator makes") {
    stand_in = small("forest");
    stand_in.features = 55;
    message = "stand-in forest: features must be 54, got 55";
  }
  SECTION("no rows") {
    stand_in.train_rows = 0;
    message = "stand-in text: train_rows must be at least 2, got 0";
  }
  SECTION("less than no test rows") {
    stand_in.test_rows = -1;
    message = "stand-in text: test_rows must be at least 0, got -1";
  }
  SECTION("a language of more words than there is room for") {
    stand_in.features = 20'000'000;
    message = "stand-in text: features must be at most 10000000, got 20000000";
  }
  CHECK_THROWS_AS(check_stand_in(stand_in), ConfigError);
  CHECK_THROWS_AS(make_stand_in(stand_in, 10), ConfigError);
  CHECK_THROWS_WITH(make_stand_in(stand_in, 10), ContainsSubstring(message));
}
