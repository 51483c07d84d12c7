#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plots/results/csv_table.hpp"
#include "support/json/json_place.hpp"
#include "tests/support/file_text.hpp"

namespace descent::test {

/// The columns of CSV files that hold times: the only ones that may differ when work-based runs are repeated.
inline bool is_of_time(std::string_view column) {
  return column.find("seconds") != std::string_view::npos;
}

/// The members of manifests and provenance that tell when, how long and on which file something was measured,
/// and the checksums of what has times among it.
inline constexpr std::array<std::string_view, 9> time_members{
    "started", "ended", "sessions", "cpu_seconds", "costs", "data_file", "csv", "former_csv", "seal"};

/// Every other field of a CSV file, exactly as it is written.
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
    json.erase("written");
    if (const auto files = json.find("files"); files != json.end()) {
      Json names = Json::array();
      for (const auto& [name, file] : files->items()) names.push_back(name);
      *files = std::move(names);
    }
    for (const std::string_view name : time_members) json.erase(std::string(name));
  }
  if (!json.is_structured()) return;
  for (Json& member : json) erase_times(member);
}

/// Files below a folder, without those whose names begin with a dot: their paths in it.
inline std::vector<std::string> final_files(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_directory() || entry.path().filename().string().starts_with('.')) continue;
    files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// What is left under hidden names, but for parsed data, whose final names are hidden.
inline std::vector<std::string> hidden_files(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') && !name.ends_with(".parsed")) files.push_back(entry.path().string());
  }
  return files;
}

/// Everything in a results folder that repeats: the text of each file, without times. Of scripts, pictures
/// and of tables for people, which have times in their midst, only the name.
inline std::map<std::string, std::string> results_without_times(const std::filesystem::path& folder) {
  std::map<std::string, std::string> results;
  for (const std::string& name : final_files(folder)) {
    if (name == "tables/conditions.csv") continue;  // of runs that waited for their core
    const std::filesystem::path path = folder / name;
    std::string& text = results[name];
    if (name.ends_with(".csv")) {
      text = csv_without_times(path);
    } else if (name.ends_with(".json")) {
      Json json = read_json(path);
      erase_times(json);
      text = json.dump(1);
    } else if (name.ends_with(".dat") || name.ends_with(".weights")) {
      text = file_text(path);
    }
  }
  return results;
}

/// The names of the files that are not the same in both; nothing when all is the same.
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
