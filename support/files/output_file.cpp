#include "support/files/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/own_files.hpp"
#include "support/numbers/number_of.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

/// The number of a descriptor of this process: 1 for /dev/stdout, N for /dev/fd/N.
std::optional<int> descriptor_named(const fs::path& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  const bool is_descriptor = path.parent_path() == "/dev/fd" || path.parent_path() == "/proc/self/fd";
  return is_descriptor ? number_of<int>(path.filename().string()) : std::nullopt;
}

/// The file at the end of a chain of links; it need not be there.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++links)
    path = path.parent_path() / fs::read_symlink(path);
  return path;
}

/// A copy of one of this process's descriptors, which shares its position, or the opened device or pipe. Not
/// open for a regular file.
FileDescriptor stream_of(const fs::path& path) {
  const std::optional<int> descriptor = descriptor_named(path);
  if (descriptor) std::fflush(stdout);
  FileDescriptor stream;
  if (descriptor || fs::is_other(path))
    stream = FileDescriptor(descriptor ? fcntl(*descriptor, F_DUPFD_CLOEXEC, 0)
                                       : open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!stream.is_open() && (descriptor || fs::is_other(path)))
    throw ResultFileError("{}: cannot be opened for writing: {}", path.string(), system_reason());
  return stream;
}

void require_replaceable(const fs::path& path) {
  if (fs::is_directory(path)) throw ConfigError("{}: is a folder", path.string());
  struct stat status {};
  constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
  // Root may write everything.
  if (stat(path.c_str(), &status) != 0) return;
  if ((status.st_mode & any_write) == 0 || access(path.c_str(), W_OK) != 0)
    throw ConfigError("{}: has no write permission", path.string());
  if (is_own_file(path))
    throw ConfigError("{}: belongs to a folder of results; write to another file", path.string());
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, std::span<const fs::path> inputs) : path_(path) {
  for (const fs::path& input : inputs)
    if (!input.empty() && is_one_file(path, input))
      throw ConfigError("{}: is read or written by this command already; write to another file",
                        path.string());
  stream_ = stream_of(path);
  if (stream_.is_open()) return;
  const fs::path target = followed(path);
  require_replaceable(target);
  remove_abandoned_files(folder_of(target), target.filename().string());
  file_.emplace(target);
  if (!fs::exists(target)) return;
  file_->take_rights_of(target);
  wanted_ = AfterPowerFailure::file;  // the older one may be from elsewhere
}

void OutputFile::write(std::string_view text) {
  if (file_) return file_->write(text);
  try {
    stream_.write_all(text);
  } catch (const std::system_error& error) {
    throw ResultFileError("{}: cannot be written: {}", path_.string(), error.code().message());
  }
}

void OutputFile::commit() {
  if (file_) file_->commit(wanted_);
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

}  // namespace descent
