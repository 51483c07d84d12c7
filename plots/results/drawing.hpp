#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/file_descriptor.hpp"
#include "support/files/own_files.hpp"

namespace descent {

/// One drawing of a results folder. Others that draw there wait for its end.
class Drawing {
 public:
  /// Removes what killed drawings left half written. Throws ResultFileError if the folder cannot be written.
  explicit Drawing(const std::filesystem::path& folder);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  const std::filesystem::path& folder() const { return own_.folder(); }
  /// The path of a file that is about to be written; see OwnFiles::begin().
  std::filesystem::path begin(const std::string& name) { return own_.begin(name); }
  /// Notes that the file was written.
  void wrote(const std::string& name) { written_.insert(name); }
  /// Writes a whole file and returns its path. Throws ConfigError or ResultFileError.
  std::filesystem::path write(const std::string& name, std::string_view text);

  /// Removes the files of earlier drawings whose names begin so and that this one did not write. Returns
  /// their paths. Throws ResultFileError.
  std::vector<std::filesystem::path> remove_others(std::string_view beginning);

 private:
  OwnFiles own_;
  std::filesystem::path lock_path_;
  FileDescriptor lock_;
  std::set<std::string> written_;
};

/// Tables and figures that were drawn into a results folder.
struct DrawnFiles {
  std::vector<std::filesystem::path> tables{};    ///< DIR/tables/*
  std::vector<std::filesystem::path> scripts{};   ///< DIR/figures/gnuplot/*.gp
  std::vector<std::filesystem::path> pictures{};  ///< .pdf, .png and .svg of scripts that were drawn
  std::vector<std::filesystem::path> removed{};   ///< drawn before, and not any more
  std::vector<std::string> conditions{};          ///< of the numbers: a sentence each
};

/// Throws ConfigError for the first file of the user that a drawing of the results with this name may
/// replace: curves.csv, runs.csv, figures/NAME*, figures/gnuplot/NAME*, tables/*.
void require_room_for_drawing(const std::filesystem::path& folder, const std::string& name);

}  // namespace descent
