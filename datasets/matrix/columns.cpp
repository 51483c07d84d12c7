#include "datasets/matrix/columns.hpp"

#include <cmath>

#include "support/memory/memory_units.hpp"

namespace descent {
namespace {

/// Above this density a dense walk is faster, by `nonsmooth_scd_benchmark` on a9a and covtype.
double least_density(Storage storage) {
  return storage == Storage::double_precision ? 0.45 : 0.33;
}

bool are_single(Line column) {
  bool all = true;
  for_each_number(column, [&](Index, double number) {
    all = all && static_cast<double>(static_cast<float>(number)) == number;
  });
  return all;
}

/// Stores the numbers of the rows that have one.
template <class Number>
void store(Line column, Number* numbers) {
  for_each_number(column, [=](Index row, double number) { numbers[row] = static_cast<Number>(number); });
}

}  // namespace

Columns::Columns(const SparseMatrix& rows)
    : SparseMatrix(transpose(rows)),
      least_dense_(static_cast<std::size_t>(
          std::max(1.0, std::ceil(least_density(format().storage) * rows.outer_size())))) {
  // Whole cache lines of either kind: columns begin at one where the array does.
  const std::size_t room = round_up(static_cast<std::size_t>(inner_size()), cache_line / sizeof(float));
  std::size_t singles = 0;
  std::size_t doubles = 0;
  for (Index j = 0; j < outer_size(); ++j) {
    if (!is_dense(j)) continue;
    places_.resize(static_cast<std::size_t>(outer_size()));
    const bool is_single = are_single((*this)[j]);
    places_[static_cast<std::size_t>(j)] = {is_single ? singles : doubles, is_single};
    (is_single ? singles : doubles) += room;
  }
  // In one piece each: on virtual machines, memory that is touched for the first time is most of the cost.
  singles_.resize(singles, 0);
  doubles_.resize(doubles, 0);
  for (Index j = 0; j < outer_size(); ++j) {
    if (!is_dense(j)) continue;
    const auto [start, is_single] = places_[static_cast<std::size_t>(j)];
    if (is_single)
      store((*this)[j], singles_.data() + start);
    else
      store((*this)[j], doubles_.data() + start);
  }
}

}  // namespace descent
