#pragma once

#include <string>

#include "experiments/commands/command_line.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Command line of `descent solve` as the equivalent configuration. Throws ConfigError for options that no
/// configuration can express.
Json configuration_of_arguments(const po::variables_map& values);

/// Replaces a place in the configuration, parsed as file "command line", by its argument: "command line:
/// /methods/0/batch: must be …" becomes "--set batch: must be …".
std::string in_arguments(const std::string& message);

/// Adds --label, --positive and --read KEY=VALUE, which say how a data file is read.
void add_reading_options(po::options_description& options);

/// These options as the keys of a dataset in a configuration; empty without any. Throws ConfigError for an
/// unknown key.
Json reading_keys_of(const po::variables_map& values);

/// The data as an entry of "datasets" with these options: {"file": …} for a path or a file that is there,
/// {"name": …} for the catalogue; a text alone without options.
Json dataset_entry_of(const std::string& name_or_path, const po::variables_map& values);

}  // namespace descent
