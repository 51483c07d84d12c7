#include "plots/gnuplot/pictures.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/process/child_program.hpp"

namespace descent {

namespace {

constexpr const char* picture_formats[] = {"pdf", "svg", "png"};

/// gnuplot does not always report a full disk, but then the picture's end is missing.
bool is_complete(const std::filesystem::path& picture, std::string_view format) {
  std::ifstream stream(picture, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const std::string_view end = format == "pdf" ? "%%EOF" : format == "svg" ? "</svg>" : "IEND";
  const std::string_view tail =
      std::string_view(bytes).substr(bytes.size() - std::min<std::size_t>(bytes.size(), 64));
  return tail.find(end) != std::string_view::npos;
}

std::size_t occurrences(std::string_view text, std::string_view piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

/// In this case gnuplot still draws axes and legend, and only warns.
bool draws_nothing(const std::filesystem::path& script, const std::string& words) {
  std::ifstream stream(script, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const std::size_t curves = occurrences(text, ".dat'");
  return curves > 0 && occurrences(words, "warning: Skipping data file with no valid points") >=
                           curves * std::size(picture_formats);
}

/// gnuplot does not give the reason for a missing end either.
std::string likely_reason(const std::filesystem::path& folder) {
  constexpr std::uintmax_t next_to_nothing = 1 << 16;
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error || space.available >= next_to_nothing) return "gnuplot has not written it whole";
  return fmt::format("gnuplot has not written it whole: {}", std::strerror(ENOSPC));
}

/// Pictures under temporary names, removed unless renamed. A lock keeps other processes from removing them as
/// abandoned.
class PictureDrafts {
 public:
  explicit PictureDrafts(const std::filesystem::path& script)
      : folder_(script.parent_path()),
        stem_(script.stem().string()),
        prefix_(fmt::format(".partial-{}-", getpid())) {
    for (const char* format : picture_formats) try {
        locks_.push_back(
            open_locked(draft(format), [](const FileDescriptor& file) { flock(file.get(), LOCK_EX); }));
      } catch (const std::system_error& error) {
        remove_drafts();
        throw ResultFileError("{}: cannot be written: {}", final_name(format).string(),
                              error.code().message());
      }
  }
  ~PictureDrafts() { remove_drafts(); }
  PictureDrafts(const PictureDrafts&) = delete;
  PictureDrafts& operator=(const PictureDrafts&) = delete;

  const std::string& prefix() const { return prefix_; }

  std::vector<std::filesystem::path> commit() const {
    for (const char* format : picture_formats) {
      if (!is_complete(draft(format), format)) {
        throw ResultFileError("{}: {}", final_name(format).string(), likely_reason(folder_));
      }
    }
    std::vector<std::filesystem::path> pictures;
    for (const char* format : picture_formats) {
      std::error_code error;
      std::filesystem::rename(draft(format), final_name(format), error);
      if (error) {
        throw ResultFileError("{}: cannot be given its name: {}", final_name(format).string(),
                              error.message());
      }
      pictures.push_back(final_name(format));
    }
    return pictures;
  }

 private:
  void remove_drafts() const {
    std::error_code ignored;
    for (const char* format : picture_formats) std::filesystem::remove(draft(format), ignored);
  }

  std::filesystem::path draft(const char* format) const { return folder_ / (prefix_ + stem_ + '.' + format); }
  std::filesystem::path final_name(const char* format) const { return folder_ / (stem_ + '.' + format); }

  std::filesystem::path folder_;
  std::string stem_;
  std::string prefix_;
  std::vector<FileDescriptor> locks_;
};

}  // namespace

std::vector<std::filesystem::path> pictures_of(const std::filesystem::path& script) {
  std::vector<std::filesystem::path> pictures;
  for (const char* format : picture_formats)
    pictures.push_back(std::filesystem::path(script).replace_extension(format));
  return pictures;
}

std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script) {
  remove_abandoned_files(script.parent_path());
  const PictureDrafts drafts(script);
  const std::string words = run_gnuplot(script, fmt::format("output_prefix = '{}'", drafts.prefix()));
  if (draws_nothing(script, words))
    throw ResultFileError("{}: the pictures are empty: no data file has a point to draw", script.string());
  return drafts.commit();
}

std::string run_gnuplot(const std::filesystem::path& script, const std::string& before) {
  const auto fail = [&](const std::string& reason) {
    throw ResultFileError("{}: {}", script.string(), reason);
  };
  const auto folder = script.has_parent_path() ? script.parent_path() : std::filesystem::path(".");
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    fail(fmt::format("cannot be drawn: there is no folder {}", folder.string()));
  ChildProgram gnuplot;
  // GNUTERM, GNUPLOT_LIB and the like change pictures, and so does a start-up file (-d).
  std::erase_if(gnuplot.environment, [](const std::string& variable) { return variable.starts_with("GNU"); });
  gnuplot.folder = folder;
  gnuplot.words = {"gnuplot", "-d", "-e", before, script.filename()};
  std::string words;
  ProgramEnd end;
  try {
    end = run_to_end(std::move(gnuplot), [&](std::string_view text) { words += text; });
  } catch (const std::system_error& error) {
    fail(fmt::format("gnuplot cannot be started: {}", error.code().message()));
  }
  if (end.status == not_started)
    fail("gnuplot is not installed; install the package gnuplot-nox (apt-get install gnuplot-nox)");
  if (end.status != 0) fail(fmt::format("gnuplot {}{}{}", end.text, words.empty() ? "" : ": ", words));
  return words;
}

namespace {

/// gnuplot ends a line at a line break and its text at a zero.
char without_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f ? ' ' : letter;
}

}  // namespace

std::string gnuplot_verbatim(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += '\'';
    quoted += without_control(letter);
  }
  return quoted + '\'';
}

std::string gnuplot_quoted(std::string_view text) {
  // gnuplot 5.4 ends the text at an apostrophe after another one or after the quotation mark; an empty group
  // separates them.
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\'' && (escaped.empty() || escaped.back() == '\'')) escaped += "{}";
    if (std::string_view("_^{}@&~\\").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return gnuplot_verbatim(escaped);
}

std::string gnuplot_comment(std::string_view text) {
  std::string comment = "# ";
  for (const char letter : text) {
    comment += letter == '\\' ? '/' : without_control(letter);
  }
  return comment;
}

}  // namespace descent
