#pragma once

#include <filesystem>
#include <vector>

#include "plots/gnuplot/figure_writer.hpp"
#include "plots/tables/table_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// Writes a figure into the folder; returns its script.
inline std::filesystem::path written(const TemporaryFolder& folder, const Figure& figure) {
  Drawing drawing(folder.path());
  return write_figure(drawing, figure);
}

inline std::vector<std::filesystem::path> written(const TemporaryFolder& folder,
                                                  const std::vector<Figure>& figures) {
  std::vector<std::filesystem::path> scripts;
  for (const Figure& figure : figures) scripts.push_back(written(folder, figure));
  return scripts;
}

/// Writes tables into the folder; returns their files.
inline std::vector<std::filesystem::path> written(const TemporaryFolder& folder,
                                                  const std::vector<TableFiles>& tables) {
  Drawing drawing(folder.path());
  std::vector<std::filesystem::path> files;
  for (const TableFiles& each : tables) {
    const auto more = write_tables(drawing, each);
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

}  // namespace descent::test
