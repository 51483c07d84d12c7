#pragma once

#include <map>
#include <string>

#include "experiments/config/config_values.hpp"

// A method as an entry of a configuration, which an external program has another form of.

namespace descent {

/// The method that the entry names: a registered one, or what its "program" says that it is, a path relative
/// to the configuration's folder, or else to the current directory.
const Method& read_method_of(const JsonPlace& entry);

/// The keys of an entry, beside its name, that say what the method is and has for options.
std::vector<std::string> keys_of(const Method& method);

/// The options that the entry gives, checked.
std::map<std::string, OptionValue> read_options_of(const JsonPlace& entry, const Method& method);

/// Where the entry has the option.
JsonPlace place_of(const JsonPlace& entry, const Method& method, const Option& option);

/// What tells entries of the method apart.
std::vector<std::string> variant_with_program(const Method& method,
                                              const std::map<std::string, OptionValue>& given);

/// Writes what names the method, or an option of it, into an entry.
void write_method_name(const Method& method, Json& entry);
void write_option(const Method& method, const Option& option, const OptionValue& value, Json& entry);

}  // namespace descent
