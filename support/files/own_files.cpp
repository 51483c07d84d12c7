#include "support/files/own_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/file_state.hpp"

namespace descent {
namespace {

constexpr const char* list_name = "files.txt";
constexpr std::string_view opening = "# The files that descent has written here. It replaces no others.\n";

[[noreturn]] void refuse(const std::filesystem::path& path, const char* why) {
  throw ConfigError("{}: {}; move it away, or give another folder with --out", path.string(), why);
}

/// The text of a folder's list; none if a file of that name is no such list. Empty without a list, also if
/// another process has just created it.
std::optional<std::string> list_in(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::filesystem::path path = folder / list_name;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (!std::filesystem::exists(status)) return "";
  if (!std::filesystem::is_regular_file(status)) return std::nullopt;
  std::string text = text_of_file(path);
  if (!text.empty() && !text.starts_with(opening)) return std::nullopt;
  return text;
}

}  // namespace

OwnFiles::OwnFiles(std::filesystem::path folder) : folder_(std::move(folder)) {
  const std::optional<std::string> text = list_in(folder_);
  if (!text) refuse(folder_ / list_name, "is not the list of files that descent keeps under this name");
  if (text->empty()) return;
  std::istringstream lines(text->substr(opening.size()));
  for (std::string name; std::getline(lines, name);)
    if (is_inside_folder(name)) names_.insert(name);
}

void OwnFiles::require_folder(const std::string& name) const {
  const std::filesystem::path path = folder_ / name;
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::is_symlink(status)) refuse(path, "is a link");
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
    refuse(path, "is not a folder");
}

void OwnFiles::require(const std::string& name) const {
  const std::filesystem::path path = folder_ / name;
  for (auto above = std::filesystem::path(name).parent_path(); !above.empty(); above = above.parent_path())
    require_folder(above.string());
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_regular_file(status)) refuse(path, "is not a regular file");
  // Another process may have added it since the list was read.
  if (!names_.contains(name) && !OwnFiles(folder_).names().contains(name))
    refuse(path, "is not among the files that descent has written here");
}

std::filesystem::path OwnFiles::begin(const std::string& name) {
  require(name);
  std::filesystem::path path = folder_ / name;
  make_folder(path.parent_path());
  if (!names_.insert(name).second) return path;
  const std::filesystem::path list = folder_ / list_name;
  try {
    const FileDescriptor file(
        open(list.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.is_open()) throw_system_error();
    const off_t size = lseek(file.get(), 0, SEEK_END);
    try {
      file.write_all((size == 0 ? std::string(opening) : "") + name + '\n');
      // A file without its name here would be the user's.
      file.sync();
    } catch (const std::system_error&) {  // half a name would join the next one
      if (ftruncate(file.get(), size) != 0) throw_system_error();
      throw;
    }
  } catch (const std::system_error& error) {
    throw ResultFileError("{}: cannot be written: {}", list.string(), error.code().message());
  }
  return path;
}

std::filesystem::path OwnFiles::write(const std::string& name, std::string_view text,
                                      AfterPowerFailure wanted) {
  std::filesystem::path path = begin(name);
  write_atomically(path, text, wanted);
  return path;
}

void OwnFiles::remove(std::string_view beginning) {
  const OwnFiles now(folder_);  // another process may have added some
  for (const std::string& name : now.names()) {
    const std::filesystem::path file = folder_ / name;
    if (!name.starts_with(beginning) || !is_present(file)) continue;
    require(name);
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) throw ResultFileError("{}: cannot be removed: {}", file.string(), error.message());
    rmdir(file.parent_path().c_str());  // stays unless it is empty
  }
}

bool is_own_file(const std::filesystem::path& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  if (path.extension() == ".reference") return true;
  std::filesystem::path folder = path.parent_path();
  constexpr int deepest = 5;  // selections/WHAT/gnuplot/NAME/FILE
  for (int depth = 0; depth < deepest; ++depth, folder = folder.parent_path()) {
    if (list_in(folder).value_or("").empty()) continue;
    const std::filesystem::path name = path.lexically_relative(folder);
    const std::string part = name.begin()->string();
    if (OwnFiles(folder).names().contains(name.generic_string()) || part == "runs" || part == "provenance" ||
        part == "splits" || part == "trials")
      return true;
  }
  return false;
}

bool is_inside_folder(const std::string& name) {
  const std::filesystem::path path = name;
  return !name.empty() && path.is_relative() && name.find('\0') == std::string::npos &&
         std::ranges::none_of(path, [](const std::filesystem::path& part) {
           return part.empty() || part == ".." || part == ".";
         });
}

}  // namespace descent
