#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace descent::test {

/// Number of trials by an environment variable; the default suits every test run.
inline int number_of_trials(const char* variable, int default_value) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? default_value : std::atoi(text);
}

/// Appends a line to the file named by DESCENT_TRIAL_REPORT, which tests/faults/run.sh prints.
inline void report_trials(const std::string& line) {
  const char* const path = std::getenv("DESCENT_TRIAL_REPORT");
  if (path != nullptr) std::ofstream(path, std::ios::app) << line << '\n';
}

}  // namespace descent::test
