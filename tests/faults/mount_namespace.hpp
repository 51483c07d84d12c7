#pragma once

#include <optional>
#include <string>

#include "tests/experiments/program_run.hpp"

namespace descent::test {

/// Shell words before a command that give it private mounts until it ends; empty if this user may not have
/// them.
inline std::optional<std::string> words_for_mounts() {
  for (const char* words : {"unshare --mount", "unshare --user --map-root-user --mount"}) {
    const TemporaryFolder folder;
    if (run_script(words + std::string(" mount -t tmpfs none ") + shell_quoted(folder.path().string()))
            .status == 0)
      return words;
  }
  return std::nullopt;
}

/// Runs the script with a shell in a folder, with private mounts.
inline ProgramRun run_script_with_mounts(const std::string& words, const std::string& script,
                                         const std::filesystem::path& folder) {
  return run_script(words + " sh -c " + shell_quoted(script), folder);
}

}  // namespace descent::test
