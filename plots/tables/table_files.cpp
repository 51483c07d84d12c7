#include "plots/tables/table_files.hpp"

#include <fmt/ranges.h>

#include "support/text/foreign_text.hpp"

namespace descent {

std::vector<std::filesystem::path> write_tables(const DrawnFolder& folder, const TableFiles& files) {
  std::vector<std::filesystem::path> paths;
  const auto write = [&](const char* end, const std::string& text) {
    paths.push_back(folder.write("tables/" + files.name + end, text));
  };
  if (!files.csv.empty()) write(".csv", files.csv);
  if (files.tables.empty()) return paths;
  std::string markdown = markdown_text(files.introduction) + '\n';
  std::string latex = "\\noindent " + latex_text(files.introduction) + '\n';
  for (const TextTable& table : files.tables) {
    markdown += '\n' + to_markdown(table);
    latex += '\n' + to_latex(table);
  }
  std::vector<std::string> notes = files.notes;
  if (!files.conditions.empty())
    notes.push_back(fmt::format("Conditions. {}", fmt::join(files.conditions, " ")));
  for (const std::string& note : notes) {
    markdown += '\n' + markdown_text(note) + '\n';
    latex += "\n\\noindent " + latex_text(note) + '\n';
  }
  write(".md", markdown);
  if (files.has_latex) write(".tex", latex);
  return paths;
}

}  // namespace descent
