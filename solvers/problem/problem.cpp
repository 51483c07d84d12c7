#include "solvers/problem/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/compensated_sum.hpp"
#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

template <class Loss>
constexpr LossDescription describe_loss() {
  const bool has_epsilon = Loss::task == Task::regression;
  return {Loss::kind, Loss::name, Loss::formula, Loss::task, has_epsilon};
}

constexpr LossDescription squared_loss{LossKind::squared, "squared", "r^2, r = x.w - y", Task::regression,
                                       false};

constexpr std::array loss_table{describe_loss<Hinge>(),
                                describe_loss<SquaredHinge>(),
                                describe_loss<Logistic>(),
                                describe_loss<EpsilonInsensitive>(),
                                describe_loss<SquaredEpsilonInsensitive>(),
                                squared_loss};

template <class Regularizer>
constexpr RegularizerDescription describe_regularizer() {
  return {Regularizer::kind, Regularizer::name, Regularizer::formula};
}

constexpr std::array regularizer_table{describe_regularizer<L1>(), describe_regularizer<L2>(),
                                       describe_regularizer<LHalf>(), describe_regularizer<NoRegularizer>()};

template <class Table, class Kind>
const auto& entry_of(const Table& table, Kind kind) {
  return *std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.kind == kind; });
}

/// For sums over rows: the rounding of plain double sums would hide the difference of an objective and a
/// bound that agree to eleven digits.
using Sum = long double;

/// Largest relative change by rounding to double.
constexpr double half_epsilon = std::numeric_limits<double>::epsilon() / 2;

/// Largest difference of a target from its text. Whole numbers are exact.
double rounding_of(double target) {
  return target == std::floor(target) ? 0 : half_epsilon * std::abs(target);
}

bool is_squared(LossKind loss) {
  return loss == LossKind::squared || loss == LossKind::squared_hinge ||
         loss == LossKind::squared_epsilon_insensitive;
}

}  // namespace

std::span<const LossDescription> losses() {
  return loss_table;
}
const LossDescription& description_of(LossKind kind) {
  return entry_of(loss_table, kind);
}
std::span<const RegularizerDescription> regularizers() {
  return regularizer_table;
}
std::string_view name_of(RegularizerKind kind) {
  return entry_of(regularizer_table, kind).name;
}

Problem::Problem(const Sample& sample, LossKind loss, RegularizerKind regularizer, double lambda,
                 const ProblemDetails& details)
    : sample_(sample),
      loss_(loss),
      regularizer_(regularizer),
      lambda_(lambda),
      details_(details),
      is_regression_(description_of(loss).task == Task::regression) {
  if (!(lambda > 0 && std::isfinite(lambda * m()) && std::isfinite(c()))) {
    throw ConfigError(
        fmt::format("lambda must be > 0 with lambda m and 1/(lambda m) finite, got {}", lambda));
  }
  if (!(details.epsilon >= 0 && std::isfinite(details.epsilon))) {
    throw ConfigError(fmt::format("epsilon must be a number >= 0, got {}", details.epsilon));
  }
  if (loss == LossKind::squared) details_.epsilon = 0;
  if (rows().nonzeros() == 0)
    throw DataError("the training {} no nonzero value: there is nothing to optimise",
                    sample.row_weights.empty() ? "data has" : "rows with a weight > 0 have");
  if (!row_weights().empty()) require_sound_weights();
  for (Index i = 0; i < m(); ++i) {
    longest_row_ = std::max(longest_row_, squared_norm(rows()[i]));
    mean_weight_ += row_weight(i) / m();
  }
  longest_row_ = std::sqrt(longest_row_);
}

