#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// What the catalogue says of a stand-in: synthetic data that behaves like an original that is not at hand.
struct StandIn {
  std::string generator;  ///< one of stand_in_generators()
  Index train_rows = 0;
  Index test_rows = 0;
  Index features = 0;
  std::uint64_t seed = 0;
  std::map<std::string, double> parameters;  ///< the generator's own, by name
};

struct StandInSamples {
  Sample train;
  Sample test;
};

}  // namespace descent
