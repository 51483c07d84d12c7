#include "solvers/problem/weight_batch.hpp"

#include <bit>
#include <memory>
#include <stdexcept>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

namespace descent {

namespace {

/// One weight of four iterates, in a register of AVX2.
using Four = double __attribute__((vector_size(4 * sizeof(double))));
struct Eight {
  Four first{};
  Four second{};

  Eight operator+(const Eight& other) const { return {first + other.first, second + other.second}; }
};
static_assert(sizeof(Eight) == WeightBatch::most * sizeof(double));

/// sum + a · b, as add_product(). GCC 12 makes no register of the loop over four.
inline void add_four_products(Four& sum, double a, const double* b) {
#if defined(__AVX2__) && defined(__FMA__)
  sum = _mm256_fmadd_pd(_mm256_set1_pd(a), _mm256_load_pd(b), sum);
#else
  for (int k = 0; k < 4; ++k) sum[k] = add_product(sum[k], a, b[k]);
#endif
}

template <Task task, class Iterates>
std::vector<std::optional<double>> errors_in(const Sample& sample, const Iterates& iterates) {
  const Index m = sample.rows.outer_size();
  PredictionErrors<task, Iterates::most> errors;
  for (Index i = 0; i < m; ++i) {
    auto z = iterates.products(sample.rows[i]);
    const double label = sample.labels[static_cast<std::size_t>(i)];
    if constexpr (task == Task::regression) {
      for (double& z_k : z) z_k -= label;
    }
    errors.add(z, label);
  }
  std::vector<std::optional<double>> means(iterates.size());
  for (std::size_t k = 0; k < means.size() && m > 0; ++k) means[k] = errors.mean(k);
  return means;
}

template <class Iterates>
std::vector<std::optional<double>> errors_of(Task task, const Sample& sample, const Iterates& iterates) {
  return task == Task::classification ? errors_in<Task::classification>(sample, iterates)
                                      : errors_in<Task::regression>(sample, iterates);
}

}  // namespace

WeightBatch::WeightBatch(std::span<const std::vector<double>> iterates) : iterates_(iterates) {
  if (iterates.empty() || iterates.size() > most) throw std::invalid_argument("a batch has 1 to 8 iterates");
  if (iterates.size() == 1) return;
  const std::size_t columns = iterates.front().size();
  storage_.resize((columns + 1) * most);
  void* begin = storage_.data();
  std::size_t space = storage_.size() * sizeof(double);
  auto* const weights =
      static_cast<double*>(std::align(sizeof(Eight), columns * sizeof(Eight), begin, space));
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t k = 0; k < iterates.size(); ++k) weights[j * most + k] = iterates[k][j];
  }
  columns_ = weights;
}

std::array<double, WeightBatch::most> WeightBatch::products(Line row) const {
  const Eight sums = add_up<Eight>(row, [columns = columns_](Eight& sum, Index index, auto number) {
    const double* const column = columns + static_cast<std::size_t>(index) * most;
    add_four_products(sum.first, number, column);
    add_four_products(sum.second, number, column + most / 2);
  });
  auto products = std::bit_cast<std::array<double, most>>(sums);
  for (double& product : products) product = in_unit(row, product);
  return products;
}

std::vector<std::optional<double>> prediction_errors(Task task, const Sample& sample,
                                                     const WeightBatch& iterates) {
  if (iterates.size() == 1) return errors_of(task, sample, SingleIterate{iterates[0]});
  return errors_of(task, sample, iterates);
}

std::optional<double> prediction_error(Task task, const Sample& sample, std::span<const double> w) {
  return errors_of(task, sample, SingleIterate{w})[0];
}

}  // namespace descent
