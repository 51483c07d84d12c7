#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "support/files/atomic_file.hpp"

namespace descent {

/// The files that descent has written into a folder. A command creates files there, or replaces those in this
/// list: everything else in the folder belongs to the user. FOLDER/files.txt has the names, one a line. A
/// name is added before its file is begun, so that a killed process leaves no file without a name.
class OwnFiles {
 public:
  /// Reads the list. Throws ConfigError if FOLDER/files.txt is another file.
  explicit OwnFiles(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }
  /// "tables/iterations.csv", ...; some of them may not be there any more.
  const std::set<std::string>& names() const { return names_; }

  /// Throws ConfigError if something else than a folder has the name: a file, or a link.
  void require_folder(const std::string& name) const;

  /// Throws ConfigError if something else than one of these files has the name: a file of the user, a folder,
  /// a device, or a link. Throws for the folders above it like require_folder().
  void require(const std::string& name) const;

  /// Makes the file's folder and returns its path. Throws like require(), and ResultFileError if nothing can
  /// be written there.
  std::filesystem::path begin(const std::string& name);

  /// Writes a whole file and returns its path. Throws like begin().
  std::filesystem::path write(const std::string& name, std::string_view text,
                              AfterPowerFailure wanted = AfterPowerFailure::anything);

  /// Removes the files whose names begin so, and folders that are empty then. Throws like require(), and
  /// ResultFileError if one cannot be removed.
  void remove(std::string_view beginning);

 private:
  std::filesystem::path folder_;
  std::set<std::string> names_;
};

/// True for a file that descent has written into a folder: in the list of a folder above it, a run, its
/// provenance, a trial, a split, or a certified optimum.
bool is_own_file(const std::filesystem::path& file);

/// True if the name leads to a place inside a folder.
bool is_inside_folder(const std::string& name);

}  // namespace descent
