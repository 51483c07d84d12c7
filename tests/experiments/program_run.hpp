#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// Output of a command.
struct ProgramRun {
  int status = -1;  ///< exit status; 128 + signal number if a signal ended it
  std::string out;
  std::string err;
};

/// One shell word with any content.
inline std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

inline std::string built_program() {
  const char* const program = std::getenv("DESCENT_PROGRAM");
  if (program == nullptr) throw std::runtime_error("set DESCENT_PROGRAM to the path of the built program");
  return std::filesystem::absolute(program).string();
}

/// The built program with these arguments, as shell words.
inline std::string program_words(const std::vector<std::string>& arguments) {
  std::string words = shell_quoted(built_program());
  for (const std::string& argument : arguments) words += ' ' + shell_quoted(argument);
  return words;
}

/// Runs the script in a folder with a shell.
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

/// All words of both lists.
inline std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Checks for exit status 2 and a one-line message that contains the text; the usage may follow.
inline void check_refused(const ProgramRun& run, const std::string& text) {
  CAPTURE(run.err, run.out);
  CHECK(run.status == 2);
  CHECK(run.err.starts_with("descent: "));
  CHECK_THAT(run.err, ContainsSubstring(text));
  const std::size_t end = run.err.find('\n');
  CHECK((end == run.err.size() - 1 || run.err.find("\nusage: ") == end));
  CHECK(run.out.empty());
}

/// Arguments that are rejected with a message.
struct Refused {
  std::vector<std::string> arguments;
  std::string message;
};
inline void check_refused(const std::vector<Refused>& cases) {
  for (const auto& [arguments, message] : cases) {
    CAPTURE(arguments);
    check_refused(run_program(arguments), message);
  }
}

}  // namespace descent::test
