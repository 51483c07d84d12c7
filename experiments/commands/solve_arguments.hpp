#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// What stands on the command line of `descent solve`, as the configuration that says the same. Throws
/// ConfigError for what no configuration can say.
Json configuration_of_arguments(const boost::program_options::variables_map& values);

/// "command line: /methods/0/batch: must be …" as "--set batch: must be …": the argument that said what
/// stands at that place of the configuration, which was parsed as the file "command line".
std::string in_arguments(const std::string& message);

}  // namespace descent
