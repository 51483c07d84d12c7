#include "datasets/matrix/sparse_matrix.hpp"

#include <memory>
#include <span>
#include <vector>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

using Dense = std::vector<std::vector<double>>;

Dense dense(const SparseMatrix& matrix) {
  Dense table(static_cast<std::size_t>(matrix.outer_size()),
              std::vector<double>(static_cast<std::size_t>(matrix.inner_size())));
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    for (const Entry& entry : matrix[line]) {
      table[static_cast<std::size_t>(line)][static_cast<std::size_t>(entry.index)] =
          static_cast<double>(entry.value);
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
      if (random.below(5) == 0) entries.push_back({index, static_cast<Value>(random.normal())});
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
}

TEST_CASE("Columns and rows without entries survive transposing") {
  const SparseMatrix matrix{{0, 0, 1, 1}, {{3, 2}}, 6};
  const SparseMatrix turned = transpose(matrix);
  CHECK(turned.outer_size() == 6);
  CHECK(turned.inner_size() == 3);
  CHECK(dense(transpose(turned)) == dense(matrix));
}

TEST_CASE("Lines are selected in the order given, with repeats") {
  const std::vector<Index> chosen{3, 0, 3, 1};
  const SparseMatrix selected = select_lines(small_matrix(), chosen);
  CHECK(dense(selected) == Dense{{4, 0, 0}, {0.5, 0, -2}, {4, 0, 0}, {0, 0, 0}});
  CHECK(selected.bytes() == 4 * sizeof(Entry) + 5 * sizeof(Offset));
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
  CHECK(copy.entries().data() == matrix.entries().data());
  matrix.negate_line(0);
  CHECK(copy.entries().data() != matrix.entries().data());
  CHECK(dense(copy) == dense(small_matrix()));
  CHECK(dense(matrix)[0] == std::vector<double>{-0.5, 0, 2});
  const Entry* const own = matrix.entries().data();
  matrix.negate_line(2);
  CHECK(matrix.entries().data() == own);
}

TEST_CASE("A matrix may be a view, which a change leaves as it was") {
  const std::vector<Offset> starts{0, 1, 3};
  const std::vector<Entry> entries{{1, 2}, {0, 3}, {2, 4}};
  const auto owner = std::make_shared<int>(0);
  SparseMatrix matrix(starts, entries, 3, owner);
  CHECK(matrix.outer_size() == 2);
  CHECK(matrix.nonzeros() == 3);
  CHECK(matrix[1].data() == &entries[1]);
  CHECK(matrix.bytes() == 3 * sizeof(Entry) + 3 * sizeof(Offset));
  CHECK(owner.use_count() == 2);
  matrix.negate_line(1);
  CHECK(owner.use_count() == 1);
  CHECK(dense(matrix) == Dense{{0, 2, 0}, {-3, 0, -4}});
  CHECK(entries[1] == Entry{0, 3});
}

TEST_CASE("Entries of another owner count like those of the matrix, be they ours to change or not") {
  std::vector<Entry> entries{{1, 2}, {0, 3}, {2, 4}};
  const auto owner = std::make_shared<int>(0);
  SparseMatrix matrix(std::vector<Offset>{0, 1, 3}, std::span<Entry>(entries), 3, owner);
  CHECK(matrix.bytes() == 3 * sizeof(Entry) + 3 * sizeof(Offset));
  matrix.negate_line(0);
  CHECK(entries[0] == Entry{1, -2});
  CHECK(matrix.bytes() == 3 * sizeof(Entry) + 3 * sizeof(Offset));
}

TEST_CASE("Widening never narrows") {
  SparseMatrix matrix = small_matrix();
  matrix.widen(5);
  CHECK(matrix.inner_size() == 5);
  matrix.widen(2);
  CHECK(matrix.inner_size() == 5);
}
