#pragma once

#include "datasets/matrix/dataset.hpp"
#include "support/records/field.hpp"

namespace descent {

/// Keys "class_weights" and "row_weights" of a configuration or of one of its datasets.
std::vector<ConfigKey<RowWeighting>> row_weighting_keys();

/// One of these keys, for a configuration with a member `weighting`.
template <class AnyConfig>
ConfigKey<AnyConfig> key_of_weighting(const ConfigKey<RowWeighting>& key) {
  return {key.name,
          key.description,
          optional,
          key.schema,
          [read = key.read](const JsonPlace& value, AnyConfig& config) { read(value, config.weighting); },
          [write = key.write](const AnyConfig& config) { return write(config.weighting); }};
}

}  // namespace descent
