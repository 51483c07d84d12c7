#include "datasets/readers/libsvm_reader.hpp"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/short_decimal.hpp"
#include "support/errors.hpp"
#include "support/files/available_memory.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/scratch_file.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

// Bytes of entries that always fit into memory, and that are moved out of it at once.
constexpr std::uint64_t most_waiting = 64 << 20;
constexpr Index largest_index = std::numeric_limits<Index>::max();

constexpr bool ends_number(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
}

/// Whether what is written into the folder stays in memory. Throws std::system_error.
bool lies_in_memory(const std::filesystem::path& folder) {
  struct statfs system {};
  if (statfs(folder.c_str(), &system) != 0) throw_system_error();
  return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
}

/// An array whose size is not known yet. Blocks grow without copies, and those already copied into the final
/// array are given back, so that array and blocks never lie in memory together. (A large block is mapped from
/// and returned to the system on its own, and its unused part takes no memory.) Each block is half as
/// large as all before it together, up to a bound, so that a small file takes little.
template <class Element>
class Blocks {
 public:
  void push_back(Element element) {
    if (blocks_.empty() || blocks_.back().size() == blocks_.back().capacity())
      blocks_.emplace_back().reserve(std::clamp(size_ / 2, fewest, most));
    blocks_.back().push_back(element);
    ++size_;
  }
  std::size_t size() const { return size_; }

  /// Gives the elements so far to `write`, and their memory back; those that come after are kept anew.
  void move_out(const std::function<void(std::span<const std::byte>)>& write) {
    for (const std::vector<Element>& block : blocks_) write(std::as_bytes(std::span(block)));
    moved_ = size_;
    blocks_.clear();
  }
  std::size_t bytes_in_memory() const { return (size_ - moved_) * sizeof(Element); }

  std::vector<Element> gather() && {
    std::vector<Element> all;
    all.reserve(size_);
    for (std::vector<Element>& block : blocks_) {
      all.insert(all.end(), block.begin(), block.end());
      block = {};
    }
    return all;
  }

 private:
  static constexpr std::size_t fewest = std::size_t{1} << 10;
  static constexpr std::size_t most = std::size_t{1} << 22;
  std::vector<std::vector<Element>> blocks_;
  std::size_t size_ = 0;
  std::size_t moved_ = 0;
};

/// Takes the text piece by piece; what it knows of the line it is in outlives a piece, so that lines may be
/// of any length.
class LibsvmParser {
 public:
  LibsvmParser(const std::filesystem::path& path, const LibsvmOptions& options)
      : path_(path), most_in_memory_(options.most_in_memory), width_(options.minimum_width) {
    starts_.push_back(0);
  }

