#pragma once

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/blocks.hpp"
#include "support/errors.hpp"
#include "support/files/available_memory.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/scratch_file.hpp"
#include "support/text/plural.hpp"

namespace descent {

/// The entries of a matrix while they are read: in memory, and where they are too many, in a scratch file in
/// the folder for temporary files. Throws DataError where they fit into neither.
class StoredEntries {
 public:
  /// Keeps a reference to the path, of which errors speak. `most_in_memory`: see LibsvmOptions.
  StoredEntries(const std::filesystem::path& path, std::optional<std::uint64_t> most_in_memory)
      : path_(path), most_in_memory_(most_in_memory) {}

  /// A guess that there will be so many. One that is wrong costs a copy, for which there must be room.
  void expect(std::size_t entries) {
    if (!scratch_ && entries <= bound() / (2 * sizeof(Entry))) waiting_.expect(entries);
  }
  void push_back(const Entry& entry) { waiting_.push_back(entry); }
  std::size_t size() const { return waiting_.size(); }
  /// Those of a store that has kept all in memory, at the end. The caller bounds memory then.
  void append(StoredEntries&& later) { waiting_.append(std::move(later.waiting_)); }

  /// To be called now and then: moves entries out of memory that are too many for it.
  void bound_memory() {
    if (waiting_.bytes_in_memory() > (scratch_ ? most_waiting : most_in_memory())) move_entries_out();
  }

  SparseMatrix rows(std::vector<Offset> starts, Index width) && {
    if (!scratch_) return {std::move(starts), std::move(waiting_).gather(), width};
    move_entries_out();
    return {std::move(starts), mapped_entries(), width, scratch_};
  }

 private:
  // Bytes of entries that always fit into memory, and that are moved out of it at once.
  static constexpr std::uint64_t most_waiting = 64 << 20;

  /// Whether what is written into the folder stays in memory. Throws std::system_error.
  static bool lies_in_memory(const std::filesystem::path& folder) {
    struct statfs system {};
    if (statfs(folder.c_str(), &system) != 0) throw_system_error();
    return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
  }

  /// What entries in memory may take while none has been moved out. The system is asked where they are many.
  std::uint64_t most_in_memory() {
    return waiting_.bytes_in_memory() > most_waiting ? bound() : most_in_memory_.value_or(most_waiting);
  }
  /// Half of what is free when they begin to be many, or are expected to be.
  std::uint64_t bound() {
    if (!most_in_memory_) most_in_memory_ = most_waiting + available_memory() / 2;
    return *most_in_memory_;
  }

  void move_entries_out() {
    try {
      if (!scratch_) {
        const std::filesystem::path folder = std::filesystem::temp_directory_path();
        if (lies_in_memory(folder)) fail_in_memory(folder);
        scratch_ = std::make_shared<ScratchFile>(folder);
      }
      waiting_.move_out([this](std::span<const std::byte> bytes) { scratch_->append(bytes); });
    } catch (const std::system_error& error) {
      throw DataError(
          fmt::format("{}: its first {} nonzeros do not fit into memory, nor into the folder for "
                      "temporary files, which TMPDIR names: {}",
                      path_.string(), with_thousands(waiting_.size()), error.code().message()));
    }
  }

  [[noreturn]] void fail_in_memory(const std::filesystem::path& folder) const {
    throw DataError(
        fmt::format("{}: its first {} nonzeros do not fit into memory, where the folder for temporary "
                    "files, {}, lies as well: TMPDIR must name a folder on a disk, for instance /var/tmp",
                    path_.string(), with_thousands(waiting_.size()), folder.string()));
  }

  std::span<Entry> mapped_entries() {
    try {
      return {reinterpret_cast<Entry*>(scratch_->map().data()), waiting_.size()};
    } catch (const std::system_error& error) {
      throw DataError(
          fmt::format("{}: its {} nonzeros, in the folder for temporary files, which TMPDIR names, "
                      "cannot be mapped: {}",
                      path_.string(), with_thousands(waiting_.size()), error.code().message()));
    }
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_in_memory_;
  Blocks<Entry> waiting_;  ///< in memory
  std::shared_ptr<ScratchFile> scratch_;
};

}  // namespace descent
