#include "solvers/program/external_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t most_output = 1 << 20;
constexpr std::size_t longest_words = 200;
constexpr std::uint64_t largest_file = 4ULL << 30;

/// Settings that replace the caller's: one core, numbers with a point, and constant hashes in Python.
constexpr std::array<std::string_view, 5> settings{"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                                                   "MKL_NUM_THREADS=1", "PYTHONHASHSEED=0", "LC_ALL=C.UTF-8"};

std::vector<std::string> environment_of_program() {
  std::vector<std::string> variables = own_environment();
  std::erase_if(variables, [](const std::string& variable) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    return std::ranges::any_of(settings, [&](std::string_view own) { return own.starts_with(name); });
  });
  variables.insert(variables.end(), settings.begin(), settings.end());
  return variables;
}

/// The last line that is not empty, after a colon.
std::string last_words(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const std::size_t begin = text.rfind('\n');
  return ": " + printable(text.substr(begin == std::string_view::npos ? 0 : begin + 1), longest_words);
}

std::string failure_of(const ProgramEnd& end, std::string_view errors) {
  if (end.status == 0) return "";
  if (end.status == not_started)
    return "cannot be started: it must be a program, or a script whose first line is #!INTERPRETER" +
           last_words(errors);
  return end.text + last_words(errors);
}

}  // namespace

std::string sha256_of_program(const std::filesystem::path& file) {
  if (!is_file(file)) throw ConfigError(fmt::format("{}: there is no such program", file.string()));
  if (access(file.c_str(), X_OK) != 0)
    throw ConfigError(fmt::format("{0}: may not be run; `chmod +x {0}` changes that", file.string()));
  try {
    return sha256_of_file(file);
  } catch (const DataError& error) {
    throw ConfigError(error.what());
  }
}

ProgramCall call_program(const ExternalProgram& program, const std::vector<std::string>& arguments,
                         const std::filesystem::path& folder, double most_wall_seconds) {
  ChildProgram child;
  child.words = {program.file.string()};
  child.words.insert(child.words.end(), arguments.begin(), arguments.end());
  child.environment = environment_of_program();
  child.folder = folder;
  child.largest_file = largest_file;
  child.most_wall_seconds = most_wall_seconds;
  ProgramCall call;
  std::string errors;
  const auto take = [&](std::string_view text) {
    call.output += text;
    return call.output.size() <= most_output;
  };
  const auto keep_the_end = [&](std::string_view text) {
    errors += text;
    if (errors.size() > 2 * most_output) errors.erase(0, most_output);
    return true;
  };
  try {
    call.end = run_measured(std::move(child), take, keep_the_end);
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("{}: cannot be started: {}", program.written, error.code().message()));
  }
  if (call.output.size() > most_output)
    call.failure = fmt::format("prints more than {} bytes", most_output);
  else if (call.end.was_late)
    call.failure = fmt::format("has not answered within {:.3g} s of wall time, {:.2g} s of which it computed",
                               most_wall_seconds, call.end.cpu_seconds);
  else
    call.failure = failure_of(call.end, errors);
  return call;
}

}  // namespace descent
