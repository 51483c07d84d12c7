#pragma once

#include <cstdint>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"

namespace descent {

/// A model with its weights, the bias's last.
struct ModelFit {
  std::vector<double> w;
  double objective = 0;
  bool finished = true;  ///< the method has stopped by itself
};

/// The rows as the fits of the configuration see them: standardised by the training rows and with the
/// constant feature, where it asks for these.
Dataset prepare(const CrossvalidationConfig& config, const Dataset& dataset);

/// Fits a model to the prepared training rows. Throws ConfigError when the method does not take the problem,
/// and RunError when its iterates leave the finite numbers.
ModelFit fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
             double lambda, std::uint64_t seed);

}  // namespace descent
