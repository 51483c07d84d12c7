#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/method.hpp"
#include "solvers/program/external_program.hpp"

namespace descent {

/// A program in any language instead of a solver (docs/programs.md), as a method that is not registered.
struct ProgramMethod : Method {
  ExternalProgram program;
};

/// The method name of all programs.
inline constexpr std::string_view program_method = "program";

/// The method's program; null for a registered method.
const ExternalProgram* program_of(const Method& method);

/// Options that all programs have, besides their own.
std::vector<Option> options_of_every_program();

/// True if the option is a program's own; configurations put it in the entry's "set".
bool stands_in_set(const Method& method, const Option& option);

/// Names of the program's own options; empty for a registered method.
std::vector<std::string> own_options(const Method& method);

/// Runs `FILE describe` and returns the method that it describes: the same object, alive as long as this
/// process, until the file's bytes change. `written` is the path as the user gave it. Throws ConfigError with
/// what is wrong with the file or its output.
const ProgramMethod& describe_program(const std::string& written, const std::filesystem::path& file);

}  // namespace descent
