#include "datasets/matrix/sparse_matrix.hpp"

#include <memory>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/matrix/stored_lines.hpp"

using namespace descent;

namespace {

using Dense = std::vector<std::vector<double>>;

Dense dense(const SparseMatrix& matrix) {
  Dense table(static_cast<std::size_t>(matrix.outer_size()),
              std::vector<double>(static_cast<std::size_t>(matrix.inner_size())));
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    for (const Entry& entry : matrix[line]) {
      table[static_cast<std::size_t>(line)][static_cast<std::size_t>(entry.index)] = entry.value;
    }
  }
  return table;
}

/// 0.5 . -2
///  .  .  .
///  .  3  1
///  4  .  .
SparseMatrix small_matrix() {
  return {{0, 2, 2, 4, 5}, {{0, 0.5F}, {2, -2}, {1, 3}, {2, 1}, {0, 4}}, 3};
}

SparseMatrix random_matrix(Index lines, Index width, std::uint64_t seed) {
  Random random(seed);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index line = 0; line < lines; ++line) {
    for (Index index = 0; index < width; ++index) {
      if (random.below(5) == 0) entries.push_back({index, random.normal()});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), std::move(entries), width};
}

}  // namespace

TEST_CASE("A sparse matrix knows its shape and its lines") {
  const SparseMatrix matrix = small_matrix();
  CHECK(matrix.outer_size() == 4);
  CHECK(matrix.inner_size() == 3);
  CHECK(matrix.nonzeros() == 5);
  CHECK(matrix[1].empty());
  CHECK(matrix[2][1] == Entry{2, 1});
  const SparseMatrix nothing;
  CHECK(nothing.outer_size() == 0);
  CHECK(nothing.nonzeros() == 0);
  SparseMatrix wider = matrix;
  wider.widen(5);
  wider.widen(2);
  CHECK(wider.inner_size() == 5);
}

TEST_CASE("Transposing swaps rows and columns") {
  CHECK(dense(transpose(small_matrix())) == Dense{{0.5, 0, 0, 4}, {0, 0, 3, 0}, {-2, 0, 1, 0}});

  const SparseMatrix matrix = random_matrix(57, 31, 1);
  const SparseMatrix turned = transpose(matrix);
  CHECK(turned.outer_size() == 31);
  CHECK(turned.inner_size() == 57);
  const Dense before = dense(matrix);
  const Dense after = dense(turned);
  for (std::size_t row = 0; row < 57; ++row) {
    for (std::size_t column = 0; column < 31; ++column) REQUIRE(before[row][column] == after[column][row]);
  }
  for (Index line = 0; line < turned.outer_size(); ++line) {
    for (std::size_t place = 1; place < turned[line].size(); ++place) {
      REQUIRE(turned[line][place - 1].index < turned[line][place].index);
    }
  }
  CHECK(dense(transpose(turned)) == before);

  const SparseMatrix nearly_empty{{0, 0, 1, 1}, {{3, 2}}, 6};
  CHECK(transpose(nearly_empty).outer_size() == 6);
  CHECK(transpose(nearly_empty).inner_size() == 3);
  CHECK(dense(transpose(transpose(nearly_empty))) == dense(nearly_empty));
}

TEST_CASE("Lines are selected in the order given, with repeats") {
  const std::vector<Index> chosen{3, 0, 3, 1};
  const SparseMatrix selected = select_lines(small_matrix(), chosen);
  CHECK(dense(selected) == Dense{{4, 0, 0}, {0.5, 0, -2}, {4, 0, 0}, {0, 0, 0}});
  CHECK(selected.bytes() == 4 * sizeof(DecimalEntry) + 5 * sizeof(Offset));
  CHECK(select_lines(small_matrix(), {}).outer_size() == 0);
}

TEST_CASE("A line changes its sign, others do not") {
  SparseMatrix matrix = small_matrix();
  matrix.negate_line(2);
  matrix.negate_line(1);
  CHECK(dense(matrix) == Dense{{0.5, 0, -2}, {0, 0, 0}, {0, -3, -1}, {4, 0, 0}});
}

