#pragma once

#include <vector>

#include "solvers/contract/method_registration.hpp"

namespace descent::test {

/// Two files have a solver class called Namesake in their unnamed namespaces; each counts its updates from
/// its own number.
std::vector<Capability> capabilities_of_first_namesake();
std::vector<Capability> capabilities_of_second_namesake();
constexpr std::uint64_t first_namesake = 100;
constexpr std::uint64_t second_namesake = 200;

}  // namespace descent::test
