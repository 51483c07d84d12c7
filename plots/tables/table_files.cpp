#include "plots/tables/table_files.hpp"

#include <fmt/ranges.h>

#include "support/files/atomic_file.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {

std::vector<std::filesystem::path> write_tables(Drawing& drawing, const TableFiles& files) {
  std::vector<std::filesystem::path> paths;
  const auto write = [&](const char* end, const std::string& text) {
    paths.push_back(drawing.write("tables/" + files.name + end, text));
  };
  if (!files.csv.empty()) write(".csv", files.csv);
  if (files.tables.empty()) return paths;
  std::string markdown = markdown_text(files.introduction) + '\n';
  for (const TextTable& table : files.tables) markdown += '\n' + to_markdown(table);
  std::vector<std::string> notes = files.notes;
  if (!files.conditions.empty())
    notes.push_back(fmt::format("Conditions. {}", fmt::join(files.conditions, " ")));
  for (const std::string& note : notes) markdown += '\n' + markdown_text(note) + '\n';
  write(".md", markdown);
  return paths;
}

void write_runs_table(Drawing& drawing, const ResultsFolder& results) {
  AtomicFile file(drawing.begin("runs.csv"));
  std::string header = header_text(result_columns());
  header.insert(header.size() - 1, ",label");
  file.write(header);
  for (const StoredRun& run : results.runs) {
    const std::string label = field_text(label_of(results.manifest, run.rows.front()));
    for (const ResultRow& row : run.rows) {
      std::string line;
      for (const Column<ResultRow>& column : result_columns()) line += column.text(row) + ',';
      file.write(line + label + '\n');
    }
  }
  file.commit(AfterPowerFailure::anything);
}

}  // namespace descent