TEST_CASE("A matrix that is changed gets arrays of its own, and its copies keep theirs") {
  SparseMatrix matrix = small_matrix();
  const SparseMatrix copy = matrix;
  CHECK(copy.stored().data() == matrix.stored().data());
  matrix.negate_line(0);
  CHECK(copy.stored().data() != matrix.stored().data());
  CHECK(dense(copy) == dense(small_matrix()));
  CHECK(dense(matrix)[0] == std::vector<double>{-0.5, 0, 2});
  const std::byte* const own = matrix.stored().data();
  matrix.negate_line(2);
  CHECK(matrix.stored().data() == own);
}

TEST_CASE("Values are stored in as few bytes as hold them exactly") {
  struct Kind {
    std::vector<double> values;
    Storage storage;
  };
  // As decimals, 3.5e8 · 10 exceeds 32 bits; 0.1 in single precision is a double with many digits.
  for (const auto& [values, storage] :
       {Kind{{}, Storage::ones}, Kind{{-1, -1, -1}, Storage::ones}, Kind{{-1, 1}, Storage::decimal},
        Kind{{-0.3, 0.3}, Storage::decimal}, Kind{{0.1, 2, -1234567.5}, Storage::decimal},
        Kind{{1e-22, 3e-22}, Storage::decimal}, Kind{{1700000000, 1700000001}, Storage::decimal},
        Kind{{2147483646, 1}, Storage::decimal}, Kind{{2147483647, 1}, Storage::double_precision},
        Kind{{3.5e8, 0.1}, Storage::double_precision}, Kind{{0.1F, 0.2F}, Storage::single_precision},
        Kind{{1e-320, 1}, Storage::double_precision}, Kind{{1.0 / 3, 1}, Storage::double_precision},
        Kind{{1e-23, 2e-23}, Storage::double_precision}}) {
    CAPTURE(values);
    std::vector<Entry> entries;
    for (const double value : values) entries.push_back({static_cast<Index>(entries.size()), value});
    SparseMatrix matrix({0, std::ssize(entries)}, entries, 5);
    CHECK(matrix.format().storage == storage);
    CHECK(std::ranges::equal(matrix[0], entries));
    matrix.negate_line(0);
    for (std::size_t k = 0; k < values.size(); ++k) CHECK(matrix[0][k].value == -values[k]);
    CHECK(std::ranges::equal(transpose(transpose(matrix)).entries(), matrix.entries()));
  }
}

TEST_CASE("What is appended to a matrix is exact, in its storage or in another one") {
  for (const double value : {0.25, 1.0 / 3, 1e9}) {
    CAPTURE(value);
    const SparseMatrix wider = append_column(small_matrix(), std::vector<double>(4, value));
    CHECK(dense(wider) == Dense{{0.5, 0, -2, value}, {0, 0, 0, value}, {0, 3, 1, value}, {4, 0, 0, value}});
    const SparseMatrix below({0, 1}, {{1, value}}, 3);
    const Dense longer = dense(append_lines(small_matrix(), below));
    CHECK(longer[2] == std::vector<double>{0, 3, 1});
    CHECK(longer[4] == std::vector<double>{0, value, 0});
  }
  const SparseMatrix ones({0, 1, 2}, {{0, 1}, {0, -1}}, 1);
  REQUIRE(ones.format().storage == Storage::ones);
  for (const double value : {-1.0, 1.0}) {
    const SparseMatrix wider = append_column(ones, std::vector{1.0, value});
    CHECK(dense(wider) == Dense{{1, 1}, {-1, value}});
    CHECK(dot(wider[1], std::vector{1.0, 1.0}.data()) == value - 1);  // by the sign of the line
  }
}

TEST_CASE("Values are rounded to single precision when that is asked for") {
  const SparseMatrix exact({0, 2, 4}, {{0, 0.1}, {1, 1e-60}, {0, 1}, {1, 16777217}}, 2);
  const SparseMatrix rounded = rounded_to_single(exact);
  CHECK(rounded.format().storage == Storage::single_precision);
  CHECK(dense(rounded) == Dense{{0.1F, 0}, {1, 16777216}});
  CHECK(rounded.nonzeros() == 3);
  CHECK(rounded.stored().size() == 3 * sizeof(SingleEntry));
  CHECK_THROWS_WITH(rounded_to_single(SparseMatrix({0, 1, 2}, {{0, 1}, {0, -1e39}}, 1)),
                    "row 2: -1e+39 is beyond the range of single precision");
}
