#pragma once

#include <string>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/tiny_experiment.hpp"

namespace descent::test {

/// `descent run` of the experiment as it now is, into a folder beside its files, with more arguments.
inline ProgramRun run_tiny(const TinyExperiment& experiment, const std::string& out,
                           const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"run", experiment.write(), "--out", experiment.path(out)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments);
}

}  // namespace descent::test
