#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace descent {

/// Parses a command's arguments against its options; `positional` names the option that plain arguments
/// belong to (empty: there are none). Prints the help and leaves `helped` true when --help is asked for.
/// Throws ConfigError for unknown or malformed options.
struct ParsedArguments {
  boost::program_options::variables_map values;
  bool helped = false;
};

ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                boost::program_options::options_description options,
                                const std::string& positional);

/// --jobs with its default, the number of physical cores; throws ConfigError below 1.
int jobs_of(const boost::program_options::variables_map& values);

}  // namespace descent
