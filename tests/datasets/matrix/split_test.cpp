#include "datasets/matrix/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("A split is exact, complete and in the file's order") {
  const Split split{24'703, 7'858, 1};
  const SplitRows parts = split_rows(split, 7'858);
  CHECK(parts.train.size() == 24'703);
  CHECK(parts.test.size() == 7'858);
  CHECK(std::is_sorted(parts.train.begin(), parts.train.end()));
  CHECK(std::is_sorted(parts.test.begin(), parts.test.end()));

  std::vector<Index> all = parts.train;
  all.insert(all.end(), parts.test.begin(), parts.test.end());
  std::sort(all.begin(), all.end());
  REQUIRE(all.size() == 32'561);
  for (Index row = 0; row < 32'561; ++row) REQUIRE(all[static_cast<std::size_t>(row)] == row);
}

TEST_CASE("A split depends on its seed alone") {
  const SplitRows parts = split_rows({.train = 6, .test = 4, .seed = 1}, 4);
  CHECK(parts.train == std::vector<Index>{2, 4, 5, 6, 7, 8});
  CHECK(parts.test == std::vector<Index>{0, 1, 3, 9});
  CHECK(split_rows({.train = 6, .test = 4, .seed = 2}, 4).test != parts.test);
}

TEST_CASE("A split follows the rule of docs/data.md, by which anybody can find its rows") {
  for (const std::uint64_t seed : {1u, 7u}) {
    std::mt19937_64 engine(seed);
    std::vector<Index> rows(1000);
    std::iota(rows.begin(), rows.end(), 0);
    __extension__ using Wide = unsigned __int128;
    for (std::size_t k = rows.size(); k > 1; --k)
      std::swap(rows[k - 1], rows[static_cast<std::size_t>(static_cast<Wide>(k) * engine() >> 64)]);
    rows.resize(700);
    std::ranges::sort(rows);
    CHECK(split_rows({.train = 700, .test = 300, .seed = seed}, 300).train == rows);
  }
}

TEST_CASE("Training rows of one class are refused, whichever way they were chosen") {
  Dataset all{.name = "data"};
  all.train = {{{0, 0, 0, 0, 0, 0}, std::vector<Entry>{}, 1}, {1, -1, -1, -1, -1}};
  Dataset part = all;
  CHECK_THROWS_WITH(keep_training_rows(part, std::vector<Index>{1, 2, 4}),
                    "data: classification needs two classes, and these 3 training rows have one");
  keep_training_rows(all, std::vector<Index>{0, 2, 4, 3, 1});
  for (double& label : all.train.labels) label = 1;
  CHECK_THROWS_AS(keep_random_rows(all, 3), DataError);
  all.task = Task::regression;
  keep_random_rows(all, 3);
  CHECK(all.train.labels == std::vector<double>{1, 1, 1});
}

TEST_CASE("A smaller limit keeps a part of the same test rows and all training rows") {
  const SplitRows whole = split_rows({.train = 60, .test = 40, .seed = 5}, 1000);
  const SplitRows part = split_rows({.train = 60, .test = 40, .seed = 5}, 10);
  CHECK(whole.test.size() == 40);
  CHECK(part.test.size() == 10);
  CHECK(part.train == whole.train);
  CHECK(std::includes(whole.test.begin(), whole.test.end(), part.test.begin(), part.test.end()));
}

TEST_CASE("A sample of rows has no repeats and no favourites") {
  const std::vector<Index> few = sample_rows(5, 20, 1);
  CHECK(few == std::vector<Index>{0, 1, 2, 3, 4});
  std::vector<int> counts(20);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const std::vector<Index> rows = sample_rows(20, 5, seed);
    REQUIRE(rows.size() == 5);
    REQUIRE(std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end());
    for (const Index row : rows) ++counts[static_cast<std::size_t>(row)];
  }
  // Each count is binomial with mean 1000 and standard deviation 27.
  for (const int count : counts) CHECK(std::abs(count - 1000) < 120);
}

TEST_CASE("A random part of the training rows is a part of every larger one, weights and all") {
  Dataset all;
  all.name = "data";
  all.origin = "file";
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (int i = 0; i < 50; ++i) {
    entries.push_back({0, static_cast<double>(i)});
    starts.push_back(i + 1);
    all.train.labels.push_back(i % 2 == 0 ? 1 : -1);
    all.train.row_weights.push_back(i);
  }
  all.train.rows = {starts, entries, 1};
  const auto kept = [&](Index count) {
    Dataset part = all;
    keep_random_rows(part, count);
    CHECK(part.origin == fmt::format("file, {} of its 50 training rows at random", count));
    CHECK(part.train.rows.outer_size() == count);
    CHECK(std::ranges::is_sorted(part.train.row_weights));
    for (Index k = 0; k < count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const auto row = static_cast<int>(part.train.row_weights[i]);
      CHECK(part.train.rows[k][0].value == static_cast<double>(row));
      CHECK(part.train.labels[i] == (row % 2 == 0 ? 1 : -1));
    }
    return part.train.row_weights;
  };
  // Published results name these rows by their number alone.
  CHECK(kept(5) == std::vector<double>{5, 17, 18, 22, 45});
  CHECK(std::ranges::includes(kept(30), kept(10)));
  CHECK(kept(50) == all.train.row_weights);
  Dataset few = all;
  CHECK_THROWS_WITH(keep_random_rows(few, 51), "rows: must be at most 50, all training rows, got 51");
}
