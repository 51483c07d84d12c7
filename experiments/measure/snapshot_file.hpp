#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// Stores iterates during a run in an unnamed file that vanishes with the process. In memory, fifty copies of
/// large dual weights would exceed the promised O(m + n).
class SnapshotFile {
 public:
  /// Throws RunError if no file can be created in the folder.
  explicit SnapshotFile(const std::filesystem::path& folder);

  /// Appends an iterate, with or without dual weights. Throws RunError with advice if the disk is full.
  void append(std::span<const double> w, std::optional<std::span<const double>> dual);

  /// Weights and dual weights of iterate number `index`; dual weights are empty if there were none.
  std::vector<double> weights(std::size_t index) const;
  std::vector<double> dual(std::size_t index) const;

 private:
  std::filesystem::path folder_;  ///< for messages
  FileDescriptor file_;
  struct Snapshot {
    std::size_t position;  ///< offset in the file, bytes
    std::size_t weights;
    std::size_t dual_weights;
  };
  std::size_t end_ = 0;
  std::vector<Snapshot> snapshots_;
};

}  // namespace descent
