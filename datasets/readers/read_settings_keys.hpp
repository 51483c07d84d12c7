#pragma once

#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/records/field.hpp"

namespace descent {

/// The keys of a dataset, in a catalogue or a configuration, that say how its file is read.
const std::vector<Field<ReadSettings>>& read_settings_keys();

}  // namespace descent
