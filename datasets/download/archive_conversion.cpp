#include "datasets/download/conversions.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t bytes_at_once = 1 << 16;
constexpr std::size_t most_names = 100;  // in a message

struct FreeArchive {
  void operator()(archive* reading) const { archive_free(reading); }
};

/// A tar archive, read once from front to back.
class ArchiveReader {
 public:
  explicit ArchiveReader(const std::filesystem::path& path) : path_(path), archive_(archive_read_new()) {
    for (const auto support : {archive_read_support_format_tar, archive_read_support_filter_bzip2,
                               archive_read_support_filter_gzip, archive_read_support_filter_xz})
      require(support(archive_.get()));
    require(archive_read_open_filename(archive_.get(), path_.c_str(), bytes_at_once));
  }

  /// Goes to the first file whose path is `member` or ends in it. Throws DataError if there is none.
  void go_to(const std::string& member) {
    std::vector<std::string> names;
    archive_entry* entry = nullptr;
    while (true) {
      const int status = archive_read_next_header(archive_.get(), &entry);
      if (status == ARCHIVE_EOF) break;
      require(status);
      const char* const text = archive_entry_pathname(entry);
      if (text == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
      const std::string name = text;
      if (name == member || name.ends_with("/" + member)) return;
      if (names.size() < most_names) names.push_back(printable(name, 200));
    }
    throw DataError("{}: has no member {}; its members are {}", path_.string(), member,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  }

  /// Fills `block` from its front with the member's next bytes; fewer at its end.
  std::size_t read(std::span<char> block) {
    const la_ssize_t count = archive_read_data(archive_.get(), block.data(), block.size());
    if (count < 0) require(ARCHIVE_FATAL);  // fatal even for a warning: the call may have lost bytes
    return static_cast<std::size_t>(count);
  }

 private:
  /// Throws DataError for an error of libarchive, not for a warning.
  void require(int status) const {
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN) return;
    const char* const reason = archive_error_string(archive_.get());
    throw DataError("{}: {}; expected a tar archive; remove it to have it fetched again", path_.string(),
                    reason == nullptr ? "cannot be read" : printable(reason, 200));
  }

  const std::filesystem::path& path_;
  std::unique_ptr<archive, FreeArchive> archive_;
};

/// Returns the row without repeated entries, and counts them. Fails if indices do not ascend otherwise; the
/// LIBSVM reader checks the rest.
std::string row_without_repeats(const LineReader& lines, std::string_view line, std::uint64_t& repeats) {
  std::vector<std::string_view> tokens{take_token(line)};
  Index last = 0;
  for (std::string_view token = take_token(line); !token.empty(); token = take_token(line)) {
    const auto index = number_of<Index>(token.substr(0, token.find(':')));
    if (!index) lines.fail(fmt::format("expected index:value, got {}", quoted_token(token)));
    if (*index > last) {
      last = *index;
      tokens.push_back(token);
    } else if (std::find(tokens.begin() + 1, tokens.end(), token) != tokens.end()) {
      ++repeats;
    } else {
      lines.fail(fmt::format("indices ascend in a line, got {} after {}", quoted_token(token), last));
    }
  }
  return fmt::format("{}\n", fmt::join(tokens, " "));
}

}  // namespace

std::uint64_t convert_archive_member(const std::filesystem::path& path, const std::string& member,
                                     const TextSink& sink) {
  ArchiveReader reader(path);
  reader.go_to(member);
  LineReader lines(fmt::format("{}: {}", path.string(), member),
                   [&](std::span<char> block) { return reader.read(block); });
  std::uint64_t repeats = 0;
  while (const auto line = lines.next()) sink(row_without_repeats(lines, *line, repeats));
  if (lines.number() == 0) throw DataError("{}: {}: has no rows", path.string(), member);
  return repeats;
}

}  // namespace descent
