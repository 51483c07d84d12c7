#include "experiments/run/two_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <system_error>
#include <vector>

#include "experiments/config/config.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/json/read_json.hpp"
#include "support/process/child_program.hpp"
#include "support/process/processor.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

/// Writes the configuration with these seeds and a budget of passes. Adds links to the files beside the
/// original, which it may name, such as tuned constants and data.
fs::path write_config(const TwoPrograms& programs, std::size_t seeds) {
  const bool has_passes = read_config(programs.config).budget.axis == Axis::passes;
  Json json = read_json(programs.config);
  std::vector<std::size_t> numbers(seeds);
  std::iota(numbers.begin(), numbers.end(), std::size_t{1});
  json["seeds"] = numbers;
  for (const char* const key : {"cpu_seconds", "stop_at"}) json.erase(key);
  if (programs.passes || !has_passes) json["passes"] = programs.passes.value_or(100);
  const fs::path folder = programs.folder / "configs";
  make_folder(folder);
  const fs::path own = folder / programs.config.filename();
  for (const fs::path& entry : folder_entries(folder_of(programs.config))) {
    std::error_code ignored;  // a link may exist
    if (entry.filename() != own.filename())
      fs::create_symlink(fs::absolute(entry), folder / entry.filename(), ignored);
  }
  write_atomically(own, json_text(json, 1) + '\n');
  return own;
}

/// Maximum number of threads of a run.
int threads_in(const fs::path& config) {
  int most = 1;
  for (const MethodEntry& entry : read_config(config).methods)
    most = std::max(most, threads_of(entry.options()));
  return most;
}

}  // namespace

void run_both(const TwoPrograms& programs, std::size_t seeds) {
  const fs::path config = write_config(programs, seeds);
  const int threads = threads_in(config);
  const auto words = [&](const std::string& program, const char* name) {
    const std::string only = programs.only.empty() ? "" : " --only " + shell_word(programs.only);
    return fmt::format("{} run {} --out {} --references {} --jobs {} --quiet{} >/dev/null",
                       shell_word(program), shell_word(config.string()),
                       shell_word((programs.folder / name).string()),
                       shell_word((programs.folder / "references" / name).string()), threads, only);
  };
  std::string first = words(programs.a, "a");
  std::string second = words(programs.b, "b");
  if (seeds % 2 == 0) std::swap(first, second);  // neither has the advantage of being first
  // Exit status 1: some run failed, which the comparison reports.
  const std::string script = fmt::format(
      "{} & {}; [ $? -le 1 ] || exit 2; wait $!; [ $? -le 1 ] && cd {} && [ -f a/manifest.json ] && [ -f "
      "b/manifest.json ]",
      first, second, shell_word(programs.folder.string()));
  const std::vector<int> cores = physical_cores();
  if (!cores.empty())
    pin_to_processors(std::span(cores).first(std::min(cores.size(), static_cast<std::size_t>(threads))));
  std::string errors;
  const ProgramEnd end =
      run_to_end({.words = {"sh", "-c", script}}, [&](std::string_view text) { errors += text; });
  unpin_from_processor();
  if (end.status == 0) return;
  std::ranges::replace(errors, '\n', ' ');
  throw ConfigError("{}\nor {}: {}", first, second,
                    errors.empty() ? "wrote no results" : printable(errors, 2000));
}

}  // namespace descent
