#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string>

#include "experiments/commands/commands.hpp"

namespace descent {

/// Opening of the manual page: name, synopsis and one line per command. The page is written in the roff of
/// man(7).
std::string man_page_opening(std::span<const Command> commands);

/// Section of a command: its usage ("run CONFIG... [options]") and options.
std::string man_page_part(const std::string& usage,
                          const boost::program_options::options_description& options);

/// End of the manual page: exit status, environment, files.
std::string man_page_ending();

}  // namespace descent
