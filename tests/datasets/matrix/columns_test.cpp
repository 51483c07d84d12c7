#include "datasets/matrix/columns.hpp"

#include <cmath>
#include <vector>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

constexpr Index row_count = 203;  // no multiple of a register

/// A column of each density, with values of one kind; the last column is empty.
SparseMatrix rows_of_all_densities(Storage storage, Random& random) {
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < row_count; ++i) {
    for (Index j = 0; j <= 10; ++j) {
      if (random.uniform() >= 0.1 * j) continue;
      double value = 1;
      if (storage == Storage::decimal) value = (static_cast<double>(random.below(2000)) - 999.5) / 100;
      if (storage == Storage::single_precision) value = static_cast<float>(1e-30 * random.normal());
      if (storage == Storage::double_precision) value = j % 2 == 0 ? random.normal() : 1;
      entries.push_back({j, value});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), entries, 12};
}

}  // namespace

TEST_CASE("Columns: dense and sparse ones have the same products") {
  const Storage storage =
      GENERATE(Storage::ones, Storage::decimal, Storage::single_precision, Storage::double_precision);
  CAPTURE(name_of(storage));
  Random random(3);
  const SparseMatrix rows = rows_of_all_densities(storage, random);
  REQUIRE(rows.format().storage == storage);
  const Columns columns(rows);

  CHECK(columns.outer_size() == 12);
  CHECK_FALSE(columns.is_dense(2));
  CHECK(columns.is_dense(6));
  // A column in double precision whose numbers are whole takes half of the memory. Each has whole cache
  // lines.
  const std::size_t one = (row_count * sizeof(float) + 63) / 64 * 64;
  const bool has_doubles = storage == Storage::double_precision;
  CHECK(columns.singles().size() % one == 0);
  CHECK(columns.singles().size() >= one * (has_doubles ? 2 : 6));
  CHECK(columns.doubles().size() % (2 * one) == 0);
  CHECK((columns.doubles().size() > 0) == has_doubles);

  std::vector<double> z;
  for (Index i = 0; i < row_count; ++i) z.push_back(0.25 * static_cast<double>(random.below(9)) - 1);
  const auto derivative = [](double at) { return at < 0.25 ? -1.0 : 0.0; };
  for (Index j = 0; j < columns.outer_size(); ++j) {
    CAPTURE(j, columns[j].size());
    const Line column = columns[j];
    double size = 0;
    for_each_entry(column, [&](Index, double value) { size += std::abs(value); });
    const bool exact = storage == Storage::ones || storage == Storage::decimal;
    const auto equals = [&, margin = exact ? 0 : 1e-15 * size](double expected) {
      return Approx(expected).epsilon(0).margin(margin);
    };
    CHECK(columns.dot(j, z.data()) == equals(dot(column, z.data())));
    const double of_derivatives =
        line_sum(column, [&](Index i) { return derivative(z[static_cast<std::size_t>(i)]); });
    CHECK(columns.sum_of(j, z.data(), derivative) == equals(of_derivatives));
    CHECK(columns.sum(j, [&](Index i) { return derivative(z[static_cast<std::size_t>(i)]); }) ==
          equals(of_derivatives));

    std::vector<double> expected = z;
    std::vector<double> moved = z;
    add(column, -0.3, expected.data());
    columns.add(j, -0.3, moved.data());
    CHECK(moved == expected);
  }
}

TEST_CASE("Columns: a dense column of doubles keeps every number, also beside numbers that a float holds") {
  const double third = 1.0 / 3;  // no float, and no short decimal
  for (const std::vector<double>& numbers : {std::vector{third, third, 0.5}, {0.5, third, third}}) {
    const SparseMatrix rows({0, 1, 2, 3},
                            std::vector<Entry>{{0, numbers[0]}, {0, numbers[1]}, {0, numbers[2]}}, 1);
    const Columns columns(rows);
    REQUIRE(columns.is_dense(0));
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<double> z(3, 0.0);
      z[i] = 1;
      CHECK(columns.dot(0, z.data()) == numbers[i]);
    }
  }
}
