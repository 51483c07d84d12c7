#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/deadline.hpp"
#include "solvers/linear_algebra/row_team.hpp"

namespace descent {

/// Forms ZᵀΛ⁻¹Z, the n×n matrix of the normal equations, from the sparse rows of Z for changing weights: the
/// lower triangle alone, in Σ k(k + 1)/2 products for rows of k entries.
class NormalMatrix {
 public:
  enum class Kernel { by_rows, by_columns };

  /// `rows` must outlive the object, and so must the team: if there is one, its threads share the columns, to
  /// the same bits. Chooses the faster kernel for this width.
  explicit NormalMatrix(const SparseMatrix& rows, RowTeam* team = nullptr)
      : NormalMatrix(rows, rows.inner_size() <= largest_cached_width ? Kernel::by_rows : Kernel::by_columns,
                     team) {}
  NormalMatrix(const SparseMatrix& rows, Kernel kernel, RowTeam* team = nullptr)
      : rows_(rows), kernel_(kernel), team_(team) {}

  /// matrix[j n + k] = Σ_i weight_i z_ij z_ik for k ≥ j: the lower triangle, column-major; the rest is
  /// untouched. Throws OutOfTime at the deadline.
  void form(std::span<const double> weight, std::span<double> matrix, const Deadline& deadline = {}) {
    for_each_share([&](Share& share) {
      if (kernel_ == Kernel::by_columns) return form_by_columns(weight, matrix, share, deadline);
      const auto n = static_cast<std::size_t>(rows_.inner_size());
      for (auto j = static_cast<std::size_t>(share.first); j < static_cast<std::size_t>(share.last); ++j)
        std::fill_n(matrix.data() + j * n + j, n - j, 0.0);
      add_by_rows([weight](std::size_t i) { return weight[i]; }, matrix, share, deadline);
    });
  }

  /// Adds the same sums for weights weight(i) of either sign, asked for once each. A row of weight 0 costs
  /// nothing. For narrow matrices: rows stream by, and the matrix stays in the cache. Throws OutOfTime at the
  /// deadline.
  template <class Weight>
  void accumulate(const Weight& weight, std::span<double> matrix, const Deadline& deadline = {}) {
    const auto add = [&](const auto& weight_of, const Share& share) {
      if (is_dense())
        add_dense_rows(weight_of, matrix, share, deadline);
      else
        add_by_rows(weight_of, matrix, share, deadline);
    };
    if (!has_threads()) return for_each_share([&](const Share& share) { add(weight, share); });
    weights_.resize(static_cast<std::size_t>(rows_.outer_size()));
    for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = weight(i);
    for_each_share([&](const Share& share) { add([this](std::size_t i) { return weights_[i]; }, share); });
  }

  Kernel kernel() const { return kernel_; }

 private:
  /// Columns that one thread forms, `first` to `last` − 1.
  struct Share {
    Index first = 0;
    Index last = 0;
    std::vector<std::size_t> unvisited{};  ///< by_columns: where in each row those not yet formed start
  };

  bool has_threads() const { return team_ != nullptr && team_->threads() > 1; }

  template <class Work>
  void for_each_share(const Work& work) {
    if (shares_.empty()) divide(has_threads() ? team_->threads() : 1);
    if (!has_threads()) return work(shares_.front());
    team_->run(static_cast<int>(shares_.size()), [&](int k) { work(shares_[static_cast<std::size_t>(k)]); });
  }

  /// Divides the columns into so many shares of about as many products.
  void divide(int shares) {
    if (shares == 1) {
      shares_.push_back({0, rows_.inner_size()});
      return;
    }
    std::vector<double> products(static_cast<std::size_t>(rows_.inner_size()), 0.0);
    double left = 0;
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      std::size_t in_row = rows_[i].size();
      for_each_index(rows_[i], [&](Index j) {
        left += static_cast<double>(in_row);
        products[static_cast<std::size_t>(j)] += static_cast<double>(in_row--);
      });
    }
    for (Index first = 0, last = 0; shares > 0; --shares, first = last) {
      const double rest = left - left / shares;
      while (last < rows_.inner_size() && (shares == 1 || left > rest))
        left -= products[static_cast<std::size_t>(last++)];
      shares_.push_back({first, last});
    }
  }

  /// Up to this width the lower triangle stays in the third-level cache, and adding row by row is faster: 1.6
  /// times at 500 and 1,000 columns. At 2,000 it is 1.6 to 2.5 times slower (Zen 4, rows of 45 entries).
  static constexpr Index largest_cached_width = 1200;

  /// True if so many entries are stored that accumulate() takes zeros along.
  bool is_dense() const {
    return static_cast<double>(rows_.nonzeros()) >= 0.4 * rows_.outer_size() * rows_.inner_size();
  }

  /// Rows with about ten million products, a few milliseconds of work.
  Index rows_a_check() const {
    const double entries = static_cast<double>(rows_.nonzeros()) / std::max(rows_.outer_size(), 1);
    return static_cast<Index>(1e7 / (1 + entries * entries / 2)) + 1;
  }

  /// Numbers in columns formed together, at most: a megabyte.
  static constexpr std::size_t cached_numbers = std::size_t{1} << 17;

  /// Entry of a row, converted once instead of once per product.
  struct WideEntry {
    std::size_t index;
    double value;
  };

