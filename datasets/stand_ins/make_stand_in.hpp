#pragma once

#include <string>
#include <vector>

#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// Generates the samples from the seed alone: the same on every machine with the same mathematics library.
/// Rows of the test set are drawn one after the other from a stream of their own, so `test_limit` of them (at
/// most StandIn::test_rows) are the first ones of the whole test set. Throws ConfigError for an unknown
/// generator or parameter, naming those that exist.
StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit);

/// Names of the generators, one a file.
std::vector<std::string> stand_in_generators();

}  // namespace descent
