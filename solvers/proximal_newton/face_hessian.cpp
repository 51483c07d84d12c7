#include "solvers/proximal_newton/face_hessian.hpp"

#include <algorithm>

#include "solvers/linear_algebra/normal_matrix.hpp"

namespace descent {

FaceHessian::FaceHessian(const SparseMatrix& rows)
    : chosen_(rows), positions_(static_cast<std::size_t>(rows.inner_size()), -1) {}

void FaceHessian::form(std::span<const Index> columns, std::span<const double> h) {
  forget();
  chosen_.choose({columns.begin(), columns.end()});
  for (std::size_t k = 0; k < columns.size(); ++k) {
    positions_[static_cast<std::size_t>(columns[k])] = static_cast<Index>(k);
  }
  matrix_.assign(columns.size() * columns.size(), 0.0);
  NormalMatrix(chosen_.rows()).form(h, matrix_);
}

void FaceHessian::forget() {
  for (const Index j : chosen_.columns()) positions_[static_cast<std::size_t>(j)] = -1;
}

bool FaceHessian::covers(std::span<const Index> columns) const {
  return std::all_of(columns.begin(), columns.end(),
                     [&](Index j) { return positions_[static_cast<std::size_t>(j)] >= 0; });
}

std::vector<double> FaceHessian::restricted(std::span<const Index> columns) const {
  const std::size_t size = columns.size();
  const std::size_t formed = chosen_.columns().size();
  std::vector<double> matrix(size * size);
  for (std::size_t c = 0; c < size; ++c) {
    const Index column = positions_[static_cast<std::size_t>(columns[c])];
    for (std::size_t r = c; r < size; ++r) {
      const auto [first, second] = std::minmax(column, positions_[static_cast<std::size_t>(columns[r])]);
      matrix[c * size + r] = matrix[r * size + c] =
          matrix_[static_cast<std::size_t>(first) * formed + static_cast<std::size_t>(second)];
    }
  }
  return matrix;
}

}  // namespace descent