void Problem::require_sound_weights() const {
  bool any_value = false;
  for (Index i = 0; i < m(); ++i) {
    const double weight = row_weight(i);
    if (weight == 0) continue;
    if (!(weight > 0 && std::isfinite(c() * weight) && std::isfinite(1 / (c() * weight)))) {
      throw ConfigError(fmt::format(
          "row {} has the weight {}, expected a number >= 0 of which weight/(lambda m) is a number too",
          i + 1, weight));
    }
    any_value = any_value || !rows()[i].empty();
  }
  if (!any_value)
    throw DataError(
        "the training rows with a weight > 0 have no nonzero value: there is nothing to optimise");
}

const Columns& Problem::columns() const {
  if (!columns_) columns_.emplace(rows());
  return *columns_;
}

std::vector<double> Problem::arguments_at_zero() const {
  std::vector<double> arguments(static_cast<std::size_t>(m()));
  for (Index i = 0; i < m(); ++i) arguments[static_cast<std::size_t>(i)] = -target(i);
  return arguments;
}

template <class Iterates>
std::array<double, Iterates::most> Problem::arguments(Index i, const Iterates& iterates) const {
  const auto row = rows()[i];
  const bool has_intercept = details_.free_intercept && !row.empty() && row.back().index == n() - 1;
  const auto products = iterates.products(has_intercept ? row.first(row.size() - 1) : row);
  std::array<double, Iterates::most> z{};
  for (std::size_t k = 0; k < iterates.size(); ++k) {
    if (!has_intercept) {
      z[k] = static_cast<double>(products[k] - target(i));
      continue;
    }
    const Sum intercept = Sum{row.back().value} * iterates[k].back();
    z[k] = static_cast<double>(products[k] + (intercept - target(i)));
  }
  return z;
}

double Problem::argument(Index i, std::span<const double> w) const {
  return arguments(i, SingleIterate{w})[0];
}

template <class Iterates, class Visit>
std::array<double, Iterates::most> Problem::objectives(const Iterates& iterates, const Visit& visit) const {
  std::array<Sum, Iterates::most> losses{};
  with_loss(loss_, details_.epsilon, [&](auto loss_function) {
    for (Index i = 0; i < m(); ++i) {
      const Sum weight = row_weight(i);
      if (weight == 0) continue;
      const auto z = arguments(i, iterates);
      for (std::size_t k = 0; k < iterates.size(); ++k) losses[k] += weight * loss_function.value(z[k]);
      visit(z, sample_.labels[static_cast<std::size_t>(i)]);
    }
  });
  std::array<double, Iterates::most> values{};
  for (std::size_t k = 0; k < iterates.size(); ++k) {
    const auto penalized = iterates[k].first(static_cast<std::size_t>(penalized_columns()));
    const Sum penalty = with_regularizer(regularizer_, [&](auto r) {
      Sum sum = 0;
      for (const double w_j : penalized) sum += r.value(w_j);
      return sum;
    });
    values[k] = static_cast<double>(lambda_ * penalty + losses[k] / m());
  }
  return values;
}

/// True if the rounding of row products may be visible in this F. By |row·w| ≤ ‖row‖ ‖w‖, which also bounds
/// their sums of magnitudes.
bool Problem::is_rounded_away(double objective, std::span<const double> w) const {
  constexpr double visible = 1e-12;
  double squares = 0;
  for (const double w_j : w) squares += w_j * w_j;
  const double rounding = std::numeric_limits<double>::epsilon() * longest_row_ * std::sqrt(squares);
  // About the mean c_i |ℓ'|, and for squares the mean rise of c_i ℓ from 0.
  const double slope =
      is_squared(loss_) ? 2 * std::sqrt(objective * mean_weight_) + rounding * mean_weight_ : mean_weight_;
  return std::isfinite(objective) && rounding * slope > visible * objective;
}

double Problem::objective(std::span<const double> w) const {
  const auto see_nothing = [](const auto&, double) {};
  const double value = objectives(SingleIterate{w}, see_nothing)[0];
  return is_rounded_away(value, w) ? evaluate_from_above(w).objective : value;
}

