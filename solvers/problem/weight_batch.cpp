#include "solvers/problem/weight_batch.hpp"

#include <Eigen/Core>
#include <stdexcept>

#include "datasets/matrix/line_products.hpp"

namespace descent {

namespace {

/// One weight of each iterate: a vector register, or as many as it takes.
using Lanes = double __attribute__((vector_size(WeightBatch::most * sizeof(double))));
/// Eigen aligns as the processor needs.
using UnalignedLanes = Lanes __attribute__((may_alias, aligned(sizeof(double))));

}  // namespace

struct WeightBatch::SideBySide {
  Eigen::Array<double, most, Eigen::Dynamic> columns;  ///< iterate k's weight of column j at (k, j)
};

WeightBatch::WeightBatch(std::span<const std::vector<double>> iterates)
    : iterates_(iterates), weights_(std::make_unique<SideBySide>()) {
  if (iterates.empty() || iterates.size() > most) throw std::invalid_argument("a batch has 1 to 8 iterates");
  auto& columns = weights_->columns;
  columns.setZero(most, static_cast<Eigen::Index>(iterates.front().size()));
  for (std::size_t k = 0; k < iterates.size(); ++k)
    columns.row(static_cast<Eigen::Index>(k)) =
        Eigen::Map<const Eigen::ArrayXd>(iterates[k].data(), columns.cols());
}

WeightBatch::~WeightBatch() = default;

std::array<double, WeightBatch::most> WeightBatch::products(std::span<const Entry> row) const {
  const auto* const columns = reinterpret_cast<const UnalignedLanes*>(weights_->columns.data());
  Lanes sums;
  add_up(row, sums, [columns](Lanes& sum, const Entry& entry) {
    const Lanes column = columns[entry.index];
    for (std::size_t k = 0; k < most; ++k)
      sum[k] = add_product(sum[k], static_cast<double>(entry.value), column[k]);
  });
  std::array<double, most> products;
  for (std::size_t k = 0; k < most; ++k) products[k] = sums[k];
  return products;
}

}  // namespace descent
