#include "support/files/cache_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "support/files/partial_file.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

/// A file without a name, which a process that is killed does not leave behind; on file systems that do not
/// have such, one under a temporary name.
class TemporaryFile {
 public:
  TemporaryFile(const Path& folder, const Path& path)
      : partial_{{}, FileDescriptor(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600))} {
    if (!partial_.file.is_open()) partial_ = make_partial_file(path);
  }

  void take_rights_of(const Path& like) {
    struct stat status {};
    if (stat(like.c_str(), &status) != 0 || fchmod(partial_.file.get(), status.st_mode & 0666) != 0)
      throw_system_error();
  }

  void write(std::span<const std::byte> bytes) { partial_.file.write_all(bytes); }

  /// Gives it its name, in place of an older file.
  void publish(const Path& path) {
    if (!has_name()) {
      if (link_as(path)) return;
      // Made and removed again only for a name that is free: a link takes none that is there.
      const Path name = make_partial_file(path).name.path();
      if (!link_as(name)) throw_system_error();
      partial_.name = TemporaryName(name);
    }
    partial_.file.close();
    partial_.name.become(path);
  }

 private:
  bool has_name() const { return !partial_.name.path().empty(); }

  bool link_as(const Path& path) const {
    const std::string here = fmt::format("/proc/self/fd/{}", partial_.file.get());
    return linkat(AT_FDCWD, here.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  PartialFile partial_;
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
