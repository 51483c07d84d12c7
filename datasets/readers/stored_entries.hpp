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

#include "datasets/matrix/exact_format.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/blocks.hpp"
#include "support/errors.hpp"
#include "support/files/available_memory.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/scratch_file.hpp"
#include "support/text/plural.hpp"

namespace descent {

/// The entries of a matrix while they are read, in double precision: in memory, and where they are too many,
/// in a scratch file in the folder for temporary files. At the end they go into the smallest storage that
/// holds their values exactly. Throws DataError where they fit into neither.
class StoredEntries {
 public:
  /// Keeps a reference to the path, of which errors speak. `most_in_memory`: see LibsvmOptions.
  StoredEntries(const std::filesystem::path& path, std::optional<std::uint64_t> most_in_memory)
      : path_(path), most_in_memory_(most_in_memory) {}

  /// Of a value that is not 0.
  void push_back(Index index, double value) {
    exact_.note(value);
    waiting_.push_back(DoubleEntry::make(index, value));
  }
  std::size_t size() const { return waiting_.size(); }
  /// Those of a store that has kept all in memory, at the end. The caller bounds memory then.
  void append(StoredEntries&& later) {
    exact_.merge(later.exact_);
    waiting_.append(std::move(later.waiting_));
  }

  /// To be called now and then: moves entries out of memory that are too many for it.
  void bound_memory() {
    if (waiting_.bytes_in_memory() > (scratch_ ? most_waiting : most_in_memory())) move_entries_out();
  }

  SparseMatrix rows(std::vector<Offset> starts, Index width) && {
    const ValueFormat format = exact_.format(!exact_.has_negative());
    if (scratch_) {
      move_entries_out();
      const std::span<std::byte> mapped = mapped_entries();
      // Each is read before something no larger is written in its place.
      store({reinterpret_cast<const DoubleEntry*>(mapped.data()), waiting_.size()}, format, mapped.data());
      const std::size_t bytes = waiting_.size() * bytes_of_entry(format.storage);
      return {std::move(starts), StoredValues{format, mapped.first(bytes), scratch_}, width};
    }
    StoredValues stored = room_for_entries(format, waiting_.size());
    std::byte* end = stored.bytes.data();
    waiting_.move_out([&](std::span<const DoubleEntry> some) { end = store(some, format, end); });
    return {std::move(starts), std::move(stored), width};
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

  /// Writes entries to `place` in the format, and returns the end of that.
  static std::byte* store(std::span<const DoubleEntry> entries, ValueFormat format, std::byte* place) {
    return with_storage(format.storage, [&](auto kind) {
      using Stored = decltype(kind);
      auto* end = reinterpret_cast<Stored*>(place);
      for (const DoubleEntry& entry : entries)
        *end++ = Stored::make(entry.index(), *ExactFormat::number_of(entry.number(), format));
      return reinterpret_cast<std::byte*>(end);
    });
  }

  /// What entries in memory may take while none has been moved out. The system is asked where they are many.
  std::uint64_t most_in_memory() {
    return waiting_.bytes_in_memory() > most_waiting ? bound() : most_in_memory_.value_or(most_waiting);
  }
  /// Half of what is free when they begin to be many.
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
      waiting_.move_out([this](std::span<const DoubleEntry> some) { scratch_->append(std::as_bytes(some)); });
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

  std::span<std::byte> mapped_entries() {
    try {
      return scratch_->map();
    } catch (const std::system_error& error) {
      throw DataError(
          fmt::format("{}: its {} nonzeros, in the folder for temporary files, which TMPDIR names, "
                      "cannot be mapped: {}",
                      path_.string(), with_thousands(waiting_.size()), error.code().message()));
    }
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_in_memory_;
  Blocks<DoubleEntry> waiting_;  ///< in memory
  ExactFormat exact_;
  std::shared_ptr<ScratchFile> scratch_;
};

}  // namespace descent
