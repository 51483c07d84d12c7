#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Version of the generators' code. Raise it whenever some samples change, so that kept copies are made
/// again.
inline constexpr int stand_in_version = 2;

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

/// Throws ConfigError for an unknown generator or parameter, and for a number of rows, number of features or
/// parameter out of bounds. The message says what is allowed.
void check_stand_in(const StandIn& stand_in);

/// Generates the samples from the seed alone: the same on every machine with the same mathematics library.
/// Test rows come in order from a separate stream, so that `test_limit` of them (at most StandIn::test_rows)
/// are the first of the whole test set. Throws as check_stand_in does.
StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit);

/// Names of the generators.
std::vector<std::string> stand_in_generators();

}  // namespace descent
