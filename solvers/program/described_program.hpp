#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contract/method.hpp"
#include "solvers/program/external_program.hpp"

namespace descent {

/// A program in any language that takes the place of a solver (docs/programs.md), as a method. It is not
/// registered.
struct ProgramMethod : Method {
  ExternalProgram program;
};

/// The name of all of them.
inline constexpr std::string_view program_method = "program";

/// The program that the method is; null for a registered one.
const ExternalProgram* program_of(const Method& method);

/// The options that all of them have, beside their own.
std::vector<Option> options_of_every_program();

/// Whether the option is a program's own, which configurations have in the entry's "set".
bool stands_in_set(const Method& method, const Option& option);

/// The names of those; a registered method has none.
std::vector<std::string> own_options(const Method& method);

/// What the program says that it solves: runs `FILE describe`. `written` is its path as the user gave it. The
/// same object for the same file until its bytes change; it lives as long as this process. Throws ConfigError
/// that says what is wrong with the file, or with what it prints.
const ProgramMethod& describe_program(const std::string& written, const std::filesystem::path& file);

}  // namespace descent
