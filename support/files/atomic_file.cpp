#include "support/files/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

/// Part of the names of unfinished files, and of files left by killed processes.
constexpr std::string_view partial_mark = ".partial-";

/// Protects the file from remove_abandoned_files() of other processes. The system releases the lock when the
/// last process with the open file ends. Without locks (some network file systems) nothing is removed either.
void lock_as_ours(const FileDescriptor& file) {
  flock(file.get(), LOCK_EX);
}

/// Paths of the temporaries of a process, where a handler of signals finds them without allocating.
struct Temporary {
  std::atomic<pid_t> process{0};  ///< 0: free
  std::array<char, 1024> path{};
};
std::array<Temporary, 16> temporaries;

void remember(const std::filesystem::path& path) {
  for (Temporary& each : temporaries) {
    if (each.process != 0 || path.native().size() >= each.path.size()) continue;
    path.native().copy(each.path.data(), path.native().size());
    each.path[path.native().size()] = '\0';
    each.process = getpid();
    return;
  }
}

void forget(const std::filesystem::path& path) {
  for (Temporary& each : temporaries)
    if (each.process == getpid() && path.native() == each.path.data()) each.process = 0;
}

/// Waits until the folder, which holds the file's name, has reached the disk. Some file systems refuse to
/// sync a folder; the file is complete even so.
void sync_folder_of(const std::filesystem::path& path) {
  const FileDescriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

/// Throws the errors that some file systems, as NFS, have for the bytes only when the file is closed.
void close_a_copy(const FileDescriptor& file) {
  const int copy = fcntl(file.get(), F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || close(copy) != 0) throw_system_error();
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(std::move(path)),
      temporary_(path_.parent_path() /
                 fmt::format(".{}{}{}", path_.filename().string(), partial_mark, random_ending())) {
  if (is_other_than_file(path_))
    throw ResultFileError("{}: exists and is not a regular file", path_.string());
  remember(temporary_);
  attempt("cannot be written", [&] { file_ = open_locked(temporary_, lock_as_ours); });
}

AtomicFile::~AtomicFile() {
  if (file_.is_open()) unlink(temporary_.c_str());
  forget(temporary_);
}

void AtomicFile::write(std::string_view text) {
  write(std::as_bytes(std::span(text)));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (pending_.size() + bytes.size() >= buffer_size) flush();
  if (bytes.size() >= buffer_size)
    attempt("cannot be written", [&] { file_.write_all(bytes); });
  else
    pending_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void AtomicFile::take_rights_of(const std::filesystem::path& other) {
  attempt("cannot be given its rights", [&] {
    struct stat status {};
    if (stat(other.c_str(), &status) != 0 || fchmod(file_.get(), status.st_mode & 0666) != 0)
      throw_system_error();
  });
}

void AtomicFile::flush() {
  attempt("cannot be written", [&] { file_.write_all(pending_); });
  pending_.clear();
}

void AtomicFile::commit(AfterPowerFailure wanted) {
  const bool wait_for_disk = wanted == AfterPowerFailure::file;
  flush();
  attempt("cannot be written to disk", [&] { wait_for_disk ? file_.sync() : close_a_copy(file_); });
  attempt("cannot be given its name", [&] {
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw_system_error();
  });
  file_.reset();  // only now: it is locked until then
  if (wait_for_disk) sync_folder_of(path_);
}

/// Gives up a file that could not take all its bytes, so that nothing can add to it or commit it.
template <class Step>
void AtomicFile::attempt(const char* refusal, const Step& step) {
  try {
    step();
  } catch (const std::system_error& error) {
    if (file_.is_open()) {
      unlink(temporary_.c_str());
      file_.reset();
    }
    throw ResultFileError("{}: {}: {}", path_.string(), refusal, error.code().message());
  }
}

void remove_temporaries() noexcept {
  for (const Temporary& each : temporaries)
    if (each.process == getpid()) unlink(each.path.data());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw ResultFileError("{}: cannot be made: {}", folder.string(), error.message());
}

void prepare_folder(const std::filesystem::path& folder) {
  make_folder(folder);
  remove_abandoned_files(folder);
  require_writable(folder / "probe");
}

void remove_abandoned_files(const std::filesystem::path& folder, const std::string& of) {
  for (const std::filesystem::path& path : folder_entries(folder)) {
    const std::string name = path.filename().string();
    const std::size_t mark = name.rfind(partial_mark);
    if (!name.starts_with('.') || mark == std::string::npos) continue;
    const std::string ending = name.substr(mark + partial_mark.size());
    const bool is_ours = ending.size() == random_ending().size() && is_hexadecimal(ending);
    if (!is_ours || (!of.empty() && name.substr(1, mark - 1) != of)) continue;
    const FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.is_open() && flock(file.get(), LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
  }
}

void write_atomically(const std::filesystem::path& path, std::string_view text, AfterPowerFailure wanted) {
  AtomicFile file(path);
  file.write(text);
  file.commit(wanted);
}

}  // namespace descent
