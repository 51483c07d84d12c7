// Preloaded into `descent`, makes every change of files in one folder fail from the k-th on, like a full or
// read-only file system. Changes are counted over all processes with the same counter. Environment:
//   DESCENT_DISK_FOLDER   the folder, absolute and without links
//   DESCENT_DISK_COUNTER  a file of eight bytes, finally the number of requested changes
//   DESCENT_DISK_FAILS_AT k, from 1; 0 only counts
//   DESCENT_DISK_ERROR    ENOSPC (the default) or EROFS

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

/// The system's function that ours replaces.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string environment(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? "" : text;
}

std::uint64_t* shared_counter() {
  const int descriptor = next<int(const char*, int, ...)>("open")(environment("DESCENT_DISK_COUNTER").c_str(),
                                                                  O_RDWR | O_CLOEXEC);
  void* const memory =
      mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (descriptor >= 0) close(descriptor);
  if (memory == MAP_FAILED) std::abort();  // a trial without fault must not pass
  return static_cast<std::uint64_t*>(memory);
}

/// Counts a change; true, with errno set, if it must fail.
bool is_refused() {
  static std::uint64_t* const counter = shared_counter();
  static const std::uint64_t first = std::strtoull(environment("DESCENT_DISK_FAILS_AT").c_str(), nullptr, 10);
  static const int error = environment("DESCENT_DISK_ERROR") == "EROFS" ? EROFS : ENOSPC;
  const std::uint64_t change = ++std::atomic_ref(*counter);
  if (first == 0 || change < first) return false;
  errno = error;
  return true;
}

/// True if a path without links is the folder or inside it.
bool is_inside(const std::string& path) {
  static const std::string folder = environment("DESCENT_DISK_FOLDER");
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_inside(const char* path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return !error && is_inside(std::filesystem::weakly_canonical(absolute, error).string()) && !error;
}

/// True if the open file is in the folder, with or without a name. Folders do not count: syncing their names
/// is requested but not required.
bool is_inside(int descriptor) {
  struct stat about {};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(link.c_str(), path, sizeof path);
  return length > 0 && is_inside(std::string(path, static_cast<std::size_t>(length)));
}

bool makes_a_file(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (is_inside(descriptor) && is_refused()) return -1;
  return next<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t position) {
  if (is_inside(descriptor) && is_refused()) return -1;
  return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes, count, position);
}

int fsync(int descriptor) {
  if (is_inside(descriptor) && is_refused()) return -1;
  return next<int(int)>("fsync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  if (is_inside(to) && is_refused()) return -1;
  return next<int(const char*, const char*)>("rename")(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
  // An existing folder is no change.
  if (access(path, F_OK) != 0 && is_inside(path) && is_refused()) return -1;
  return next<int(const char*, mode_t)>("mkdir")(path, mode);
}

int mkostemp(char* name, int flags) {
  if (is_inside(name) && is_refused()) return -1;
  return next<int(char*, int)>("mkostemp")(name, flags);
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = makes_a_file(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (makes_a_file(flags) && is_inside(path) && is_refused()) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

}  // extern "C"
