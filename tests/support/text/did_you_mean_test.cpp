#include "support/text/did_you_mean.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("Names of files are cut as other foreign values are") {
  const std::string name = std::string(99, 'x');
  const std::vector<std::string> known{name, "a9a"};
  const std::string cut = std::string(80, 'x') + "…";
  CHECK(did_you_mean(name + "y", known) == ", did you mean '" + cut + "'?");
  CHECK(shown_list(known) == cut + ", a9a");
}

TEST_CASE("A near miss names the word that was meant") {
  const std::vector<std::string> known{"a9a", "covtype", "covtype-15k", "news20-tech", "heart_scale"};
  CHECK(did_you_mean("a9", known) == ", did you mean 'a9a'?");
  CHECK(did_you_mean("covtpye", known) == ", did you mean 'covtype'?");
  CHECK(did_you_mean("covtype15k", known) == ", did you mean 'covtype-15k'?");
  CHECK(did_you_mean("news20_tech", known) == ", did you mean 'news20-tech'?");
  CHECK(did_you_mean("hart-scale", known) == ", did you mean 'heart_scale'?");
  CHECK(did_you_mean("A9A", known) == ", did you mean 'a9a'?");
  CHECK(did_you_mean("mnist", known).empty());
  CHECK(did_you_mean("", known).empty());
  CHECK(did_you_mean("a9a", {}).empty());
}

TEST_CASE("A part of a word, or a word with more around it, names the word that was meant") {
  const std::vector<std::string> known{"batch_rda", "nonsmooth_scd", "step"};
  CHECK(did_you_mean("scd", known) == ", did you mean 'nonsmooth_scd'?");
  CHECK(did_you_mean("stepsize", known) == ", did you mean 'step'?");
  CHECK(did_you_mean("da", known).empty());
  CHECK(did_you_mean("z", std::vector<std::string>{"a"}).empty());
}
