#include "solvers/problem/prediction_error.hpp"

namespace descent {

namespace {

template <Task task, class Iterates>
std::vector<std::optional<double>> errors_in(const Sample& sample, const Iterates& iterates) {
  const Index m = sample.rows.outer_size();
  PredictionErrors<task, Iterates::most> errors;
  for (Index i = 0; i < m; ++i) {
    auto z = iterates.products(sample.rows[i]);
    if constexpr (task == Task::regression) {
      for (double& z_k : z) z_k -= sample.labels[static_cast<std::size_t>(i)];
    }
    errors.add(z);
  }
  std::vector<std::optional<double>> means(iterates.size());
  for (std::size_t k = 0; k < means.size() && m > 0; ++k) means[k] = errors.mean(k, m);
  return means;
}

template <class Iterates>
std::vector<std::optional<double>> errors_of(Task task, const Sample& sample, const Iterates& iterates) {
  return task == Task::classification ? errors_in<Task::classification>(sample, iterates)
                                      : errors_in<Task::regression>(sample, iterates);
}

}  // namespace

std::vector<std::optional<double>> prediction_errors(Task task, const Sample& sample,
                                                     const WeightBatch& iterates) {
  return errors_of(task, sample, iterates);
}

std::optional<double> prediction_error(Task task, const Sample& sample, std::span<const double> w) {
  return errors_of(task, sample, SingleIterate{w})[0];
}

}  // namespace descent
