// Compares the sub-matrix of chosen columns with a dense copy, over a random sequence of choices.

#include <algorithm>

#include "solvers/linear_algebra/chosen_columns.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("chosen columns: rows and origins of one choice after the other") {
  const Sample sample = random_sample(41, 12, 15, 0.4);
  const Dense all = dense(sample.rows);
  ChosenColumns chosen(sample.rows);
  CHECK(chosen.columns().empty());
  Random random(1);
  std::vector<Index> before;
  for (int choice = 0; choice < 20; ++choice) {
    std::vector<Index> columns;
    for (Index j = 0; j < 15; ++j) {
      if (choice != 10 && random.below(3) == 0) columns.push_back(j);
    }
    chosen.choose(columns);
    CHECK(std::vector<Index>(chosen.columns().begin(), chosen.columns().end()) == columns);
    const Dense rows = dense(chosen.rows());
    REQUIRE(rows.size() == 12);
    REQUIRE(rows.front().size() == columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i][k] == all[i][static_cast<std::size_t>(columns[k])]);
      }
      const Index origin = chosen.origin()[k];
      const auto found = std::find(before.begin(), before.end(), columns[k]);
      CHECK(origin == (found == before.end() ? -1 : static_cast<Index>(found - before.begin())));
    }
    before = columns;
  }
}