  /// `text` must end with '#' or one of the characters between numbers.
  void parse(std::string_view text) {
    text_ = text.data();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      if (*at == '#' || in_comment_) {
        const void* const line_end = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
        in_comment_ = line_end == nullptr;
        at = in_comment_ ? end : static_cast<const char*>(line_end);
      } else if (*at == ' ' || *at == '\t' || (*at == '\r' && at[1] == '\n')) {
        ++at;
      } else if (*at == '\n') {
        end_line(++at);
      } else {
        at = in_row_ ? parse_entry(at, end) : parse_label(at, end);
      }
    }
    text_offset_ += static_cast<std::uint64_t>(text.size());
    if (entries_.bytes_in_memory() > (scratch_ ? most_waiting : most_in_memory())) move_entries_out();
  }

  bool in_comment() const { return in_comment_; }

  [[noreturn]] void fail(const char* at, const std::string& message) const {
    const auto offset = text_offset_ + static_cast<std::uint64_t>(at - text_);
    throw DataError(fmt::format("{}:{}:{}: {}", path_.string(), line_, offset - line_offset_ + 1, message));
  }

  [[noreturn]] void fail_long(std::size_t bytes) {
    text_ = nullptr;
    fail(nullptr, fmt::format("expected a blank or a line end within {} bytes: is this LIBSVM text?", bytes));
  }

  RawSample finish() && {
    if (labels_.size() == 0) {
      throw DataError(
          fmt::format("{}: has no rows, expected lines of the form 'label index:value …'", path_.string()));
    }
    return {std::move(*this).rows(), std::move(labels_).gather(), inexact_};
  }

 private:
  /// What entries in memory may take while none has been moved out: half of what is free when they begin to
  /// be many.
  std::uint64_t most_in_memory() {
    if (!most_in_memory_ && entries_.bytes_in_memory() > most_waiting)
      most_in_memory_ = most_waiting + available_memory() / 2;
    return most_in_memory_.value_or(most_waiting);
  }

  void move_entries_out() {
    try {
      if (!scratch_) {
        const std::filesystem::path folder = std::filesystem::temp_directory_path();
        if (lies_in_memory(folder)) fail_in_memory(folder);
        scratch_ = std::make_shared<ScratchFile>(folder);
      }
      entries_.move_out([this](std::span<const std::byte> bytes) { scratch_->append(bytes); });
    } catch (const std::system_error& error) {
      throw DataError(
          fmt::format("{}: its first {} nonzeros do not fit into memory, nor into the folder for "
                      "temporary files, which TMPDIR names: {}",
                      path_.string(), with_thousands(entries_.size()), error.code().message()));
    }
  }

  [[noreturn]] void fail_in_memory(const std::filesystem::path& folder) const {
    throw DataError(
        fmt::format("{}: its first {} nonzeros do not fit into memory, where the folder for temporary "
                    "files, {}, lies as well: TMPDIR must name a folder on a disk, for instance /var/tmp",
                    path_.string(), with_thousands(entries_.size()), folder.string()));
  }

  SparseMatrix rows() && {
    if (!scratch_) return {std::move(starts_).gather(), std::move(entries_).gather(), width_};
    move_entries_out();
    return {std::move(starts_).gather(), mapped_entries(), width_, scratch_};
  }

  std::span<Entry> mapped_entries() {
    try {
      return {reinterpret_cast<Entry*>(scratch_->map().data()), entries_.size()};
    } catch (const std::system_error& error) {
      throw DataError(
          fmt::format("{}: its {} nonzeros, in the folder for temporary files, which TMPDIR names, "
                      "cannot be mapped: {}",
                      path_.string(), with_thousands(entries_.size()), error.code().message()));
    }
  }

  void end_line(const char* next) {
    if (in_row_) starts_.push_back(static_cast<Offset>(entries_.size()));
    in_row_ = false;
    previous_index_ = 0;
    ++line_;
    line_offset_ = text_offset_ + static_cast<std::uint64_t>(next - text_);
  }

  const char* parse_label(const char* at, const char* end) {
    double label = 0;
    const char* const stop = parse_number(at, at, end, "a label", label);
    if (*stop == ':') fail(at, fmt::format("a line starts with its label, got {}", quoted(at, end)));
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the label, got {}", quoted(stop, end)));
    if (labels_.size() == largest_index) fail(at, "more rows than a 32-bit index counts");
    labels_.push_back(label);
    in_row_ = true;
    return stop;
  }

  const char* parse_entry(const char* at, const char* end) {
    std::int64_t index = 0;
    const char* colon = at;
    for (; *colon >= '0' && *colon <= '9' && index <= largest_index; ++colon)
      index = 10 * index + (*colon - '0');
    if (*colon != ':' || index <= previous_index_ || index > largest_index) fail_index(at, end);
    double number = 0;
    const char* const stop = parse_number(at, colon + 1, end, "a value", number);
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the value, got {}", quoted(stop, end)));
    const auto value = static_cast<Value>(number);
    if (!std::isfinite(value)) {
      fail(colon + 1, fmt::format("beyond the range of float: {} (build with -DDESCENT_VALUE=double)",
                                  quoted(colon + 1, end)));
    }
    previous_index_ = static_cast<Index>(index);
    if (static_cast<double>(value) != number) ++inexact_;
    if (value != 0) entries_.push_back({previous_index_ - 1, value});
    width_ = std::max(width_, previous_index_);
    return stop;
  }

  /// The number at `at`, which belongs to the token that starts at `token`.
  const char* parse_number(const char* token, const char* at, const char* end, const char* what,
                           double& number) const {
    if (const ShortDecimal decimal = read_short_decimal(at); decimal.end != nullptr) {
      number = decimal.value;
      return decimal.end;
    }
    const char* const digits = at + (*at == '+' && at[1] != '-' ? 1 : 0);
    auto [stop, error] = std::from_chars(digits, end, number);
    if (error == std::errc::result_out_of_range) {  // too small is as good as zero, too large is an error
      long double wide = 0;
      if (std::from_chars(digits, end, wide).ec == std::errc{})
        number = static_cast<double>(wide);
      else
        number = std::numeric_limits<double>::infinity();
    } else if (error != std::errc{}) {
      fail(at, fmt::format("expected {} (a number), got {}", what, quoted(token, end)));
    }
    if (!std::isfinite(number))
      fail(at, fmt::format("expected {} that is finite, got {}", what, quoted(token, end)));
    return stop;
  }

  [[noreturn]] void fail_index(const char* at, const char* end) const {
    const std::string token = quoted(at, end);
    Index index = 0;
    const auto [stop, error] = std::from_chars(at, end, index);
    if (error == std::errc::result_out_of_range) {
      fail(at, fmt::format("the largest index is {}, got {}", largest_index, token));
    }
    if (error == std::errc{} && (*stop == '.' || *stop == 'e'))
      fail(at, "an index is an integer, got " + token);
    if (error != std::errc{} || *stop != ':') fail(at, "expected index:value, got " + token);
    if (index < 1) fail(at, "indices count from 1, got " + token);
    fail(at, fmt::format("indices ascend in a line, got {} after {}", index, previous_index_));
  }

  /// The token at `at` for a message.
  static std::string quoted(const char* at, const char* end) {
    const char* stop = std::find_if(at, end, [](char c) { return ends_number(c) && c != '\r'; });
    if (stop != at && stop != end && stop[-1] == '\r' && *stop == '\n') --stop;
    return quoted_token({at, static_cast<std::size_t>(stop - at)});
  }

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_in_memory_;
  Index width_;
  Blocks<Entry> entries_;
  std::shared_ptr<ScratchFile> scratch_;  // where entries go when there are too many for memory
  Blocks<Offset> starts_;
  Blocks<double> labels_;
  Offset inexact_ = 0;

  const char* text_ = nullptr;
  std::uint64_t text_offset_ = 0;  // bytes of the file before text_
  std::uint64_t line_offset_ = 0;  // bytes of the file before this line
  std::uint64_t line_ = 1;
  Index previous_index_ = 0;  // as written, from 1
  bool in_row_ = false;       // the label has been read
  bool in_comment_ = false;
};

