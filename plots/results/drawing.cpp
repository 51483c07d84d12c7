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

Drawing::Drawing(const std::filesystem::path& folder) : OwnFiles(folder), lock_path_(folder / ".drawing") {
  try {
    lock_ = open_locked(lock_path_, wait_for_lock);
  } catch (const std::system_error& error) {
    throw ResultFileError("{}: cannot be written: {}", lock_path_.string(), error.code().message());
  }
  tidy(folder, 0);
  // At most selections/WHAT/gnuplot/NAME.
  for (const char* const drawn : {"tables", "figures", "selections"}) tidy(folder / drawn, 3);
}

Drawing::~Drawing() {
  unlink(lock_path_.c_str());
}

void require_room_for_figures(const OwnFiles& own, const std::string& folder, const std::string& name) {
  for (const std::string& drawn : {folder, folder + scripts_folder}) {
    own.require_folder(drawn.substr(0, drawn.size() - 1));
    for (const std::filesystem::path& figure : folder_entries(own.folder() / drawn)) {
      const std::string file = figure.filename().string();
      if (file.starts_with(file_name_text(name)) && !is_folder(figure)) own.require(drawn + file);
    }
  }
}

void require_room_for_drawing(const OwnFiles& own, const std::string& name) {
  for (const char* const file : {"curves.csv", "runs.csv"}) own.require(file);
  own.require_folder("tables");
  // No table has a dot first: it may be half written, by another drawing or one that was killed, or no file
  // of ours.
  for (const std::filesystem::path& table : folder_entries(own.folder() / "tables"))
    if (!table.filename().string().starts_with('.')) own.require("tables/" + table.filename().string());
  require_room_for_figures(own, figures_folder, name);
}

}  // namespace descent
