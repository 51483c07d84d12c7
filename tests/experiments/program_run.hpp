#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// What a command left behind.
struct ProgramRun {
  int status = -1;  ///< exit status; 128 + the signal's number when one ended it
  std::string out;
  std::string err;
};

/// One word for a shell, whatever it contains.
inline std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The built program with these arguments, as words of a shell.
inline std::string program_words(const std::vector<std::string>& arguments) {
  const char* const program = std::getenv("DESCENT_PROGRAM");
  if (program == nullptr) throw std::runtime_error("set DESCENT_PROGRAM to the path of the built program");
  std::string words = shell_quoted(std::filesystem::absolute(program).string());
  for (const std::string& argument : arguments) words += ' ' + shell_quoted(argument);
  return words;
}

/// Has a shell carry out the script in a folder.
inline ProgramRun run_script(const std::string& script, const std::filesystem::path& folder = ".") {
  const TemporaryFolder output;
  const std::string command = "cd " + shell_quoted(folder.string()) + " && {\n" + script + "\n} >" +
                              shell_quoted((output.path() / "out").string()) + " 2>" +
                              shell_quoted((output.path() / "err").string()) + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_text(output.path() / "out"),
          file_text(output.path() / "err")};
}

/// Runs the built program to its end.
inline ProgramRun run_program(const std::vector<std::string>& arguments,
                              const std::filesystem::path& folder = ".") {
  return run_script(program_words(arguments), folder);
}

}  // namespace descent::test
