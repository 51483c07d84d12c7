// The quick part of the torture suite. `descent_torture --cases N --seed S` has any number of problems.

#include "tests/catch.hpp"
#include "tests/solvers/torture/judgement.hpp"

using namespace descent::test;

TEST_CASE("hard data: no false end and no wrong bound, whatever the method") {
  constexpr std::uint64_t seed = 1;
  constexpr std::uint64_t problems = 120;
  std::size_t attempts = 0;
  for (std::uint64_t number = 0; number < problems; ++number) {
    const HardProblem hard = hard_problem(seed, number);
    CAPTURE(number, hard.description());
    for (const Attempt& attempt : judge_methods(hard, seed + number).attempts) {
      CAPTURE(attempt.method, attempt.detail);
      CHECK(attempt.fault == "");
      ++attempts;
    }
  }
  CHECK(attempts > 4 * problems);
}