std::vector<Evaluation> Problem::evaluate(const WeightBatch& batch) const {
  const auto evaluate_all = [this]<class Iterates>(const Iterates& iterates) {
    std::vector<Evaluation> evaluations(iterates.size());
    const auto fill_in = [&]<Task task>(PredictionErrors<task, Iterates::most> errors) {
      const auto values = objectives(iterates, [&](const auto& z, double label) { errors.add(z, label); });
      for (std::size_t k = 0; k < evaluations.size(); ++k) {
        evaluations[k] = is_rounded_away(values[k], iterates[k]) ? evaluate_from_above(iterates[k])
                                                                 : Evaluation{values[k], errors.mean(k)};
      }
    };
    if (is_regression_)
      fill_in(PredictionErrors<Task::regression, Iterates::most>());
    else
      fill_in(PredictionErrors<Task::classification, Iterates::most>());
    return evaluations;
  };
  // The weights of one iterate fit nearer caches than those of a batch.
  return batch.size() == 1 ? evaluate_all(SingleIterate{batch[0]}) : evaluate_all(batch);
}

bool Problem::has_rounded_values() const {
  const Storage storage = rows().format().storage;
  return storage != Storage::ones && storage != Storage::decimal;
}

namespace {

/// Largest relative increase of F(w) if each z_i moves by up to radius(i).
template <class Radius>
double largest_rise(const Problem& problem, std::span<const double> w, const Radius& radius) {
  return with_loss(problem.loss(), problem.epsilon(), [&](auto loss) {
    Sum sum = 0;
    for (Index i = 0; i < problem.m(); ++i) {
      const Sum z = problem.argument(i, w);
      const Sum moved = radius(i);
      sum += problem.row_weight(i) * (std::max(loss.value(z - moved), loss.value(z + moved)) - loss.value(z));
    }
    const double objective = std::max(problem.objective(w), std::numeric_limits<double>::min());
    return static_cast<double>(sum / problem.m() / objective);
  });
}

/// Rounding of Σ_j row_j w_j if one factor of each product is rounded.
double rounding_of_product(Line row, std::span<const double> w) {
  double size = 0;
  for_each_entry(
      row, [&](Index index, double value) { size += std::abs(value * w[static_cast<std::size_t>(index)]); });
  return half_epsilon * size;
}

}  // namespace

double Problem::rounding_of_values(std::span<const double> w) const {
  const bool any = has_rounded_values();
  if (!any && !is_regression_) return 0;
  return largest_rise(*this, w, [&](Index i) {
    return (any ? rounding_of_product(rows()[i], w) : 0) + rounding_of(target(i));
  });
}

double Problem::rounding_of_weights(std::span<const double> w) const {
  return largest_rise(*this, w, [&](Index i) { return rounding_of_product(rows()[i], w); });
}

namespace {

/// sums += share · |row|.
void add_magnitudes(Line row, double share, std::span<double> sums) {
  for_each_entry(row, [&](Index index, double value) {
    sums[static_cast<std::size_t>(index)] += share * std::abs(value);
  });
}

double last_value(const SparseMatrix& rows, Index i) {
  const auto row = rows[i];
  return !row.empty() && row.back().index == rows.inner_size() - 1 ? row.back().value : 0.0;
}

/// Makes v 0 in the last column, as a free intercept requires: of the dual weights that push v up and down,
/// the stronger side is scaled to the weaker. Every domain is convex and holds 0, so scaled weights stay in
/// it.
void balance_last_column(const Problem& problem, std::span<Sum> a) {
  const auto push = [&](std::size_t k) {
    const auto i = static_cast<Index>(k);
    return problem.row_weight(i) * a[k] * last_value(problem.rows(), i);
  };
  Sum up = 0;
  Sum down = 0;
  for (std::size_t i = 0; i < a.size(); ++i) (push(i) > 0 ? up : down) += std::abs(push(i));
  const Sum scale = up == down ? 1 : std::min(up, down) / std::max(up, down);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (push(i) != 0 && (push(i) > 0) == (up > down)) a[i] *= scale;
  }
}

