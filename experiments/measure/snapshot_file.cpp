#include "experiments/measure/snapshot_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "support/errors.hpp"

namespace descent {

namespace {

std::vector<double> read(const FileDescriptor& file, std::size_t position, std::size_t count) {
  std::vector<double> values(count);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(values));
  try {
    if (file.read_at(position, bytes) < bytes.size())
      throw RunError("cannot read an iterate back: its file is too short");
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("cannot read an iterate back: {}", error.code().message()));
  }
  return values;
}

/// Adds advice if the disk is full.
std::string reason_of(const std::system_error& error, const std::filesystem::path& folder) {
  const std::string reason = error.code().message();
  if (error.code().value() != ENOSPC && error.code().value() != EDQUOT) return reason;
  return fmt::format("{}; make room for it in {} (`df` shows free bytes, `df -i` free inodes)", reason,
                     folder.string());
}

}  // namespace

SnapshotFile::SnapshotFile(const std::filesystem::path& folder) : folder_(folder) {
  try {
    file_ = make_nameless_file(folder);
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("{}: cannot be written: {}", folder.string(), reason_of(error, folder_)));
  }
}

void SnapshotFile::append(std::span<const double> w, std::optional<std::span<const double>> dual) {
  const Snapshot snapshot{end_, w.size(), dual ? dual->size() : 0};
  try {
    file_.write_all(std::as_bytes(w));
    if (dual) file_.write_all(std::as_bytes(*dual));
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("cannot set an iterate aside: {}", reason_of(error, folder_)));
  }
  end_ += (snapshot.weights + snapshot.dual_weights) * sizeof(double);
  snapshots_.push_back(snapshot);
}

std::vector<double> SnapshotFile::weights(std::size_t index) const {
  const Snapshot& snapshot = snapshots_.at(index);
  return read(file_, snapshot.position, snapshot.weights);
}

std::vector<double> SnapshotFile::dual(std::size_t index) const {
  const Snapshot& snapshot = snapshots_.at(index);
  return read(file_, snapshot.position + snapshot.weights * sizeof(double), snapshot.dual_weights);
}

}  // namespace descent
