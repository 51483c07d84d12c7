#include "plots/analysis/holm.hpp"

#include "tests/catch.hpp"

using namespace descent;

namespace {

std::vector<double> adjusted(const std::vector<double>& p_values) {
  return holm_adjusted(p_values);
}

void check_near(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]));
}

}  // namespace

TEST_CASE("Holm's adjustment of a worked example") {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  check_near(adjusted({0.01, 0.04, 0.03, 0.005}), {0.03, 0.06, 0.06, 0.02});
}

TEST_CASE(
    "Holm's adjustment is at most 1, leaves a single test alone, and lies between none and Bonferroni's") {
  check_near(adjusted({0.3, 0.4, 0.9}), {0.9, 0.9, 0.9});
  check_near(adjusted({0.6, 0.7}), {1, 1});
  check_near(adjusted({0.04}), {0.04});
  check_near(adjusted({0.02, 0.02}), {0.04, 0.04});
  CHECK(adjusted({}).empty());
}
