#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// A stand-in in the catalogue: synthetic data that behaves like a missing original.
struct StandIn {
  std::string generator;  ///< one of stand_in_generators()
  Index train_rows = 0;
  Index test_rows = 0;
  Index features = 0;
  std::uint64_t seed = 0;
  std::map<std::string, double> parameters;  ///< of the generator, by name
};

struct StandInSamples {
  Sample train;
  Sample test;
};

}  // namespace descent
