#include "solvers/interior_point/interior_point_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

/// Rows that each kind of work visits in turn while they stay in the cache.
constexpr std::size_t block_rows = 256;

auto pieces_of(const Hinge&, std::size_t m, std::span<const double> weights) {
  return std::tuple(HingePiece<1>(1, m, weights));
}

auto pieces_of(const EpsilonInsensitive& loss, std::size_t m, std::span<const double> weights) {
  return std::tuple(HingePiece<1>(-loss.epsilon, m, weights), HingePiece<-1>(-loss.epsilon, m, weights));
}

inline void add_both(Line line, double first, double second, ColumnPair* sums) {
  for_each_entry(line, [&](Index index, double value) {
    ColumnPair& pair = sums[index];
    pair[0] += first * value;
    pair[1] += second * value;
  });
}

template <class Loss>
class RowsOfPieces : public InteriorPointRows {
 public:
  RowsOfPieces(const Problem& problem, const SparseMatrix& rows)
      : InteriorPointRows(problem, rows),
        problem_(problem),
        loss_(problem.loss_as<Loss>()),
        pieces_(pieces_of(loss_, m_, problem.row_weights())),
        predicted_dz_(m_, 0.0),
        corrected_dz_(m_, 0.0) {
    for_each_piece([&](const auto& piece) {
      for (std::size_t i = 0; i < m_; ++i) unit_ += std::abs(piece.excess(i, z_[i]));
    });
    unit_ /= static_cast<double>(piece_count * m_);
    for_each_piece([&](auto& piece) { piece.start(z_, unit_); });
  }

  std::size_t pairs() const override { return 2 * piece_count * m_; }

  void predict(std::span<const double> dw, StepStatistics& statistics, std::span<ColumnPair> sums) override {
    std::fill(sums.begin(), sums.end(), ColumnPair{});
    StepStatistics all = statistics;  // a local object stays in registers
    std::array<CorrectorTerms, block_rows> terms;
    for_each_block([&](std::size_t first, std::size_t count) {
      multiply(first, count, dw, predicted_dz_);
      weigh(first, count, predicted_dz_);
      for (std::size_t k = 0; k < count; ++k) {
        const double z = z_[first + k];
        const double dz = predicted_dz_[first + k];
        terms[k] = {};
        for_each_piece([&](const auto& piece) { terms[k] += piece.predict(first + k, z, dz, all); });
      }
      for (std::size_t k = 0; k < count; ++k) {
        const double c = problem_.row_weight(first + k);
        add_both(row(first + k), c * terms[k].centring, c * terms[k].second_order, sums.data());
      }
    });
    statistics = all;
  }

  void correct(std::span<const double> dw, const CorrectorAim& aim, StepStatistics& statistics) override {
    aim_ = aim;
    StepStatistics all = statistics;
    for_each_block([&](std::size_t first, std::size_t count) {
      multiply(first, count, dw, corrected_dz_);
      weigh(first, count, corrected_dz_);
      for (std::size_t i = first; i < first + count; ++i) {
        for_each_piece([&](const auto& piece) {
          piece.correct(i, z_[i], predicted_dz_[i], corrected_dz_[i], aim, all);
        });
      }
    });
    statistics = all;
  }

  void correct_centrality(const CentralityAim& centrality, std::span<ColumnPair> sums) override {
    std::fill(sums.begin(), sums.end(), ColumnPair{});
    for_each_piece([](auto& piece) { piece.prepare_corrections(); });
    for (std::size_t i = 0; i < m_; ++i) {
      double right_side = 0;
      for_each_piece([&](auto& piece) {
        right_side +=
            piece.correct_centrality(i, z_[i], predicted_dz_[i], corrected_dz_[i], aim_, centrality);
      });
      add_both(row(i), problem_.row_weight(i) * right_side, 0, sums.data());
    }
  }

