#include "plots/gnuplot/gnuplot.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>
#include <vector>

#include "support/errors.hpp"
#include "support/process/child_program.hpp"

namespace descent {
namespace {

/// Runs gnuplot without start-up file and without the variables that change its pictures (GNUTERM,
/// GNUPLOT_LIB and the like). Returns how it ended.
ProgramEnd run(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
               std::string& words) {
  ChildProgram gnuplot;
  std::erase_if(gnuplot.environment, [](const std::string& variable) { return variable.starts_with("GNU"); });
  gnuplot.folder = folder;
  gnuplot.words = {"gnuplot", "-d"};
  gnuplot.words.insert(gnuplot.words.end(), arguments.begin(), arguments.end());
  return run_to_end(std::move(gnuplot), [&](std::string_view text) { words += text; });
}

}  // namespace

std::string run_gnuplot(const std::filesystem::path& script, const std::string& before) {
  const auto fail = [&](const std::string& reason) {
    throw ResultFileError(fmt::format("{}: {}", script.string(), reason));
  };
  const auto folder = script.has_parent_path() ? script.parent_path() : std::filesystem::path(".");
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    fail(fmt::format("cannot be drawn: there is no folder {}", folder.string()));
  std::string words;
  ProgramEnd end;
  try {
    end = run(folder, {"-e", before, script.filename()}, words);
  } catch (const std::system_error& error) {
    fail(fmt::format("gnuplot cannot be started: {}", error.code().message()));
  }
  if (end.status == not_started)
    fail("gnuplot is not installed; install the package gnuplot-nox (apt-get install gnuplot-nox)");
  if (end.status != 0) fail(fmt::format("gnuplot {}{}{}", end.text, words.empty() ? "" : ": ", words));
  return words;
}

}  // namespace descent
