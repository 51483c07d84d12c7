#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "support/records/crossvalidation_rows.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// Texts in the tables besides the rows.
struct CrossvalidationTexts {
  std::string title;
  std::map<std::string, std::string> published;  ///< by a model's label: "64/300, 20 (source)"
  std::vector<std::string> notes;                ///< sentences below the tables
};

/// A table for each dataset and kind of split, in the order of the rows: each model's choice, test errors,
/// kept features and published results. Seeded splits have means ± standard deviations, and errors relative
/// to the first model on the same split.
std::vector<TextTable> crossvalidation_tables(std::span<const CrossvalidationRow> rows,
                                              const CrossvalidationTexts& texts);

/// Title, explanation, tables and notes.
std::string crossvalidation_markdown(std::span<const CrossvalidationRow> rows,
                                     const CrossvalidationTexts& texts);

/// The tables for a terminal, with remarks on unfinished fits.
std::string crossvalidation_text(std::span<const CrossvalidationRow> rows, const CrossvalidationTexts& texts);

}  // namespace descent
