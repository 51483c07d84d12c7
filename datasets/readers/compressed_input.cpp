#include "datasets/readers/compressed_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/iostreams/chain.hpp>
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <fstream>
#include <ios>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/text/ends_in.hpp"

namespace descent {

namespace io = boost::iostreams;

/// A file, up to its end or to `end`, whose first bytes can be looked at. Counts the bytes read from it.
struct PeekedFile {
  std::streamsize read(char* place, std::streamsize wanted) {
    if (bytes >= end) return -1;
    wanted = static_cast<std::streamsize>(
        std::min<std::uint64_t>(end - bytes, static_cast<std::uint64_t>(wanted)));
    const auto kept = std::min<std::streamsize>(wanted, std::ssize(first));
    std::copy_n(first.begin(), kept, place);
    first.erase(0, static_cast<std::size_t>(kept));
    const std::streamsize count = kept > 0 ? kept : file.read(place, wanted);
    if (count > 0) bytes += static_cast<std::uint64_t>(count);
    return count;
  }
  /// At most `most` bytes of the front, which are read again.
  std::string_view peek(std::size_t most) {
    first.resize(most);
    std::size_t filled = 0;
    while (filled < most) {
      const std::streamsize count =
          file.read(first.data() + filled, static_cast<std::streamsize>(most - filled));
      if (count <= 0) break;
      filled += static_cast<std::size_t>(count);
    }
    first.resize(filled);
    return first;
  }

  io::file_descriptor_source file;
  std::string first;
  std::uint64_t bytes = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

namespace {

constexpr std::streamsize filter_buffer = 1 << 18;

/// The same as a source of filters, which copy it.
struct SharedFile {
  using char_type = char;
  using category = io::source_tag;
  std::streamsize read(char* place, std::streamsize wanted) { return file->read(place, wanted); }
  PeekedFile* file;
};

/// The length of a file without the zeros at its end.
std::uint64_t bytes_before_zeros(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<char> block(filter_buffer);
  for (std::streamoff end = file.tellg(); end > 0;) {
    const std::streamoff begin = std::max<std::streamoff>(0, end - filter_buffer);
    if (!file.seekg(begin).read(block.data(), end - begin)) break;
    for (; end > begin; --end)
      if (block[static_cast<std::size_t>(end - begin - 1)] != 0) return static_cast<std::uint64_t>(end);
  }
  return 0;
}

}  // namespace

std::string plain_name(const std::string& name) {
  for (const std::string_view ending : archive_endings)
    if (ends_in(name, ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

struct CompressedInput::Source {
  Source(const std::filesystem::path& path, std::uint64_t end);
  PeekedFile file;
  std::uint64_t unpacked_bytes = 0;
  io::filtering_istreambuf filters;  // complete only for a compressed file
};

CompressedInput::Source::Source(const std::filesystem::path& path, std::uint64_t end) {
  std::error_code unknown;  // if the status is unknown, open() reports the error
  if (!std::filesystem::exists(path, unknown) && !unknown) throw DataError("{}: no such file", path.string());
  if (std::filesystem::is_directory(path, unknown))
    throw DataError("{}: is a folder, expected a file", path.string());
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw DataError("{}: cannot be opened for reading: {}", path.string(), system_reason());
  file.file.open(descriptor, io::close_handle);
  file.end = end;
  std::string_view front;
  try {
    front = file.peek(6);
  } catch (const std::ios_base::failure& error) {
    throw DataError("{}: cannot be read: {}", path.string(), error.what());
  }
  const auto is_called = [&](const char* ending) { return ends_in(path.native(), ending); };
  // An archive's name also tells it, so that one with a damaged front is not read as text.
  if (front.starts_with("BZh") || is_called(".bz2"))
    filters.push(io::bzip2_decompressor(false, filter_buffer), filter_buffer);
  else if (front.starts_with("\x1f\x8b") || is_called(".gz"))
    filters.push(io::gzip_decompressor(io::gzip::default_window_bits, filter_buffer), filter_buffer);
  else if (front.starts_with("\xfd"
                             "7zXZ") ||
           is_called(".xz"))
    filters.push(io::lzma_decompressor(filter_buffer), filter_buffer);
  if (!filters.empty()) filters.push(SharedFile{&file}, filter_buffer);
}

CompressedInput::CompressedInput(const std::filesystem::path& path)
    : path_(path), source_(std::make_unique<Source>(path, std::numeric_limits<std::uint64_t>::max())) {}

CompressedInput::~CompressedInput() = default;

std::size_t CompressedInput::fill(std::span<char> block) {
  std::size_t filled = 0;
  while (filled < block.size()) {
    char* const place = block.data() + filled;
    const auto wanted = static_cast<std::streamsize>(block.size() - filled);
    const std::streamsize count = source_->filters.is_complete() ? source_->filters.sgetn(place, wanted)
                                                                 : source_->file.read(place, wanted);
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
    if (source_->filters.is_complete()) {
      source_->unpacked_bytes += static_cast<std::uint64_t>(count);
      judge_expansion();
    }
  }
  return filled;
}

std::size_t CompressedInput::read(std::span<char> block) {
  const bool is_archive = source_->filters.is_complete();
  std::size_t filled = 0;
  try {
    // After begin_again(): once more past what was read before.
    while (is_archive && source_->unpacked_bytes < bytes_read_ &&
           fill(block.first(std::min(block.size(), bytes_read_ - source_->unpacked_bytes))) > 0) {
    }
    filled = fill(block);
  } catch (const std::ios_base::failure& error) {
    if (!is_archive) throw DataError("{}: cannot be read: {}", path_.string(), error.what());
    if (begin_again()) return read(block);
    throw DataError("{}: damaged, cut off or no archive at all; fetch or pack it again", path_.string());
  }
  const std::string_view text(block.data(), filled);
  const bool has_zero = text.substr(0, 2).find('\0') != std::string_view::npos;
  if (bytes_read_ == 0 && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || has_zero))
    throw DataError("{}: is UTF-16 text{}; save it as UTF-8", path_.string(), has_zero ? ", or no text" : "");
  bytes_read_ += filled;
  return filled;
}

/// Zeros behind an archive look like damage. Its own checksum and length may end in zeros, too, so each try
/// takes one more of the zeros to belong to it.
bool CompressedInput::begin_again() {
  constexpr std::uint64_t most_own_zeros = 8;
  if (!is_file(path_) || own_zeros_ > most_own_zeros) return false;
  const std::uint64_t end = bytes_before_zeros(path_) + own_zeros_++;
  if (end >= std::filesystem::file_size(path_)) return false;
  source_.reset();  // its buffers first
  source_ = std::make_unique<Source>(path_, end);
  return true;
}

void CompressedInput::judge_expansion() const {
  const std::uint64_t packed = source_->file.bytes, unpacked = source_->unpacked_bytes;
  if (unpacked <= free_expansion || unpacked <= most_expansion * packed) return;
  throw DataError("{}: unpacks to more than {} times its size; if that is what it should be, unpack it first",
                  path_.string(), most_expansion);
}

}  // namespace descent
