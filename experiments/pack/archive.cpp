#include "experiments/pack/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

struct FreeArchive {
  void operator()(archive* reading_or_writing) const { archive_free(reading_or_writing); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;

constexpr std::size_t block = 1 << 16;

/// Throws when the library has refused.
void require(int status, archive* of, const fs::path& path) {
  if (status == ARCHIVE_OK) return;
  const char* const reason = archive_error_string(of);
  throw ResultFileError(
      fmt::format("{}: {}", path.string(), reason == nullptr ? "not an archive" : printable(reason, 200)));
}

void write_bytes(std::string_view bytes, archive* to, const fs::path& path) {
  if (archive_write_data(to, bytes.data(), bytes.size()) != static_cast<la_ssize_t>(bytes.size()))
    require(ARCHIVE_FATAL, to, path);
}

void write_entry(const std::string& name, const PackedFile& packed, archive* to, const fs::path& path) {
  std::ifstream file;
  std::uint64_t size = packed.text.size();
  if (!packed.file.empty()) {
    file.open(packed.file, std::ios::binary);
    if (!file)
      throw ResultFileError(
          fmt::format("{}: cannot be opened for reading: {}", packed.file.string(), system_reason()));
    std::error_code error;
    size = fs::file_size(packed.file, error);
    if (error)
      throw ResultFileError(fmt::format("{}: cannot be read: {}", packed.file.string(), error.message()));
  }
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
  archive_entry_set_mtime(entry.get(), 0, 0);
  require(archive_write_header(to, entry.get()), to, path);
  write_bytes(packed.text, to, path);
  if (packed.file.empty()) return;
  std::array<char, block> buffer;  // not initialised
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0) {
    const auto count = static_cast<std::size_t>(file.gcount());
    write_bytes({buffer.data(), count}, to, path);
    size -= std::min<std::uint64_t>(size, count);
  }
  // The archive would fill with zeros what is missing.
  if (file.bad() || size > 0)
    throw ResultFileError(fmt::format("{}: cannot be read to its end: {}", packed.file.string(),
                                      file.bad() ? system_reason() : "it has become shorter meanwhile"));
}

/// Throws unless the name leads to a place inside, by names alone.
void require_inside(const std::string& name, const fs::path& archive_path) {
  const fs::path path = name;
  bool is_inside = !name.empty() && path.is_relative() && name.find('\0') == std::string::npos;
  for (const fs::path& part : path) is_inside = is_inside && part != ".." && part != ".";
  if (!is_inside)
    throw ResultFileError(fmt::format("{}: the entry {} leads out of the archive", archive_path.string(),
                                      printable(name, 200)));
}

class Unpacking {
 public:
  Unpacking(const fs::path& path, const fs::path& folder, const UnpackLimits& limits)
      : path_(path), folder_(folder), limits_(limits), archive_(archive_read_new()) {
    if (!std::ifstream(path_))  // of which the library gives no reason
      throw ResultFileError(
          fmt::format("{}: cannot be opened for reading: {}", path_.string(), system_reason()));
    require(archive_read_support_format_tar(archive_.get()), archive_.get(), path_);
    require(archive_read_support_filter_zstd(archive_.get()), archive_.get(), path_);
    require(archive_read_open_filename(archive_.get(), path_.c_str(), block), archive_.get(), path_);
  }

  /// False at the end of the archive.
  bool unpack_next() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    require(status, archive_.get(), path_);
    const char* const text = archive_entry_pathname(entry);
    std::string name = text == nullptr ? "" : text;
    require_inside(name, path_);
    if (++files_ > limits_.most_files) fail(name, fmt::format("is one of more than {}", limits_.most_files));
    const bool is_link = archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr;
    if (is_link || (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR))
      fail(name, "is neither a file nor a folder");
    if (archive_entry_filetype(entry) == AE_IFREG) unpack_file(name);
    return true;
  }

 private:
  void unpack_file(const std::string& name) {
    const fs::path path = folder_ / name;
    make_folder(path.parent_path());
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file.is_open()) fail(name, errno == EEXIST ? "stands there twice" : system_reason());
    std::array<std::byte, block> buffer;  // not initialised
    while (true) {
      const la_ssize_t count = archive_read_data(archive_.get(), buffer.data(), buffer.size());
      if (count == 0) return;
      if (count < 0) require(ARCHIVE_FATAL, archive_.get(), path_);
      bytes_ += static_cast<std::uint64_t>(count);
      if (bytes_ > limits_.most_bytes)
        fail(name, fmt::format("brings it to more than {} bytes", limits_.most_bytes));
      try {
        file.write_all(std::span(buffer).first(static_cast<std::size_t>(count)));
      } catch (const std::system_error& error) {
        throw ResultFileError(
            fmt::format("{}: cannot be written: {}", path.string(), error.code().message()));
      }
    }
  }

  [[noreturn]] void fail(const std::string& name, std::string_view what) const {
    throw ResultFileError(fmt::format("{}: the entry {} {}", path_.string(), printable(name, 200), what));
  }

  const fs::path& path_;
  const fs::path& folder_;
  const UnpackLimits& limits_;
  Archive archive_;
  std::uint64_t bytes_ = 0;
  std::size_t files_ = 0;
};

}  // namespace

void write_archive(const fs::path& path, const std::string& first,
                   const std::map<std::string, PackedFile>& files) {
  remove_abandoned_files(folder_of(path), path.filename().string());
  AtomicFile out(path);
  const Archive archive(archive_write_new());
  require(archive_write_add_filter_zstd(archive.get()), archive.get(), path);
  require(archive_write_set_filter_option(archive.get(), "zstd", "compression-level", "15"), archive.get(),
          path);
  require(archive_write_set_format_pax_restricted(archive.get()), archive.get(), path);
  // Names are bytes: they would be translated by the locale, and in "C" none has letters beyond ASCII.
  require(archive_write_set_options(archive.get(), "hdrcharset=BINARY"), archive.get(), path);
  require(archive_write_open_fd(archive.get(), out.descriptor()), archive.get(), path);
  write_entry(first, files.at(first), archive.get(), path);
  for (const auto& [name, packed] : files) {
    if (name != first) write_entry(name, packed, archive.get(), path);
  }
  require(archive_write_close(archive.get()), archive.get(), path);
  out.commit();
}

void unpack_archive(const fs::path& archive, const fs::path& folder, const UnpackLimits& limits) {
  Unpacking unpacking(archive, folder, limits);
  while (unpacking.unpack_next()) {
  }
}

}  // namespace descent
