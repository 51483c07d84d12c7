#pragma once

#include <string>
#include <vector>

namespace descent {

/// `descent data fetch NAME...|--all`: downloads datasets of the catalogue and tells what is there then.
/// `arguments` are those after "fetch". Returns 0 when all that was asked for is there, else 1; throws
/// ConfigError for wrong arguments and unknown names.
int fetch_command(const std::vector<std::string>& arguments);

}  // namespace descent
