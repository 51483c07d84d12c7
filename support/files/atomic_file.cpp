#include "support/files/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>
#include <utility>
#include <vector>

#include "support/errors.hpp"

namespace descent {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

/// So are pictures that are being drawn.
bool is_temporary(const std::string& name) {
  return name.starts_with('.') && name.find(partial_mark) != std::string::npos;
}

/// Locks the file for this process, which keeps it from remove_abandoned_files() of others; the system gives
/// that up when the process ends. Without locks (some network file systems) nothing is removed there either.
bool lock_file(const FileDescriptor& file, int command) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(file.get(), command, &lock) == 0;
}

bool has_a_name(const FileDescriptor& file) {
  struct stat about {};
  return fstat(file.get(), &about) != 0 || about.st_nlink > 0;
}

/// Removes the file unless a process is still writing it.
void remove_if_abandoned(const std::filesystem::path& path) {
  const FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (file.is_open() && lock_file(file, F_SETLK)) unlink(path.c_str());
}

/// What open() would give a new file: all may read and write, but for what the process masks out.
void give_usual_permissions(const FileDescriptor& file) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file.get(), 0666 & ~mask);
}

PartialFile make_locked_file(const std::filesystem::path& path) {
  while (true) {
    PartialFile partial = make_partial_file(path);
    lock_file(partial.file, F_SETLKW);
    // Again, if another process has taken it for abandoned before it was locked.
    if (has_a_name(partial.file)) return partial;
  }
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ResultFileError(fmt::format("{}: exists and is not a regular file", path_.string()));
  }
  attempt("cannot be written", [&] { partial_ = make_locked_file(path_); });
  give_usual_permissions(partial_.file);
}

void AtomicFile::write(std::string_view text) {
  pending_.append(text);
  if (pending_.size() >= buffer_size) flush();
}

void AtomicFile::flush() {
  attempt("cannot be written", [&] { partial_.file.write_all(pending_); });
  pending_.clear();
}

void AtomicFile::commit() {
  flush();
  attempt("cannot be written to disk", [&] { partial_.file.sync(); });
  attempt("cannot be given its name", [&] { partial_.name.become(path_); });
  partial_.file.reset();  // not before: it is locked until then
  sync_folder_of(path_);
}

/// A file that could not take all its bytes is given up, so that nothing can be added to it or commit it.
template <class Step>
void AtomicFile::attempt(const char* refusal, const Step& step) {
  try {
    step();
  } catch (const std::system_error& error) {
    partial_.file.reset();
    partial_.name.remove();
    throw ResultFileError(fmt::format("{}: {}: {}", path_.string(), refusal, error.code().message()));
  }
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
