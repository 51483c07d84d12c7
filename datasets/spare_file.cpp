#include "datasets/spare_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

namespace descent {
namespace {

using Path = std::filesystem::path;

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category());
}

/// Hidden; the X are replaced so that no other file has the name.
std::string temporary_name(const Path& path) {
  return (path.parent_path() / fmt::format(".{}.partial-XXXXXX", path.filename().string())).string();
}

/// A file without a name, which a process that is killed does not leave behind; on file systems that do not
/// have such, one under a temporary name.
class TemporaryFile {
 public:
  TemporaryFile(const Path& folder, const Path& path)
      : descriptor_(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)) {
    if (descriptor_ >= 0) return;
    name_ = temporary_name(path);
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail();
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void take_rights_of(const Path& like) {
    struct stat status {};
    if (stat(like.c_str(), &status) != 0 || fchmod(descriptor_, status.st_mode & 0666) != 0) fail();
  }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) fail();
      if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  /// Gives it its name, in place of an older file.
  void publish(const Path& path) {
    if (name_.empty() && link_as(path.c_str())) return;
    if (name_.empty()) {
      std::string name = temporary_name(path);
      // Only for a name that is free: a link takes none that is there.
      const int placeholder = mkostemp(name.data(), O_CLOEXEC);
      if (placeholder < 0) fail();
      close(placeholder);
      unlink(name.c_str());
      if (!link_as(name.c_str())) fail();
      name_ = name;
    }
    if (close(std::exchange(descriptor_, -1)) != 0) fail();
    if (std::rename(name_.c_str(), path.c_str()) != 0) fail();
    name_.clear();
  }

 private:
  bool link_as(const char* path) const {
    const std::string here = fmt::format("/proc/self/fd/{}", descriptor_);
    return linkat(AT_FDCWD, here.c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
  }

  std::string name_;  ///< empty while it has none, and when it has its final one
  int descriptor_;
};

bool has_file_size_limit() {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

bool is_meant_to_be_written(const Path& folder) {
  using std::filesystem::perms;
  const perms writers = perms::owner_write | perms::group_write | perms::others_write;
  return (std::filesystem::status(folder).permissions() & writers) != perms::none;
}

}  // namespace

bool write_spare_file(const Path& path, const Path& like,
                      const std::function<void(const ByteSink&)>& content) {
  try {
    const Path folder = path.has_parent_path() ? path.parent_path() : Path(".");
    if (has_file_size_limit() || !is_meant_to_be_written(folder)) return false;
    TemporaryFile file(folder, path);
    file.take_rights_of(like);
    content([&file](std::span<const std::byte> bytes) { file.write(bytes); });
    file.publish(path);
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace descent
