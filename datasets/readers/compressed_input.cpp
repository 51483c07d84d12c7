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
#include <cctype>
#include <ios>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "support/errors.hpp"

namespace descent {

namespace io = boost::iostreams;

/// A file whose first bytes can be looked at. Counts the bytes read from it.
struct PeekedFile {
  std::streamsize read(char* place, std::streamsize wanted) {
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

}  // namespace

bool ends_in(std::string_view name, std::string_view ending) {
  const auto small = [](unsigned char c) { return std::tolower(c); };
  return name.size() >= ending.size() &&
         std::ranges::equal(name.substr(name.size() - ending.size()), ending, {}, small, small);
}

std::string plain_name(const std::string& name) {
  for (const std::string_view ending : archive_endings)
    if (ends_in(name, ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

struct CompressedInput::Source {
  PeekedFile file;
  std::uint64_t unpacked_bytes = 0;
  bool at_start = true;
  io::filtering_istreambuf filters;  // complete only for a compressed file
};

CompressedInput::CompressedInput(const std::filesystem::path& path)
    : path_(path), source_(std::make_unique<Source>()) {
  std::error_code unknown;  // if the status is unknown, open() reports the error
  if (!std::filesystem::exists(path, unknown) && !unknown) throw DataError("{}: no such file", path.string());
  if (std::filesystem::is_directory(path, unknown))
    throw DataError("{}: is a folder, expected a file", path.string());
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw DataError("{}: cannot be opened for reading: {}", path.string(), system_reason());
  source_->file.file.open(descriptor, io::close_handle);
  std::string_view front;
  try {
    front = source_->file.peek(6);
  } catch (const std::ios_base::failure& error) {
    throw DataError("{}: cannot be read: {}", path_.string(), error.what());
  }
  const auto is_called = [&](const char* ending) { return ends_in(path.native(), ending); };
  auto& filters = source_->filters;
  // An archive's name also tells it, so that one with a damaged front is not read as text.
  if (front.starts_with("BZh") || is_called(".bz2"))
    filters.push(io::bzip2_decompressor(false, filter_buffer), filter_buffer);
  else if (front.starts_with("\x1f\x8b") || is_called(".gz"))
    filters.push(io::gzip_decompressor(io::gzip::default_window_bits, filter_buffer), filter_buffer);
  else if (front.starts_with("\xfd"
                             "7zXZ") ||
           is_called(".xz"))
    filters.push(io::lzma_decompressor(filter_buffer), filter_buffer);
  if (!filters.empty()) filters.push(SharedFile{&source_->file}, filter_buffer);
}

CompressedInput::~CompressedInput() = default;

std::size_t CompressedInput::read(std::span<char> block) {
  std::size_t filled = 0;
  try {
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
  } catch (const std::ios_base::failure& error) {
    const bool archive = source_->filters.is_complete();
    throw DataError(archive ? fmt::format("{}: damaged, cut off or no archive at all; fetch or pack it again",
                                          path_.string())
                            : fmt::format("{}: cannot be read: {}", path_.string(), error.what()));
  }
  const std::string_view text(block.data(), filled);
  if (std::exchange(source_->at_start, false) &&
      (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")))
    throw DataError("{}: is UTF-16 text; save it as UTF-8", path_.string());
  return filled;
}

void CompressedInput::judge_expansion() const {
  const std::uint64_t packed = source_->file.bytes, unpacked = source_->unpacked_bytes;
  if (unpacked <= free_expansion || unpacked <= most_expansion * packed) return;
  throw DataError("{}: unpacks to more than {} times its size; if that is what it should be, unpack it first",
                  path_.string(), most_expansion);
}

}  // namespace descent
