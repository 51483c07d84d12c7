#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/files/sha256.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"

namespace descent::test {

/// Run files of a results folder by name, as text without columns of times.
inline std::map<std::string, std::string> runs_without_times(const std::filesystem::path& folder) {
  std::map<std::string, std::string> runs;
  for (const auto& file : std::filesystem::directory_iterator(folder / "runs")) {
    if (file.path().filename().string().starts_with('.')) continue;  // not a final name
    auto rows = read_rows(file.path());
    for (ResultRow& row : rows) row.cpu_seconds = row.wall_seconds = row.setup_seconds = 0;
    runs[file.path().filename().string()] = rows_text(rows);
  }
  return runs;
}

/// A rewritten file has another inode, since files are renamed into place.
using Version = std::pair<ino_t, std::int64_t>;

inline Version version_of(const std::filesystem::path& path) {
  struct stat about {};
  stat(path.c_str(), &about);
  return {about.st_ino, about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec};
}

inline std::map<std::string, Version> versions_in(const std::filesystem::path& folder) {
  std::map<std::string, Version> versions;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    versions[file.path().filename().string()] = version_of(file.path());
  }
  return versions;
}

/// The paths of the run files of a results folder, by name.
inline std::vector<std::string> run_files_in(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& [name, version] : versions_in(folder / "runs")) {
    if (name.ends_with(".csv")) files.push_back((folder / "runs" / name).string());
  }
  return files;
}

/// Updates the checksum in a run's provenance for its current file, as if written so.
inline void take_checksum(const std::filesystem::path& file) {
  const std::string id = file.stem().string();
  const std::filesystem::path provenance = provenance_file(file.parent_path().parent_path(), id);
  Json json = read_json(provenance);
  json["sha256"]["csv"] = sha256_of_file(file);
  std::ofstream(provenance) << json.dump(1) << '\n';
}

/// Replaces the rows of a run's file, as if written so.
template <class Change>
void change_rows(const std::filesystem::path& file, const Change& change) {
  std::vector<ResultRow> rows = read_rows(file);
  change(rows);
  std::ofstream(file) << rows_text(rows);
  take_checksum(file);
}

/// Makes the run look as if its process had been killed.
inline void let_fail(const std::filesystem::path& file) {
  change_rows(file, [](std::vector<ResultRow>& rows) {
    rows.resize(1);
    rows[0].status = run_status::failed("ended by signal 9 (Killed)");
  });
}

/// Makes the run look as if judged with a bound lower by `difference`.
inline void lower_bound_by(double difference, const std::filesystem::path& file) {
  change_rows(file, [=](std::vector<ResultRow>& rows) {
    for (ResultRow& row : rows) {
      row.lower_bound = *row.lower_bound - difference;
      row.suboptimality = *row.objective - *row.lower_bound;
    }
  });
}

}  // namespace descent::test
