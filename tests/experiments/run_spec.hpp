#pragma once

#include <memory>
#include <utility>

#include "experiments/plan/plan.hpp"
#include "solvers/contract/method.hpp"

namespace descent::test {

/// A configuration with this name alone.
inline std::shared_ptr<const Config> config_called(const char* name) {
  Config config;
  config.name = name;
  return std::make_shared<const Config>(std::move(config));
}

/// A run of the method with its default options on the dataset, under L2 with λ = 1/m. The dataset must
/// outlive it.
inline RunSpec run_spec_of(const Dataset& dataset, LossKind loss, const char* name,
                           const RunBudget& budget = {Axis::passes, 3, 10}) {
  const Method& method = find_method(name);
  return {{&dataset, loss, RegularizerKind::l2, *parse_lambda("1/m")},
          config_called("x"),
          &method,
          "",
          "",
          OptionValues(method.options, {}),
          1,
          budget};
}

}  // namespace descent::test
