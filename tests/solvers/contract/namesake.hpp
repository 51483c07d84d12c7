#pragma once

#include <vector>

#include "solvers/contract/method_registration.hpp"

namespace descent::test {

/// What two files build that both have a solver class called Namesake in their unnamed namespaces; each
/// counts its updates from a number of its own.
std::vector<Capability> capabilities_of_first_namesake();
std::vector<Capability> capabilities_of_second_namesake();
constexpr std::uint64_t first_namesake = 100;
constexpr std::uint64_t second_namesake = 200;

}  // namespace descent::test
