#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/curves.hpp"
#include "support/errors.hpp"
#include "support/records/result_schema.hpp"
#include "tests/faults/times_left_out.hpp"

namespace descent::test {

namespace whole_files {

inline void require(bool holds, const char* violation) {
  if (!holds) throw ResultFileError(violation);
}

/// Checks for a line of JSON, then a double for each column and row in it.
inline void check_reference(const std::string& text) {
  const std::size_t line = text.find('\n');
  const Json header = Json::parse(text.substr(0, line));
  const std::size_t numbers = header["columns"].get<std::size_t>() + header["rows"].get<std::size_t>();
  require(text.size() == line + 1 + numbers * sizeof(double), "is not as long as its first line says");
}

/// Throws if the file is incomplete or unreadable; must know every kind of file.
inline void check(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::string text = file_text(path);
  const auto ends_with = [&](const char* end) { return name.ends_with(end); };
  const bool is_figure = ends_with(".pdf") || ends_with(".svg") || ends_with(".png");
  require(!text.empty(), "is empty");
  if (ends_with(".reference")) return check_reference(text);
  require(is_figure || text.back() == '\n', "ends in the middle of a line");
  if (name == "curves.csv")
    read_table(curve_columns(), path);
  else if (ends_with(".csv") && path.parent_path().filename() == "runs")
    read_rows(path);
  else if (ends_with(".csv"))
    csv_without_times(path);
  else if (ends_with(".json"))
    read_written_json(path);
  else if (is_figure)
    require(text.find(ends_with(".pdf")   ? "%%EOF"
                      : ends_with(".svg") ? "</svg>"
                                          : "IEND",
                      text.size() - std::min<std::size_t>(text.size(), 64)) != std::string::npos,
            "lacks its end");
  else
    require(ends_with(".gp") || ends_with(".dat") || ends_with(".md") || ends_with(".txt"),
            "is of an unknown kind");
}

}  // namespace whole_files

/// Incomplete or unreadable files under final names, with reasons; empty if all are sound.
inline std::vector<std::string> broken_files(const std::filesystem::path& folder) {
  std::vector<std::string> broken;
  if (!std::filesystem::exists(folder)) return broken;
  for (const std::string& name : final_files(folder)) {
    try {
      whole_files::check(folder / name);
    } catch (const std::exception& error) {
      broken.push_back((folder / name).string() + ": " + error.what());
    }
  }
  return broken;
}

}  // namespace descent::test
