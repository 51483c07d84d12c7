#include "experiments/measure/snapshot_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/partial_file.hpp"

namespace descent {

namespace {

void read_all(const FileDescriptor& file, std::size_t position, std::span<double> values) {
  std::span<std::byte> bytes = std::as_writable_bytes(values);
  while (!bytes.empty()) {
    const ssize_t got = pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(position));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) throw RunError("cannot read an iterate back: its file is too short");
    if (got < 0) throw RunError(fmt::format("cannot read an iterate back: {}", std::strerror(errno)));
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    position += static_cast<std::size_t>(got);
  }
}

}  // namespace

SnapshotFile::SnapshotFile(const std::filesystem::path& folder)
    : file_(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
  if (file_.is_open()) return;
  try {
    // Some file systems only have files with names, which this one loses at once.
    file_ = make_partial_file(folder / "snapshots").file;
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
