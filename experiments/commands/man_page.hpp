#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string>

#include "experiments/commands/commands.hpp"

namespace descent {

/// What stands before the commands' parts of the manual page: name, synopsis, all commands in a line each. In
/// the roff of man(7), like all of the page.
std::string man_page_opening(std::span<const Command> commands);

/// The part of a command: how it is called ("run CONFIG... [options]"), and its options.
std::string man_page_part(const std::string& usage,
                          const boost::program_options::options_description& options);

/// What stands behind the commands' parts: exit status, environment, files.
std::string man_page_ending();

}  // namespace descent
