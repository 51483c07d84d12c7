#pragma once

#include <string>
#include <vector>

namespace descent {

/// What of a results folder has no checksum, so that nobody can tell whether it was changed since it was
/// written: it is of an earlier version, or what would prove it is missing.
struct Unproven {
  std::vector<std::string> runs{};   ///< their ids
  std::vector<std::string> files{};  ///< names of files other than those of runs

  bool is_empty() const { return runs.empty() && files.empty(); }
  void add(const Unproven& other);

  /// "3 runs and manifest.json have no checksum …: ID, ID, ID", for the terminal; empty where all is proven.
  std::string text() const;
  /// The same in a few words, without ids, for the note of a figure.
  std::string note() const;
};

}  // namespace descent