/// Median of target_i/(value in the last column): about where a free intercept will be.
double middle_of_targets(const Problem& problem) {
  std::vector<double> middles;
  for (Index i = 0; i < problem.m(); ++i) {
    const double value = last_value(problem.rows(), i);
    if (value != 0) middles.push_back(problem.target(i) / value);
  }
  if (middles.empty()) return 0;
  const auto middle = middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2);
  std::nth_element(middles.begin(), middle, middles.end());
  return std::isfinite(*middle) ? *middle : 0.0;
}

}  // namespace

double Problem::lower_bound(std::span<const double> dual_weights) const {
  if (!has_lower_bound()) return -infinity;
  return with_loss(loss_, details_.epsilon, [&](auto loss_function) {
    std::vector<Sum> a;
    a.reserve(dual_weights.size());
    for (const double a_i : dual_weights) a.push_back(loss_function.clip_dual(a_i));
    // The intercept w_n multiplies the v_n that rounding leaves. D is off by v_n (w_n − β) if the targets are
    // first moved by an intercept β, else by v_n w_n, which may be much more.
    double beta = 0;
    if (details_.free_intercept) {
      balance_last_column(*this, a);
      beta = middle_of_targets(*this);
    }
    const auto moved_target = [&](Index i) {
      return beta == 0 ? Sum{target(i)} : target(i) - Sum{last_value(rows(), i)} * beta;
    };

    // m times v, in stored numbers.
    std::vector<CompensatedSum> v(static_cast<std::size_t>(n()));
    // Sums of magnitudes, which bound the rounding of the file's values.
    std::vector<double> sizes(has_rounded_values() ? v.size() : 0);
    for (Index i = 0; i < m(); ++i) {
      const Sum share = sign_of(rows()[i]) * row_weight(i) * a[static_cast<std::size_t>(i)];
      if (share == 0) continue;  // most rows under hinge
      for_each_number(rows()[i], [&](Index index, double number) {
        v[static_cast<std::size_t>(index)].add_product(share, number);
      });
      if (!sizes.empty()) add_magnitudes(rows()[i], static_cast<double>(std::abs(share)), sizes);
    }
    const Sum unit = precise_unit(rows().format()) / m();
    Sum largest = 0;
    Sum quadratic = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(penalized_columns()); ++j) {
      const Sum size_j = unit * (std::abs(v[j].value()) + (sizes.empty() ? 0 : half_epsilon * sizes[j]));
      if (!std::isfinite(size_j)) return -infinity;
      largest = std::max(largest, size_j);
      quadratic += size_j * size_j;
    }
    // D subtracts ‖v‖²/(2λ) under L2. Under L1 it subtracts nothing, but needs max |v_j| ≤ λ: a is scaled.
    double scale = 1;
    if (regularizer_ == RegularizerKind::l2)
      quadratic /= 2 * lambda_;
    else if (quadratic = 0; largest > lambda_)
      scale = static_cast<double>(lambda_ / largest);
    Sum terms = 0;
    Sum magnitude = m() * quadratic;
    for (Index i = 0; i < m(); ++i) {
      if (row_weight(i) == 0) continue;
      const Sum a_i = scale * a[static_cast<std::size_t>(i)];
      const Sum loss_term = loss_function.dual_term(static_cast<double>(a_i));
      const Sum target_term = moved_target(i) * a_i;
      terms += row_weight(i) * (loss_term + target_term);
      magnitude += row_weight(i) * (std::abs(loss_term) + std::abs(target_term));
      terms -= row_weight(i) * rounding_of(target(i)) * std::abs(a_i);  // of the target's decimal in the file
    }
    // Each term has a few roundings from the loss, the result one more.
    return static_cast<double>((terms - 4 * half_epsilon * magnitude) / m() - quadratic);
  });
}

}  // namespace descent
