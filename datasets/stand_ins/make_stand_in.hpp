#pragma once

#include <string>
#include <vector>

#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// Throws ConfigError for what cannot be made: an unknown generator, a number of rows or of features or a
/// parameter that it does not have or that is out of bounds. The message says what would be right.
void check_stand_in(const StandIn& stand_in);

/// Generates the samples from the seed alone: the same on every machine with the same mathematics library.
/// Rows of the test set are drawn one after the other from a stream of their own, so `test_limit` of them (at
/// most StandIn::test_rows) are the first ones of the whole test set. Throws as check_stand_in does.
StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit);

/// Names of the generators, one a file.
std::vector<std::string> stand_in_generators();

}  // namespace descent
