#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files/file_descriptor.hpp"
#include "support/records/listed_files.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Files that a drawing did not write again.
struct ClearedFiles {
  std::vector<std::filesystem::path> removed{};
  std::vector<std::string> notes{};  ///< on files that stay because they were changed, a sentence each
};

/// One drawing of a results folder. Others that draw there or write its manifest wait for its end. Each file
/// name is written to FOLDER/.drawing before the file, so that after a kill the next drawing knows it.
class Drawing {
 public:
  /// Waits for another drawing. Throws ResultFileError if the folder cannot be written.
  explicit Drawing(std::filesystem::path folder);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// Announces a file, by its path in the folder, makes its folder, and returns its whole path.
  std::filesystem::path begin(const std::string& name);
  /// Keeps a value of the manifest, which is written with the list of files; null: without it.
  void keep(const char* key, Json value) { kept_[key] = std::move(value); }

  /// Notes that the file was written.
  void wrote(const std::string& name) { written_.insert(name); }
  /// Writes a whole file and returns its path. Throws ResultFileError.
  std::filesystem::path write(const std::string& name, std::string_view text);

  /// Lists what was written as the usual figures and tables, and removes those that an earlier drawing wrote
  /// and this one did not. Figures that were asked for stay while they show these curves (a SHA-256). Files
  /// that the manifest does not list or that were changed stay, except figures and tables of an interrupted
  /// drawing. Throws ResultFileError.
  ClearedFiles end(const std::string& curves);

  /// The same if pictures could not be drawn: those of earlier drawings stay if their scripts and data files
  /// are what they were. Throws ResultFileError.
  void end_without_pictures(const std::string& curves);

  /// Lists what was written as a figure or page that was asked for, and removes what the one of the same name
  /// ("figures/mine-selection") had more. Throws ResultFileError.
  ClearedFiles end_of_selection(const std::string& stem, const std::string& curves);

 private:
  template <class IsStale>
  ClearedFiles list(const std::string& curves, const IsStale& is_stale);
  void clear(const std::string& name, const ListedFile* written, ClearedFiles& cleared) const;

  std::filesystem::path folder_;
  std::filesystem::path path_;
  FileDescriptor file_;
  std::set<std::string> interrupted_;  ///< names of an earlier drawing that did not come to its end
  std::set<std::string> begun_;
  std::set<std::string> written_;
  std::map<std::string, Json> kept_;  ///< see keep()
  bool has_ended_ = false;
};

/// Tables and figures that were drawn into a results folder.
struct DrawnFiles {
  std::vector<std::filesystem::path> tables{};    ///< DIR/tables/*
  std::vector<std::filesystem::path> scripts{};   ///< DIR/figures/*.gp
  std::vector<std::filesystem::path> pictures{};  ///< .pdf, .svg and .png of scripts that were drawn
  std::vector<std::filesystem::path> removed{};   ///< drawn before, and not any more
  std::vector<std::string> kept{};                ///< the same, but changed since: a sentence each
  std::vector<std::string> conditions{};          ///< of the numbers: a sentence each
};

/// True while figures and tables are drawn into the folder, and after a drawing that was interrupted.
bool is_half_drawn(const std::filesystem::path& folder);

}  // namespace descent