/// How much of the text can be parsed without cutting a number: all up to its last blank, line end or '#'.
std::size_t whole_numbers(std::string_view text) {
  return text.find_last_of(" \n\t#") + 1;
}

}  // namespace

void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows) {
  constexpr std::int64_t always_taken = 10'000'000;
  const char* const chosen = std::getenv("DESCENT_MAX_FEATURES");
  Index most = static_cast<Index>(std::clamp<std::int64_t>(rows.nonzeros(), always_taken, largest_index));
  if (chosen != nullptr && *chosen != '\0') {
    const std::string_view text = chosen;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), most);
    if (error != std::errc{} || stop != text.data() + text.size() || most < 1) {
      throw ConfigError(fmt::format(
          "the environment variable DESCENT_MAX_FEATURES must be a whole number from 1 to {}, got {}",
          largest_index, quoted_token(text)));
    }
  }
  if (rows.inner_size() <= most) return;
  throw DataError(fmt::format(
      "{}: has an index of {}, and memory grows with the largest; at most {} features are taken, or as many "
      "as there are nonzeros: DESCENT_MAX_FEATURES={} in the environment allows it",
      path.string(), rows.inner_size(), with_thousands(static_cast<std::uint64_t>(most)), rows.inner_size()));
}

RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options) {
  CompressedInput input(path);
  LibsvmParser parser(path, options);
  std::vector<char> block(std::max<std::size_t>(options.block_bytes, 16));
  std::size_t kept = 0;  // bytes at the front that belong to a number cut by the previous block's end
  for (bool at_end = false; !at_end;) {
    const std::span<char> room(block.begin() + static_cast<std::ptrdiff_t>(kept), block.end() - 1);
    const std::size_t count = input.read(room);
    std::size_t filled = kept + count;
    at_end = count < room.size();
    if (at_end) block[filled++] = '\n';  // what the last line may lack; else an empty line more
    const std::string_view text(block.data(), filled);
    std::size_t whole = whole_numbers(text);
    if (whole == 0 && parser.in_comment()) whole = filled;
    parser.parse(text.substr(0, whole));
    kept = filled - whole;
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(whole), kept, block.begin());
    if (kept == block.size() - 1) parser.fail_long(kept);
  }
  return std::move(parser).finish();
}

}  // namespace descent
