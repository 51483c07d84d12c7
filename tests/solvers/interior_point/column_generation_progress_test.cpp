#include "solvers/interior_point/column_generation_progress.hpp"

#include "tests/catch.hpp"

using namespace descent;

namespace {

/// Rounds without progress until the method has stalled.
int rounds_until_stalled(ColumnGenerationProgress progress, double gap) {
  int rounds = 0;
  while (!progress.has_stalled() && rounds < 100) {
    progress.note(gap, 1, 1000);
    ++rounds;
  }
  return rounds;
}

}  // namespace

TEST_CASE("column generation has patience far from the end, and little of it near") {
  ColumnGenerationProgress far;
  far.note(1e-3, 1, 1000);
  CHECK_FALSE(far.is_near_end());
  CHECK(rounds_until_stalled(far, 1e-3) == 41);

  ColumnGenerationProgress near;
  near.note(1e-8, 1, 1000);
  CHECK(near.is_near_end());
  CHECK(rounds_until_stalled(near, 1e-8) == 3);
}

TEST_CASE("rounds without progress before the end came near are forgotten there") {
  ColumnGenerationProgress progress;
  progress.note(1.05e-6, 1, 1000);
  for (int round = 0; round < 30; ++round) progress.note(1.05e-6, 1, 1000);
  CHECK_FALSE(progress.has_stalled());
  progress.note(0.99e-6, 1, 1000);  // less than a tenth lower
  CHECK(progress.is_near_end());
  CHECK_FALSE(progress.has_stalled());
  CHECK(rounds_until_stalled(progress, 0.99e-6) == 3);
}

TEST_CASE("a smaller gap, a higher bound or more columns are progress") {
  ColumnGenerationProgress progress;
  double gap = 1e-8;
  double bound = 1;
  double columns = 1000;
  progress.note(gap, bound, columns);
  for (int round = 0; round < 30; ++round) {
    if (round % 3 == 0) gap *= 0.8;
    if (round % 3 == 1) bound *= 1.2;
    if (round % 3 == 2) columns *= 1.05;
    progress.note(gap, bound, columns);
    CHECK_FALSE(progress.has_stalled());
  }
}
