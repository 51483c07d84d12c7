#include "solvers/interior_point_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "datasets/errors.hpp"

namespace descent {

namespace {

/// Rows that are gone through together, one kind of work after the other, while they stay in the cache.
constexpr std::size_t block_rows = 256;
using Block = std::array<double, block_rows>;

std::tuple<HingePiece<1>> pieces_of(const Hinge&, std::size_t m) {
  return {HingePiece<1>(1, m)};
}

std::tuple<HingePiece<1>, HingePiece<-1>> pieces_of(const EpsilonInsensitive& loss, std::size_t m) {
  return {HingePiece<1>(-loss.epsilon, m), HingePiece<-1>(-loss.epsilon, m)};
}

inline void add_both(std::span<const Entry> line, double first, double second, ColumnPair* sums) {
  for (const Entry& entry : line) {
    const auto value = static_cast<double>(entry.value);
    ColumnPair& pair = sums[entry.index];
    pair[0] += first * value;
    pair[1] += second * value;
  }
}

template <class Loss>
class RowsOfPieces : public InteriorPointRows {
 public:
  RowsOfPieces(const Problem& problem, const SparseMatrix& rows)
      : InteriorPointRows(problem, rows),
        problem_(problem),
        loss_(problem.loss_as<Loss>()),
        pieces_(pieces_of(loss_, m_)),
        predicted_dz_(m_, 0.0),
        corrected_dz_(m_, 0.0) {
    for_each_piece([&](const auto& piece) {
      for (const double z_i : z_) unit_ += std::abs(piece.excess(z_i));
    });
    unit_ /= static_cast<double>(piece_count * m_);
    for_each_piece([&](auto& piece) { piece.start(z_, unit_); });
  }

  std::size_t pairs() const override { return 2 * piece_count * m_; }

  void predict(std::span<const double> dw, StepStatistics& statistics, std::span<ColumnPair> sums) override {
    std::fill(sums.begin(), sums.end(), ColumnPair{});
    for_each_block([&](std::size_t first, std::size_t count) {
      multiply(first, count, dw, predicted_dz_);
      Block centring{};
      Block second_order{};
      for_each_piece([&](const auto& piece) {
        piece.predict(first, count, z_, predicted_dz_, statistics, centring, second_order);
      });
      for (std::size_t k = 0; k < count; ++k) {
        add_both(row(first + k), centring[k], second_order[k], sums.data());
      }
    });
  }

  void correct(std::span<const double> dw, const CorrectorAim& aim, StepStatistics& statistics) override {
    aim_ = aim;
    for_each_block([&](std::size_t first, std::size_t count) {
      multiply(first, count, dw, corrected_dz_);
      for_each_piece([&](const auto& piece) {
        piece.correct(first, count, z_, predicted_dz_, corrected_dz_, aim_, statistics);
      });
    });
  }

  Sums move(double alpha, double beta, std::span<const double> w, std::span<ColumnPair> sums) override {
    Sums total;
    std::fill(sums.begin(), sums.end(), ColumnPair{});
    for_each_block([&](std::size_t first, std::size_t count) {
      for_each_piece([&](auto& piece) {
        piece.step(first, count, z_, predicted_dz_, corrected_dz_, aim_, alpha, beta);
      });
      multiply(first, count, w, z_);
      if constexpr (Loss::task == Task::regression) {
        for (std::size_t i = first; i < first + count; ++i) z_[i] -= target(i);
      }
      const std::span<double> dual = std::span(dual_).subspan(first, count);
      const std::span<double> weight = std::span(weight_).subspan(first, count);
      Block right_side{};
      std::fill(dual.begin(), dual.end(), 0.0);
      std::fill(weight.begin(), weight.end(), 0.0);
      for_each_piece(
          [&](const auto& piece) { piece.gather(first, count, z_, dual, weight, right_side); });
      for (std::size_t k = 0; k < count; ++k) {
        total.loss += loss_.value(z_[first + k]);
        total.dual += loss_.dual_term(dual[k]);
        if constexpr (Loss::task == Task::regression) total.dual += target(first + k) * dual[k];
      }
      for (std::size_t k = 0; k < count; ++k) {
        add_both(row(first + k), dual[k] / rows_->lines(), right_side[k], sums.data());
      }
    });
    return total;
  }

 private:
  using Pieces = decltype(pieces_of(std::declval<Loss>(), 0));
  static constexpr std::size_t piece_count = std::tuple_size_v<Pieces>;

  template <class Function>
  void for_each_piece(const Function& function) {
    std::apply([&](auto&... piece) { (function(piece), ...); }, pieces_);
  }
  template <class Function>
  void for_each_block(const Function& function) const {
    for (std::size_t first = 0; first < m_; first += block_rows)
      function(first, std::min(block_rows, m_ - first));
  }

  std::span<const Entry> row(std::size_t i) const { return (*rows_)[static_cast<Index>(i)]; }
  double target(std::size_t i) const { return problem_.target(static_cast<Index>(i)); }

  void multiply(std::size_t first, std::size_t count, std::span<const double> w,
                std::vector<double>& product) const {
    for (std::size_t i = first; i < first + count; ++i) product[i] = dot(row(i), w.data());
  }

  const Problem& problem_;
  Loss loss_;
  Pieces pieces_;
  std::vector<double> predicted_dz_;
  std::vector<double> corrected_dz_;
  CorrectorAim aim_;
};

}  // namespace

std::unique_ptr<InteriorPointRows> InteriorPointRows::make(const Problem& problem, const SparseMatrix& rows) {
  if (problem.loss() == LossKind::hinge) return std::make_unique<RowsOfPieces<Hinge>>(problem, rows);
  if (problem.loss() == LossKind::epsilon_insensitive)
    return std::make_unique<RowsOfPieces<EpsilonInsensitive>>(problem, rows);
  throw ConfigError(fmt::format("an interior point of pieces is for hinge and epsilon_insensitive, got {}",
                                name_of(problem.loss())));
}

}  // namespace descent
