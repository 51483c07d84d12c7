#pragma once

#include <map>
#include <span>
#include <string>

#include "datasets/transfer_limits.hpp"

namespace descent {

/// Connects to the hosts of the addresses, to all at once, so that a machine without a network knows after
/// one time-out. Returns those (with the port when the address names it) that cannot be reached, each with
/// the reason; a server that answers, whatever it says, is reached.
std::map<std::string, std::string> find_unreachable_hosts(std::span<const std::string> urls,
                                                          const TransferLimits& limits);

}  // namespace descent