  /// sums[index] += scale · value, four at a time. Indices in a row are distinct, which the compiler cannot
  /// know, so all loads can precede all stores. Both together save 10 % of the time on covtype. Addresses are
  /// the limit, not arithmetic: per product two loads from the row, one load and one store in the matrix.
  static void scatter(const WideEntry* entry, const WideEntry* end, double scale, double* sums) {
    for (; end - entry >= 4; entry += 4) {
      const double first = sums[entry[0].index] + scale * entry[0].value;
      const double second = sums[entry[1].index] + scale * entry[1].value;
      const double third = sums[entry[2].index] + scale * entry[2].value;
      const double fourth = sums[entry[3].index] + scale * entry[3].value;
      sums[entry[0].index] = first;
      sums[entry[1].index] = second;
      sums[entry[2].index] = third;
      sums[entry[3].index] = fourth;
    }
    for (; entry != end; ++entry) sums[entry->index] += scale * entry->value;
  }

  // The kernels are not cloned: a copy for one of the calls may round otherwise, and threads would change
  // bits.

  /// Adds each row's outer product.
  template <class Weight>
  [[gnu::noinline, gnu::noclone]] void add_by_rows(const Weight& weight, std::span<double> matrix,
                                                   const Share& share, const Deadline& deadline) const {
    const auto n = static_cast<std::size_t>(rows_.inner_size());
    const Index rows_a_check = this->rows_a_check();
    const auto begin_column = static_cast<std::size_t>(share.first);
    const auto end_column = static_cast<std::size_t>(share.last);
    std::vector<WideEntry> wide(n);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      if (i % rows_a_check == 0) deadline.check();
      const double weight_i = weight(static_cast<std::size_t>(i));
      if (weight_i == 0) continue;
      WideEntry* end = wide.data();
      for_each_entry(rows_[i], [&](Index index, double value) {
        *end++ = {static_cast<std::size_t>(index), value};
      });
      const WideEntry* first = wide.data();
      while (first != end && first->index < begin_column) ++first;
      for (; first != end && first->index < end_column; ++first) {
        scatter(first, end, weight_i * first->value, matrix.data() + first->index * n);
      }
    }
  }

  /// Adds four rows at once, with their zeros: the compiler makes vectors of the inner loop. On standardised
  /// a9a, 123 values a row, it takes a fifth of the time of scatter().
  template <class Weight>
  [[gnu::noinline, gnu::noclone]] void add_dense_rows(const Weight& weight, std::span<double> matrix,
                                                      const Share& share, const Deadline& deadline) const {
    constexpr std::size_t together = 4;
    const auto n = static_cast<std::size_t>(rows_.inner_size());
    const Index rows_a_check = this->rows_a_check();
    std::vector<double> dense(together * n, 0.0);
    std::array<double, together> weights{};
    std::size_t rows = 0;
    const auto add_block = [&] {
      for (auto j = static_cast<std::size_t>(share.first); j < static_cast<std::size_t>(share.last); ++j) {
        std::array<double, together> scales;
        for (std::size_t row = 0; row < together; ++row) scales[row] = weights[row] * dense[row * n + j];
        const double* const from = dense.data();
        double* __restrict const sums = matrix.data() + j * n;
        for (std::size_t k = j; k < n; ++k) {
          for (std::size_t row = 0; row < together; ++row) sums[k] += scales[row] * from[row * n + k];
        }
      }
      std::ranges::fill(dense, 0.0);
      weights = {};
      rows = 0;
    };
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      if (i % rows_a_check == 0) deadline.check();
      const double weight_i = weight(static_cast<std::size_t>(i));
      if (weight_i == 0) continue;
      double* const row = dense.data() + rows * n;
      for_each_entry(rows_[i], [row](Index index, double value) { row[index] = value; });
      weights[rows++] = weight_i;
      if (rows == together) add_block();
    }
    if (rows > 0) add_block();
  }

  /// Forms a few columns at a time (Gustavson 1978: one). A row with an entry in column j adds its entries
  /// from j on, times this entry, to the column. The few columns stay in the second-level cache while all
  /// rows are read.
  [[gnu::noinline, gnu::noclone]] void form_by_columns(std::span<const double> weight,
                                                       std::span<double> matrix, Share& share,
                                                       const Deadline& deadline) const {
    const auto n = static_cast<std::size_t>(rows_.inner_size());
    const std::size_t width = std::max<std::size_t>(cached_numbers / std::max<std::size_t>(n, 1), 1);
    const auto last = static_cast<std::size_t>(share.last);
    share.unvisited.assign(static_cast<std::size_t>(rows_.outer_size()), 0);
    for (auto first = static_cast<std::size_t>(share.first); first < last; first += width) {
      deadline.check();
      const std::size_t end = std::min(first + width, last);
      for (std::size_t j = first; j < end; ++j) std::fill_n(matrix.data() + j * n + j, n - j, 0.0);
      for (std::size_t i = 0; i < share.unvisited.size(); ++i) {
        const Line row = rows_[static_cast<Index>(i)];
        std::size_t k = share.unvisited[i];
        for (; k < row.size(); ++k) {
          const auto [index, value] = row[k];
          const auto j = static_cast<std::size_t>(index);
          if (j >= end) break;
          if (j >= first && weight[i] != 0) add(row.from(k), weight[i] * value, matrix.data() + j * n);
        }
        share.unvisited[i] = k;
      }
    }
  }

  const SparseMatrix& rows_;
  Kernel kernel_;
  RowTeam* team_;
  std::vector<Share> shares_;    ///< empty before the first form() or accumulate()
  std::vector<double> weights_;  ///< of accumulate(), for the threads
};

}  // namespace descent
