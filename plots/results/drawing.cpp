#include "plots/results/drawing.hpp"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

void wait_for_lock(const FileDescriptor& file) {
  while (flock(file.get(), LOCK_EX) != 0) {
    if (has_no_locks(errno)) return;
    if (errno != EINTR) throw_system_error();
  }
}

/// Removes half-written files of killed processes from a folder and, `levels` deep, from those in it.
void tidy(const std::filesystem::path& folder, int levels) {
  remove_abandoned_files(folder);
  remove_abandoned_temporary_folders(folder);
  if (levels == 0) return;
  for (const std::filesystem::path& each : folder_entries(folder))
    if (is_folder(each)) tidy(each, levels - 1);
}

}  // namespace

Drawing::Drawing(const std::filesystem::path& folder) : own_(folder), lock_path_(folder / ".drawing") {
  try {
    lock_ = open_locked(lock_path_, wait_for_lock);
  } catch (const std::system_error& error) {
    throw ResultFileError("{}: cannot be written: {}", lock_path_.string(), error.code().message());
  }
  tidy(folder, 0);
  tidy(folder / "tables", 0);
  for (const char* const drawn : {"figures", "selections"}) tidy(folder / drawn, 2);
}

Drawing::~Drawing() {
  unlink(lock_path_.c_str());
}

std::filesystem::path Drawing::write(const std::string& name, std::string_view text) {
  std::filesystem::path path = own_.write(name, text);
  wrote(name);
  return path;
}

std::vector<std::filesystem::path> Drawing::remove_others(std::string_view beginning) {
  std::vector<std::filesystem::path> removed;
  for (const std::string& name : own_.names()) {
    const std::filesystem::path file = own_.folder() / name;
    if (!name.starts_with(beginning) || written_.contains(name) || !is_present(file)) continue;
    own_.require(name);
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) throw ResultFileError("{}: cannot be removed: {}", file.string(), error.message());
    removed.push_back(file);
    rmdir(file.parent_path().c_str());  // stays unless it is empty
  }
  return removed;
}

void require_room_for_drawing(const std::filesystem::path& folder, const std::string& name) {
  const OwnFiles own(folder);
  for (const char* const file : {"curves.csv", "runs.csv"}) own.require(file);
  for (const char* const each : {"tables", "figures", "figures/gnuplot"}) own.require_folder(each);
  // No table has a dot first: it may be half written, by another drawing or one that was killed, or no file
  // of ours.
  for (const std::filesystem::path& table : folder_entries(folder / "tables"))
    if (!table.filename().string().starts_with('.')) own.require("tables/" + table.filename().string());
  for (const std::string drawn : {"figures/", "figures/gnuplot/"}) {
    for (const std::filesystem::path& figure : folder_entries(folder / drawn)) {
      const std::string file = figure.filename().string();
      if (file.starts_with(file_name_text(name)) && !is_folder(figure)) own.require(drawn + file);
    }
  }
}

}  // namespace descent
