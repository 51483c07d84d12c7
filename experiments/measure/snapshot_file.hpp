#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// Iterates set aside during a run and evaluated after it, in a nameless file that vanishes with the process:
/// fifty copies of the dual weights of a large problem would not fit the promise of O(m + n) memory.
class SnapshotFile {
 public:
  /// Throws RunError when no file can be made in the folder.
  explicit SnapshotFile(const std::filesystem::path& folder);

  /// Appends one iterate, with or without dual weights. Throws RunError when the disk is full, and
  /// says what to do.
  void append(std::span<const double> w, std::optional<std::span<const double>> dual);

  /// The weights and the dual weights of iterate number `index`; these are empty when there were none.
  std::vector<double> weights(std::size_t index) const;
  std::vector<double> dual(std::size_t index) const;

 private:
  std::filesystem::path folder_;  ///< for messages
  FileDescriptor file_;
  struct Snapshot {
    std::size_t position;  ///< in the file, bytes
    std::size_t weights;
    std::size_t dual_weights;
  };
  std::size_t end_ = 0;
  std::vector<Snapshot> snapshots_;
};

}  // namespace descent
