#include "plots/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "plots/errors.hpp"

namespace descent {
namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr std::string_view mark = ".partial-";  ///< of pictures that are being drawn as well

/// Hidden; the X are replaced so that no other file has the name.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  return path.parent_path() / fmt::format(".{}{}XXXXXX", path.filename().string(), mark);
}

bool is_temporary(const std::string& name) {
  return name.starts_with('.') && name.find(mark) != std::string::npos;
}

/// Locks the file for this process, which keeps it from remove_abandoned_files() of others; the system gives
/// that up when the process ends. Without locks (some network file systems) nothing is removed there either.
bool lock_file(int descriptor, int command) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(descriptor, command, &lock) == 0;
}

bool has_a_name(int descriptor) {
  struct stat about {};
  return fstat(descriptor, &about) != 0 || about.st_nlink > 0;
}

/// Removes the file unless a process is still writing it.
void remove_if_abandoned(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  if (lock_file(descriptor, F_SETLK)) unlink(file.c_str());
  close(descriptor);
}

/// What open() would give a new file: all may read and write, but for what the process masks out.
void give_usual_permissions(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
}

/// A rename reaches the disk with its folder. Some file systems refuse to sync a folder; the file is whole
/// even so.
void sync_folder(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ResultFileError(fmt::format("{}: exists and is not a regular file", path_.string()));
  }
  do {
    // Again, if another process has taken it for abandoned before it was locked.
    if (descriptor_ >= 0) close(descriptor_);
    std::string name = temporary_name(path_).string();
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be written");
    temporary_ = name;
    lock_file(descriptor_, F_SETLKW);
  } while (!has_a_name(descriptor_));
  give_usual_permissions(descriptor_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view text) {
  pending_.append(text);
  if (pending_.size() >= buffer_size) flush();
}

void AtomicFile::flush() {
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("cannot be written");
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  pending_.clear();
}

void AtomicFile::commit() {
  flush();
  if (fsync(descriptor_) != 0) fail("cannot be written to disk");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be given its name");
  close(std::exchange(descriptor_, -1));  // not before: it is locked until then
  sync_folder(path_);
}

void AtomicFile::fail(const char* action) {
  const std::string reason = std::strerror(errno);
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) unlink(temporary_.c_str());
  throw ResultFileError(fmt::format("{}: {}: {}", path_.string(), action, reason));
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw ResultFileError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

void remove_abandoned_files(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> abandoned;
  for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    if (is_temporary(file->path().filename().string())) abandoned.push_back(file->path());
  }
  for (const std::filesystem::path& file : abandoned) remove_if_abandoned(file);
}

void write_atomically(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace descent
