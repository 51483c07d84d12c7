#include "solvers/problem/weight_batch.hpp"

#include <Eigen/Core>
#include <stdexcept>

namespace descent {

namespace {

/// One weight of each iterate: a vector register, or as many as it takes.
using Lanes = double __attribute__((vector_size(WeightBatch::most * sizeof(double)), may_alias));
using UnalignedLanes = Lanes __attribute__((aligned(sizeof(double))));  // Eigen aligns as the processor needs

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

/// In the order of dot(): four sums, added up in pairs.
std::array<double, WeightBatch::most> WeightBatch::products(std::span<const Entry> row) const {
  const auto* const columns = reinterpret_cast<const UnalignedLanes*>(weights_->columns.data());
  const auto add_term = [columns](Lanes& sum, const Entry& entry) {
    const Lanes column = columns[entry.index];
    for (std::size_t k = 0; k < most; ++k)
      sum[k] = add_product(sum[k], static_cast<double>(entry.value), column[k]);
  };
  Lanes first{};
  Lanes second{};
  Lanes third{};
  Lanes fourth{};
  const Entry* entry = row.data();
  const Entry* const end = entry + row.size();
  for (; end - entry >= 4; entry += 4) {
    add_term(first, entry[0]);
    add_term(second, entry[1]);
    add_term(third, entry[2]);
    add_term(fourth, entry[3]);
  }
  for (; entry != end; ++entry) add_term(first, *entry);
  const Lanes sums = (first + second) + (third + fourth);
  std::array<double, most> products;
  for (std::size_t k = 0; k < most; ++k) products[k] = sums[k];
  return products;
}

}  // namespace descent