  Sums move(double alpha, double beta, std::span<const double> w,
            std::span<ColumnPair> v_and_right_side) override {
    std::fill(v_and_right_side.begin(), v_and_right_side.end(), ColumnPair{});
    if constexpr (has_targets) precise_v_.assign(v_and_right_side.size(), 0);
    const CorrectorAim aim = aim_;
    DualSum total_loss = 0;
    DualSum total_dual = 0;
    std::array<double, block_rows> right_side;
    for_each_block([&](std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < first + count; ++i) {
        for_each_piece(
            [&](auto& piece) { piece.step(i, z_[i], predicted_dz_[i], corrected_dz_[i], aim, alpha, beta); });
      }
      multiply(first, count, w, z_);
      if constexpr (has_targets) {
        for (std::size_t i = first; i < first + count; ++i) z_[i] -= target(i);
      }
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k;
        RowTerms total;
        for_each_piece([&](const auto& piece) { total += piece.terms(i, z_[i]); });
        const double c = problem_.row_weight(i);
        dual_[i] = total.a;
        weight_[i] = c * c * total.weight;
        right_side[k] = c * total.right_side;
        total_loss += c * loss_.value(z_[i]);
        total_dual += c * loss_.dual_term(total.a);
        if constexpr (has_targets) total_dual += c * (target(i) * total.a);
      }
      for (std::size_t k = 0; k < count; ++k) {
        const double c = problem_.row_weight(first + k);
        add_dual_and_right_side(row(first + k), DualSum{c} * dual_[first + k], right_side[k],
                                v_and_right_side);
      }
    });
    if constexpr (has_targets) {
      for (std::size_t j = 0; j < v_and_right_side.size(); ++j)
        v_and_right_side[j][0] = static_cast<double>(precise_v_[j]);
    }
    return {static_cast<double>(total_loss), static_cast<double>(total_dual)};
  }

 private:
  using Pieces = decltype(pieces_of(std::declval<Loss>(), 0, {}));
  static constexpr std::size_t piece_count = std::tuple_size_v<Pieces>;
  static constexpr bool has_targets = Loss::task == Task::regression;
  /// With targets v is a sum of terms of both signs that may cancel to a κ-th of their size. Rounding in
  /// double would make a infeasible by more than the gap to be certified (cadata, 0.01/m).
  using DualSum = std::conditional_t<has_targets, long double, double>;

  template <class Function>
  void for_each_piece(const Function& function) {
    std::apply([&](auto&... piece) { (function(piece), ...); }, pieces_);
  }
  template <class Function>
  void for_each_block(const Function& function) const {
    for (std::size_t first = 0; first < m_; first += block_rows)
      function(first, std::min(block_rows, m_ - first));
  }

  Line row(std::size_t i) const { return (*rows_)[static_cast<Index>(i)]; }
  double target(std::size_t i) const { return problem_.target(static_cast<Index>(i)); }

  void multiply(std::size_t first, std::size_t count, std::span<const double> w,
                std::vector<double>& product) const {
    for (std::size_t i = first; i < first + count; ++i) product[i] = dot(row(i), w.data());
  }

  /// Multiplies Δz_i by c_i, as the pieces expect.
  void weigh(std::size_t first, std::size_t count, std::vector<double>& dz) const {
    if (problem_.row_weights().empty()) return;
    for (std::size_t i = first; i < first + count; ++i) dz[i] *= problem_.row_weight(i);
  }

  /// Adds a row times a/m to v, and times `right_side` to the right side.
  void add_dual_and_right_side(Line line, DualSum a, double right_side,
                               std::span<ColumnPair> v_and_right_side) {
    if constexpr (has_targets) {
      const DualSum share = a / rows_->outer_size() * precise_unit(line.format());
      const double number_scale = right_side * line.unit();
      for_each_number(line, [&](Index index, double number) {
        precise_v_[static_cast<std::size_t>(index)] += share * number;
        v_and_right_side[static_cast<std::size_t>(index)][1] += number_scale * number;
      });
    } else {
      add_both(line, a / rows_->outer_size(), right_side, v_and_right_side.data());
    }
  }

  const Problem& problem_;
  Loss loss_;
  Pieces pieces_;
  std::vector<double> predicted_dz_;
  std::vector<double> corrected_dz_;
  CorrectorAim aim_;
  std::vector<long double> precise_v_;  ///< v before rounding, only with targets
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
