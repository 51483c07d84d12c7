// The quick part of the torture suite. `descent_torture --cases N --seed S` runs any number of problems.

#include "tests/catch.hpp"
#include "tests/torture/judgement.hpp"

using namespace descent::test;

namespace {

/// Judges the first problems of `make`'s sequence; returns the number of attempts.
std::size_t judge_problems(std::uint64_t count, HardProblem (*make)(std::uint64_t, std::uint64_t)) {
  constexpr std::uint64_t seed = 1;
  std::size_t attempts = 0;
  for (std::uint64_t number = 0; number < count; ++number) {
    const HardProblem hard = make(seed, number);
    CAPTURE(number, hard.description());
    for (const Attempt& attempt : judge_methods(hard, seed + number).attempts) {
      CAPTURE(attempt.method, attempt.detail);
      CHECK(attempt.fault == "");
      ++attempts;
    }
  }
  return attempts;
}

}  // namespace

TEST_CASE("hard data: no false end and no wrong bound, whatever the method") {
  CHECK(judge_problems(100, hard_problem) > 4 * 100);
}

TEST_CASE("hard data with weights of rows: no false end and no wrong bound, whatever the method") {
  CHECK(judge_problems(25, weighted_problem) > 3 * 25);
}
