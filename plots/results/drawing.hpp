#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/files/file_descriptor.hpp"
#include "support/files/own_files.hpp"

namespace descent {

/// Folders of a results folder: the figures of all runs, and a folder for each selection of runs.
inline constexpr const char* figures_folder = "figures/";
inline constexpr const char* selections_folder = "selections/";
inline constexpr const char* scripts_folder = "gnuplot/";  ///< beside the pictures

/// One drawing of a results folder: descent's own files there, while others that draw wait for its end. It
/// removes what an earlier drawing made before it writes anything. After a full disk, a missing gnuplot or a
/// signal, no picture is older than the curves beside it.
class Drawing : public OwnFiles {
 public:
  /// Removes what killed drawings left half written. Throws ResultFileError if the folder cannot be written.
  explicit Drawing(const std::filesystem::path& folder);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

 private:
  std::filesystem::path lock_path_;
  FileDescriptor lock_;
};

/// Throws ConfigError for the first file of the user that a drawing of the results with this name may
/// replace: curves.csv, runs.csv, figures/NAME*, figures/gnuplot/NAME*, tables/*.
void require_room_for_drawing(const OwnFiles& own, const std::string& name);

/// The same for figures alone: FOLDER/NAME*, FOLDER/gnuplot/NAME*. `folder` ends with a slash.
void require_room_for_figures(const OwnFiles& own, const std::string& folder, const std::string& name);

}  // namespace descent
