#include "datasets/stand_ins/tf_idf.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("A document's words weigh log count times log inverse document frequency, at unit length") {
  const std::vector<std::uint32_t> document_counts = {9, 4, 1, 0};
  Random random(1);
  const Vocabulary vocabulary(document_counts, 3, 9, random);
  CHECK(vocabulary.column(3) == Vocabulary::no_column);  // the rarest word gets no column

  std::vector<WeighedWord> row;
  vocabulary.weigh(std::vector<WordCount>{{1, 1}, {2, 3}, {3, 7}}, row);
  REQUIRE(row.size() == 2);
  CHECK(row[0].column < row[1].column);
  const double first = std::log(10.0 / 5);
  const double second = (1 + std::log(3.0)) * std::log(10.0 / 2);
  const double length = std::hypot(first, second);
  for (const WeighedWord& word : row) {
    const bool is_first = word.column == vocabulary.column(1);
    CHECK(word.value == Approx((is_first ? first : second) / length));
  }

  vocabulary.weigh(std::vector<WordCount>{{3, 2}}, row);
  CHECK(row.empty());
}

TEST_CASE("Columns are a permutation that does not follow frequency") {
  std::vector<std::uint32_t> document_counts(1'000);
  for (std::uint32_t word = 0; word < 1'000; ++word) document_counts[word] = 1'000 - word;
  Random random(1);
  const Vocabulary vocabulary(document_counts, 1'000, 1'000, random);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t word = 0; word < 1'000; ++word) columns.push_back(vocabulary.column(word));
  double frequent = 0;
  for (std::size_t word = 0; word < 100; ++word) frequent += columns[word] / 100.0;
  CHECK(frequent == Approx(500).margin(100));
  std::sort(columns.begin(), columns.end());
  for (std::uint32_t k = 0; k < 1'000; ++k) REQUIRE(columns[k] == k);
}
