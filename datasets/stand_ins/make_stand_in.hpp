#pragma once

#include <string>
#include <vector>

#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// Throws ConfigError for an unknown generator or parameter, and for a number of rows, number of features or
/// parameter out of bounds. The message says what is allowed.
void check_stand_in(const StandIn& stand_in);

/// Generates the samples from the seed alone: the same on every machine with the same mathematics library.
/// Test rows come in order from a separate stream, so that `test_limit` of them (at most StandIn::test_rows)
/// are the first of the whole test set. Throws as check_stand_in does.
StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit);

/// Names of the generators; each has one file.
std::vector<std::string> stand_in_generators();

}  // namespace descent
