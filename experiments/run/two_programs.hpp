#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace descent {

/// The same work for two builds of `descent`.
struct TwoPrograms {
  std::filesystem::path config;
  std::string a, b;                   ///< paths of the programs
  std::filesystem::path folder = {};  ///< gets the results a/ and b/, and configs/ with what they ran
  std::optional<double> passes = {};  ///< budget of a run; empty: the configuration's passes, else 100
  std::string only = {};              ///< as for `descent run --only`; empty: all runs
};

/// Carries out the missing runs of the first `seeds` seeds. Each program does the runs of its folder, both at
/// once on one core, or on as many as a run has threads: the scheduler interleaves them within milliseconds,
/// and other load slows both. Throws ConfigError for a wrong configuration, and with a program's words
/// if it ends with an error other than failed runs.
void run_both(const TwoPrograms& programs, std::size_t seeds);

}  // namespace descent
