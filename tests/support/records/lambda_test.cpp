#include "support/records/lambda.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("lambda is a number or an expression in the number of rows") {
  CHECK(parse_lambda("1/m")->value(200) == 1.0 / 200);
  CHECK(parse_lambda("0.1/m")->value(200) == 0.1 / 200);
  CHECK(parse_lambda("1/m^2")->value(200) == 1.0 / 40'000);
  CHECK(parse_lambda("2.5e-3/m^2")->value(10) == Approx(2.5e-5));
  CHECK(parse_lambda("1e-4")->value(200) == 1e-4);
  CHECK(lambda_of_number(0.25).value(7) == 0.25);
  // the largest number of rows does not overflow
  CHECK(parse_lambda("1/m^2")->value(2'000'000'000) == Approx(2.5e-19));
}

TEST_CASE("C is LIBLINEAR's: lambda = 1/(C m)") {
  CHECK(parse_lambda("C=10")->value(200) == lambda_of_c(10).value(200));
  CHECK(parse_lambda("C=1e1")->text == "C=10");
  for (const char* wrong : {"C=", "C=0", "C=-1", "C=1/m", "C=1e-320", "c=1", "C=C=1"})
    CHECK_FALSE(parse_lambda(wrong));
  CHECK(lambda_of_c(4).value(50) == Approx(1.0 / 200));
  CHECK(lambda_of_c(1).value(50) == parse_lambda("1/m")->value(50));
}

TEST_CASE("the text of a lambda is what the user wrote") {
  CHECK(parse_lambda("0.1/m")->text == "0.1/m");
  CHECK(lambda_of_number(1e-4).text == "0.0001");
  CHECK(lambda_of_c(0.5).text == "C=0.5");
}

TEST_CASE("no other text is a lambda") {
  for (const char* text : {"",  "m",     "/m",  "1/n", "1/m^3", "1/m ",  " 1/m",   "1*m", "-1/m", "0/m",
                           "0", "-1e-3", "nan", "inf", "inf/m", "1e999", "1/m^2x", "one", "+1/m", "1e-4/"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_lambda(text));
  }
}
