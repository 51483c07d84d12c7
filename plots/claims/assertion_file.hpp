#pragma once

#include <cstddef>

#include "plots/claims/claims.hpp"

namespace descent {

class JsonPlace;

/// What is compared pair by pair stays quick: datasets, methods, targets.
constexpr std::size_t most_of_a_claim = 50;

/// What the claim at that place asserts, of which methods: its "kind" and the keys that this kind has.
/// Refuses any key that no claim of the kind has. Throws ConfigError.
void read_assertion(const JsonPlace& place, Claim& claim);

/// "faster", "equal_sparsity", "rate", "count" or "fewer", as the claims file has it.
std::string_view kind_of(const Assertion& assertion);

}  // namespace descent
