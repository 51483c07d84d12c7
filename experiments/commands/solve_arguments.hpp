#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// Command line of `descent solve` as the equivalent configuration. Throws ConfigError for options that no
/// configuration can express.
Json configuration_of_arguments(const boost::program_options::variables_map& values);

/// Replaces a place in the configuration, parsed as file "command line", by its argument: "command line:
/// /methods/0/batch: must be …" becomes "--set batch: must be …".
std::string in_arguments(const std::string& message);

}  // namespace descent
