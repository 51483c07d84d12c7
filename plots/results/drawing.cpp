#include "plots/results/drawing.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

std::filesystem::path drawing_path(const std::filesystem::path& folder) {
  return folder / ".drawing";
}

void wait_for_lock(const FileDescriptor& file) {
  while (flock(file.get(), LOCK_EX) != 0) {
    if (has_no_locks(errno)) return;
    if (errno != EINTR) throw_system_error();
  }
}

/// True for a file that shows other curves, or belongs to a drawing that wrote it again if it is still
/// wanted.
bool is_stale(const std::string& name, const ListedFile& file, const std::string& curves) {
  return !is_source_of_figures(name) && (file.curves.empty() || file.curves != curves);
}

/// Removes half-written files of killed processes from the folders of a drawing.
void tidy(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> folders{folder, folder / "tables", folder / "figures"};
  for (const std::filesystem::path& each : folder_entries(folder / "figures")) {
    std::error_code ignored;
    if (std::filesystem::is_directory(each, ignored)) folders.push_back(each);
  }
  for (const std::filesystem::path& each : folders) {
    remove_abandoned_files(each);
    remove_abandoned_temporary_folders(each);
  }
}

}  // namespace

Drawing::Drawing(std::filesystem::path folder) : folder_(std::move(folder)), path_(drawing_path(folder_)) {
  try {
    file_ = open_locked(path_, wait_for_lock);
  } catch (const std::system_error& error) {
    throw ResultFileError("{}: cannot be written: {}", path_.string(), error.code().message());
  }
  tidy(folder_);
  std::istringstream names(text_of_file(path_));
  for (std::string name; std::getline(names, name);) {
    // Another program may have written .drawing, so other names are ignored.
    const bool is_drawn = name.starts_with("figures/") || name.starts_with("tables/");
    if (is_drawn && is_inside_folder(name)) interrupted_.insert(name);
  }
}

Drawing::~Drawing() {
  struct stat status {};
  if (has_ended_ || (fstat(file_.get(), &status) == 0 && status.st_size == 0)) unlink(path_.c_str());
}

std::filesystem::path Drawing::begin(const std::string& name) {
  std::filesystem::path path = folder_ / name;
  if (begun_.insert(name).second) {
    try {
      file_.write_all(name + '\n');
    } catch (const std::system_error& error) {
      throw ResultFileError("{}: cannot be written: {}", path_.string(), error.code().message());
    }
  }
  make_folder(path.parent_path());
  return path;
}

std::filesystem::path Drawing::write(const std::string& name, std::string_view text) {
  std::filesystem::path path = begin(name);
  write_atomically(path, text);
  wrote(name);
  return path;
}

void Drawing::clear(const std::string& name, const ListedFile* written, ClearedFiles& cleared) const {
  const std::filesystem::path file = folder_ / name;
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (!std::filesystem::exists(status)) return;
  // No link leads out of the folder.
  const auto here = std::filesystem::canonical(folder_, error);
  if (error || std::filesystem::canonical(file.parent_path(), error) != (here / name).parent_path()) return;
  // Only the name is known of a file that an interrupted drawing left half written.
  const bool is_ours =
      std::filesystem::is_regular_file(status) &&
      (written == nullptr || interrupted_.contains(name) || damage_of(file, *written).empty());
  if (!is_ours) {
    cleared.notes.push_back(fmt::format(
        "{}: is not drawn any more, and was changed after it was written: it stays", file.string()));
    return;
  }
  std::filesystem::remove(file, error);
  if (error) throw ResultFileError("{}: cannot be removed: {}", file.string(), error.message());
  cleared.removed.push_back(file);
  if (file.parent_path() != folder_) rmdir(file.parent_path().c_str());  // stays unless it is empty
}

template <class IsStale>
ClearedFiles Drawing::list(const std::string& curves, const IsStale& is_stale) {
  ClearedFiles cleared;
  const std::filesystem::path path = folder_ / "manifest.json";
  try {
    Json manifest = read_sealed_json(path);
    const JsonPlace root(path.string(), manifest);
    ListedFiles files = read_listed_files(root.at(files_key));
    std::set<std::string> stale;
    for (const auto& [name, file] : files)
      if (!written_.contains(name) && is_stale(name, file)) stale.insert(name);
    for (const std::string& name : interrupted_) {
      if (!written_.contains(name) && !files.contains(name) && !is_source_of_figures(name))
        stale.insert(name);
    }
    for (const std::string& name : stale) {
      const auto former = files.find(name);
      clear(name, former == files.end() ? nullptr : &former->second, cleared);
      if (former != files.end()) files.erase(former);
    }
    for (const std::string& name : written_) {
      files[name] = listed(folder_ / name);
      files[name].curves = curves;
    }
    manifest[files_key] = to_json(files);
    for (const auto& [key, value] : kept_) {
      manifest[key] = value;
      if (value.is_null()) manifest.erase(key);
    }
    write_sealed_json(path, std::move(manifest));
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
  return cleared;
}

ClearedFiles Drawing::end(const std::string& curves) {
  ClearedFiles cleared =
      list("", [&](const std::string& name, const ListedFile& file) { return is_stale(name, file, curves); });
  has_ended_ = true;
  return cleared;
}

ClearedFiles Drawing::end_of_selection(const std::string& stem, const std::string& curves) {
  ClearedFiles cleared = list(curves, [&](const std::string& name, const ListedFile&) {
    return name.starts_with(stem + '.') || name.starts_with(stem + '/');
  });
  has_ended_ = interrupted_.empty();
  return cleared;
}

void Drawing::end_without_pictures(const std::string& curves) {
  const ListedFiles former = listed_files(folder_);
  const auto is_unchanged = [&](const auto& each) {
    return damage_of(folder_ / each.first, each.second).empty();
  };
  // Figures share data files.
  const bool has_same_data = std::ranges::all_of(
      former, [&](const auto& each) { return !each.first.ends_with(".dat") || is_unchanged(each); });
  const auto still_shows_what_is_drawn = [&](const std::string& picture) {
    const auto script = former.find(std::filesystem::path(picture).replace_extension(".gp").generic_string());
    return has_same_data && script != former.end() && written_.contains(script->first) &&
           is_unchanged(*script);
  };
  list("", [&](const std::string& name, const ListedFile& file) {
    return is_stale(name, file, curves) && !(file.curves.empty() && still_shows_what_is_drawn(name));
  });
  has_ended_ = interrupted_.empty();
}

bool is_half_drawn(const std::filesystem::path& folder) {
  const auto state = state_of(drawing_path(folder));
  return state && state->bytes > 0;
}

}  // namespace descent
