#include "experiments/snapshot_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "datasets/errors.hpp"

namespace descent {

namespace {

void write_all(int descriptor, std::span<const double> values) {
  std::span<const std::byte> bytes = std::as_bytes(values);
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw RunError(fmt::format("cannot set an iterate aside: {}", std::strerror(errno)));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void read_all(int descriptor, std::size_t position, std::span<double> values) {
  std::span<std::byte> bytes = std::as_writable_bytes(values);
  while (!bytes.empty()) {
    const ssize_t got = pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(position));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) throw RunError("cannot read an iterate back: its file is too short");
    if (got < 0) throw RunError(fmt::format("cannot read an iterate back: {}", std::strerror(errno)));
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    position += static_cast<std::size_t>(got);
  }
}

}  // namespace

SnapshotFile::SnapshotFile(const std::filesystem::path& folder) {
  descriptor_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  // Some file systems only have files with names.
  std::string name = (folder / ".snapshots.partial-XXXXXX").string();
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0)
    throw RunError(fmt::format("{}: cannot be written: {}", folder.string(), std::strerror(errno)));
  unlink(name.c_str());
}

SnapshotFile::~SnapshotFile() {
  close(descriptor_);
}

void SnapshotFile::append(std::span<const double> w, std::optional<std::span<const double>> dual) {
  const Snapshot snapshot{end_, w.size(), dual ? dual->size() : 0};
  write_all(descriptor_, w);
  if (dual) write_all(descriptor_, *dual);
  end_ += (snapshot.weights + snapshot.dual_weights) * sizeof(double);
  snapshots_.push_back(snapshot);
}

void SnapshotFile::read(std::size_t index, std::vector<double>& w, std::vector<double>& dual) const {
  const Snapshot& snapshot = snapshots_.at(index);
  w.resize(snapshot.weights);
  dual.resize(snapshot.dual_weights);
  read_all(descriptor_, snapshot.position, w);
  read_all(descriptor_, snapshot.position + w.size() * sizeof(double), dual);
}

}  // namespace descent
