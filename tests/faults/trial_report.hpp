#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace descent::test {

/// How many trials are asked for by an environment variable; few enough for every run of the tests without
/// it.
inline int number_of_trials(const char* variable, int default_value) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? default_value : std::atoi(text);
}

/// Adds a line to the file that DESCENT_TRIAL_REPORT names, for tests/faults/run.sh to print.
inline void report_trials(const std::string& line) {
  const char* const path = std::getenv("DESCENT_TRIAL_REPORT");
  if (path != nullptr) std::ofstream(path, std::ios::app) << line << '\n';
}

}  // namespace descent::test
