#include "experiments/measure/snapshot_file.hpp"

#include <fmt/format.h>

#include <system_error>

#include "support/errors.hpp"

namespace descent {

namespace {

void read_all(const FileDescriptor& file, std::size_t position, std::span<double> values) {
  const std::span<std::byte> bytes = std::as_writable_bytes(values);
  try {
    if (file.read_at(position, bytes) < bytes.size())
      throw RunError("cannot read an iterate back: its file is too short");
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("cannot read an iterate back: {}", error.code().message()));
  }
}

}  // namespace

SnapshotFile::SnapshotFile(const std::filesystem::path& folder) {
  try {
    file_ = make_nameless_file(folder);
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("{}: cannot be written: {}", folder.string(), error.code().message()));
  }
}

void SnapshotFile::append(std::span<const double> w, std::optional<std::span<const double>> dual) {
  const Snapshot snapshot{end_, w.size(), dual ? dual->size() : 0};
  try {
    file_.write_all(std::as_bytes(w));
    if (dual) file_.write_all(std::as_bytes(*dual));
  } catch (const std::system_error& error) {
    throw RunError(fmt::format("cannot set an iterate aside: {}", error.code().message()));
  }
  end_ += (snapshot.weights + snapshot.dual_weights) * sizeof(double);
  snapshots_.push_back(snapshot);
}

void SnapshotFile::read(std::size_t index, std::vector<double>& w, std::vector<double>& dual) const {
  const Snapshot& snapshot = snapshots_.at(index);
  w.resize(snapshot.weights);
  dual.resize(snapshot.dual_weights);
  read_all(file_, snapshot.position, w);
  read_all(file_, snapshot.position + w.size() * sizeof(double), dual);
}

}  // namespace descent
