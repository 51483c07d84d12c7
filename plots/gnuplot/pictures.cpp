#include "plots/gnuplot/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/child_program.hpp"

namespace descent {
namespace {

constexpr const char* picture_formats[] = {"pdf", "png", "svg"};

/// The picture's bytes. gnuplot does not always report a full disk; then the picture's end is missing, and
/// gnuplot does not give the reason either.
std::string bytes_of(const std::filesystem::path& draft, const std::filesystem::path& picture) {
  std::ifstream stream(draft, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const std::string format = picture.extension().string();
  const std::string_view end = format == ".pdf" ? "%%EOF" : format == ".svg" ? "</svg>" : "IEND";
  if (bytes.find(end, bytes.size() - std::min<std::size_t>(bytes.size(), 64)) != std::string::npos)
    return bytes;
  constexpr std::uintmax_t next_to_nothing = 1 << 16;
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(draft.parent_path(), error);
  throw ResultFileError("{}: gnuplot has not written it whole{}{}", picture.string(),
                        error || space.available >= next_to_nothing ? "" : ": ",
                        error || space.available >= next_to_nothing ? "" : std::strerror(ENOSPC));
}

/// gnuplot ends a line at a line break and its text at a zero.
char without_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f ? ' ' : letter;
}

}  // namespace

bool gnuplot_is_installed() {
  ChildProgram gnuplot;
  gnuplot.words = {"gnuplot", "--version"};
  return run_to_end(std::move(gnuplot), [](std::string_view) {}).status != not_started;
}

std::vector<std::filesystem::path> pictures_of(const std::filesystem::path& script) {
  std::vector<std::filesystem::path> pictures;
  const std::filesystem::path folder = folder_of(script);
  for (const std::string_view format : picture_formats) {
    const std::string name = fmt::format("{}.{}", script.stem().string(), format);
    pictures.push_back((format == "svg" ? folder : folder_of(folder)) / name);
  }
  return pictures;
}

std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script) {
  const TemporaryFolder drafts(folder_of(script));
  run_gnuplot(script,
              fmt::format("output_prefix = {}", gnuplot_verbatim(drafts.path().filename().string() + '/')));
  std::vector<std::filesystem::path> pictures = pictures_of(script);
  std::vector<std::string> bytes;
  for (const auto& picture : pictures) bytes.push_back(bytes_of(drafts.path() / picture.filename(), picture));
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    AtomicFile file(pictures[i]);
    file.write(bytes[i]);
    file.commit(AfterPowerFailure::anything);
  }
  return pictures;
}

std::string run_gnuplot(const std::filesystem::path& script, const std::string& before) {
  const auto fail = [&](const std::string& reason) {
    throw ResultFileError("{}: {}", script.string(), reason);
  };
  const std::filesystem::path folder = folder_of(script);
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
  for (const char letter : text) comment += letter == '\\' ? '/' : without_control(letter);
  return comment;
}

}  // namespace descent
