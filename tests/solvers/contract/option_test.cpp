#include "solvers/contract/option.hpp"

#include <limits>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

Option numeric(NumberRange range, std::vector<std::string> words = {}) {
  return {.name = "x",
          .description = "",
          .default_value = 1.0,
          .range = range,
          .words = std::move(words),
          .source = ""};
}

const Option flag{
    .name = "flag", .description = "", .default_value = false, .range = {}, .words = {}, .source = ""};
const Option word{
    .name = "word", .description = "", .default_value = "a", .range = {}, .words = {"a", "b"}, .source = ""};

}  // namespace

TEST_CASE("options: what is allowed passes") {
  CHECK_FALSE(complaint(numeric({}), -1e300));
  CHECK_FALSE(complaint(numeric({.lower = 0}), 0.0));
  CHECK_FALSE(complaint(numeric({.lower = 1, .upper = 3, .integer = true}), 3.0));
  CHECK_FALSE(complaint(numeric({.lower = 1}, {"full"}), "full"));
  CHECK_FALSE(complaint(flag, true));
  CHECK_FALSE(complaint(word, "b"));
}

TEST_CASE("options: what is not allowed is named with what would be right") {
  CHECK(complaint(numeric({.lower = 0, .lower_allowed = false}), -1.0) == "must be a number > 0, got -1");
  CHECK(complaint(numeric({.lower = 0, .lower_allowed = false}), 0.0) == "must be a number > 0, got 0");
  CHECK(complaint(numeric({.lower = 1, .upper = 3, .integer = true}), 2.5) ==
        "must be an integer >= 1 and <= 3, got 2.5");
  CHECK(complaint(numeric({.lower = 1, .upper = 3}), 4.0) == "must be a number >= 1 and <= 3, got 4");
  CHECK(complaint(numeric({.lower = 1}, {"full"}), "half") ==
        "must be a number >= 1 or \"full\", got \"half\"");
  CHECK(complaint(numeric({}), true) == "must be a number, got true");
  CHECK(complaint(numeric({}), std::numeric_limits<double>::quiet_NaN()).has_value());
  CHECK(complaint(numeric({}), infinity).has_value());
  CHECK(complaint(flag, 1.0) == "must be true or false, got 1");
  CHECK(complaint(flag, "yes") == "must be true or false, got \"yes\"");
  CHECK(complaint(word, "c") == "must be \"a\" or \"b\", got \"c\"");
}

TEST_CASE("options: values are the defaults but for what is given") {
  const OptionValues values({numeric({}), flag, word}, {{"x", 2.0}, {"word", "b"}});
  CHECK(values.number("x") == 2);
  CHECK_FALSE(values.flag("flag"));
  CHECK(values.word("word") == "b");
  CHECK(values.is_word("word"));
  CHECK_FALSE(values.is_word("x"));
  CHECK(values.all().size() == 3);
  CHECK_THROWS_AS(OptionValues({flag}, {{"unknown", 1.0}}), std::out_of_range);
  CHECK_THROWS_AS(values.number("word"), std::bad_variant_access);
}
