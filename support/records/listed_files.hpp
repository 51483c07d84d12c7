#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "support/records/record.hpp"

namespace descent {

/// A file as the program wrote it.
struct ListedFile {
  std::uint64_t bytes = 0;
  std::string sha256;
  /// SHA-256 of the averaged curves that a figure or page on request shows. Empty for all other files.
  std::string curves = {};
  static Fields<ListedFile> fields();
};

/// The files that the program has written into a results folder, by their path there
/// ("tables/iterations.md").
using ListedFiles = std::map<std::string, ListedFile>;

/// The member of a manifest that lists them.
inline constexpr const char* files_key = "files";

/// True if the name leads to a place inside the folder.
bool is_inside_folder(const std::string& name);

/// True for runs, their provenance and weights, and decision.json: what figures and tables are drawn from.
bool is_source_of_figures(const std::string& name);

/// The entry of a file as it is now. Throws ResultFileError if it is not a regular file or cannot be read.
ListedFile listed(const std::filesystem::path& file);

Json to_json(const ListedFiles& files);

/// Throws ConfigError if an entry is malformed or its name leads out of the folder.
ListedFiles read_listed_files(const JsonPlace& place);

/// The files that the folder's manifest lists; none if it is missing or damaged.
ListedFiles listed_files(const std::filesystem::path& folder);

/// "" if the file is as it was written; else a sentence that names it and says that it is missing, damaged or
/// not a regular file. Reads a file only if its size is right.
std::string damage_of(const std::filesystem::path& file, const ListedFile& written);

}  // namespace descent
