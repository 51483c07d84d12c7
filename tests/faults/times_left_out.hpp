#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/json/json_place.hpp"
#include "support/records/csv_table.hpp"
#include "tests/support/file_text.hpp"

namespace descent::test {

/// True for CSV columns of times, which alone may differ when work-based runs are repeated.
inline bool is_of_time(std::string_view column) {
  return column.find("seconds") != std::string_view::npos;
}

/// Members of manifests and provenance with times, durations and absolute paths, and checksums of files with
/// times.
inline constexpr std::array<std::string_view, 7> time_members{
    "ended", "cpu_seconds", "costs", "surroundings", "data_file", "config_file", "csv"};

/// All other fields of a CSV file, exactly as written.
inline std::string csv_without_times(const std::filesystem::path& path) {
  constexpr std::size_t most_fields = 1000;
  CsvReader csv(path, most_fields);
  CsvRecord record;
  std::vector<std::string> header;
  std::string text;
  while (csv.next(record)) {
    if (header.empty()) header = record.fields;
    for (std::size_t k = 0; k < record.fields.size(); ++k) {
      if (!is_of_time(header.at(k))) text += record.fields[k] + '|';
    }
    text += '\n';
  }
  return text;
}

inline void erase_times(Json& json) {
  if (json.is_object()) {
    for (const std::string_view name : time_members) json.erase(std::string(name));
  }
  if (!json.is_structured()) return;
  for (Json& member : json) erase_times(member);
}

/// All paths below a folder. Lists them again if one vanishes meanwhile, since a program may be at work
/// there.
inline std::vector<std::filesystem::path> paths_below(const std::filesystem::path& folder) {
  for (;;) {
    try {
      std::vector<std::filesystem::path> paths;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) paths.push_back(entry);
      return paths;
    } catch (const std::filesystem::filesystem_error& error) {
      if (error.code() != std::errc::no_such_file_or_directory || !std::filesystem::exists(folder)) throw;
    }
  }
}

/// True for a file that only a program at work needs: hidden, or in a temporary folder.
inline bool is_temporary(const std::filesystem::path& path) {
  return std::any_of(path.begin(), path.end(), [](const std::filesystem::path& part) {
    const std::string name = part.string();
    return name.starts_with('.') || name.starts_with("descent-temporary-");
  });
}

/// Relative paths of files below a folder that are not temporary.
inline std::vector<std::string> final_files(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const std::filesystem::path& path : paths_below(folder)) {
    const std::filesystem::path name = path.lexically_relative(folder);
    if (!std::filesystem::is_directory(path) && !is_temporary(name)) files.push_back(name.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Remaining temporary files and folders.
inline std::vector<std::string> temporary_files(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const std::filesystem::path& path : paths_below(folder))
    if (is_temporary(path.lexically_relative(folder))) files.push_back(path.string());
  return files;
}

/// All reproducible content of a results folder: the text of each file, without times. Scripts, pictures and
/// displayed tables contain times, so only their names count.
inline std::map<std::string, std::string> results_without_times(const std::filesystem::path& folder) {
  std::map<std::string, std::string> results;
  for (const std::string& name : final_files(folder)) {
    if (name == "tables/conditions.csv") continue;  // lists runs that waited for their core
    const std::filesystem::path path = folder / name;
    std::string& text = results[name];
    if (name.ends_with(".csv")) {
      text = csv_without_times(path);
    } else if (name.ends_with(".json")) {
      Json json = read_json(path);
      erase_times(json);
      text = json.dump(1);
    } else if (name.ends_with(".dat")) {
      text = file_text(path);
    }
  }
  return results;
}

/// Names of files that differ; empty if all agree.
inline std::vector<std::string> differences(const std::map<std::string, std::string>& one,
                                            const std::map<std::string, std::string>& other) {
  std::vector<std::string> names;
  for (const auto& [name, text] : one) {
    const auto found = other.find(name);
    if (found == other.end() || found->second != text) names.push_back(name);
  }
  for (const auto& [name, text] : other) {
    if (!one.contains(name)) names.push_back(name);
  }
  return names;
}

}  // namespace descent::test
