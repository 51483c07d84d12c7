#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "datasets/dataset.hpp"

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

/// Generates the samples from the seed alone: the same on every machine with the same mathematics library.
/// Rows of the test set are drawn one after the other from a stream of their own, so `test_limit` of them (at
/// most StandIn::test_rows) are the first ones of the whole test set. Throws ConfigError for an unknown
/// generator or parameter, naming those that exist.
StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit);

/// Names of the generators, one a file.
std::vector<std::string> stand_in_generators();

}  // namespace descent
