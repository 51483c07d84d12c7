#pragma once

#include "datasets/matrix/dataset.hpp"
#include "support/records/field.hpp"

namespace descent {

/// Keys "class_weights" and "row_weights" of a configuration or of one of its datasets.
std::vector<Field<RowWeighting>> row_weighting_keys();

/// One of these keys, for a configuration with a member `weighting`.
template <class AnyConfig>
Field<AnyConfig> key_of_weighting(const Field<RowWeighting>& field) {
  return key<AnyConfig>(
      field.name, field.description, optional, field.schema,
      [read = field.read](const JsonPlace& value, AnyConfig& config) { read(value, config.weighting); },
      [write = field.write](const AnyConfig& config) { return write(config.weighting); });
}

}  // namespace descent
