#include "experiments/crossvalidation/model_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "datasets/matrix/standardize.hpp"
#include "support/errors.hpp"

namespace descent {

Dataset prepare(const CrossvalidationConfig& config, const Dataset& dataset) {
  Dataset prepared = dataset;
  if (config.standardize) standardize(prepared);
  if (config.bias > 0) append_constant_feature(prepared, config.bias);
  return prepared;
}

ModelFit fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
             double lambda, std::uint64_t seed) {
  const Problem problem(prepared.train, config.loss, model.regularizer, lambda,
                        {.free_intercept = config.free_bias});
  const auto solver = make_solver(*model.method, problem, model.options(), Random(seed));
  const auto pass = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const double most = config.passes * static_cast<double>(pass);
  Progress progress;
  while (progress.status == Status::running && static_cast<double>(progress.nonzeros) < most) {
    const double rest = most - static_cast<double>(progress.nonzeros);
    progress = solver->advance(rest < static_cast<double>(pass) ? static_cast<std::uint64_t>(std::ceil(rest))
                                                                : pass);
  }
  ModelFit result;
  result.w.resize(static_cast<std::size_t>(problem.n()));
  solver->weights(result.w);
  result.objective = problem.objective(result.w);
  result.finished = progress.status != Status::running;
  if (progress.status == Status::diverged || !std::isfinite(result.objective)) {
    throw RunError(fmt::format("{}: {} diverges at lambda = {:g}; another method, or other options, may not",
                               model.label, model.method->name, lambda));
  }
  return result;
}

}  // namespace descent
