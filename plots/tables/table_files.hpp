#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/labels/labels.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/group_key.hpp"
#include "support/records/manifest.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// Tables of one kind in a results folder: all numbers as CSV, and tables for people.
struct TableFiles {
  std::string name;                  ///< of the files, without extensions
  std::string csv{};                 ///< empty: no CSV
  std::string introduction{};        ///< before the tables
  std::vector<TextTable> tables{};   ///< empty: only the CSV
  std::vector<std::string> notes{};  ///< paragraphs below the tables
  /// Sentences of the last paragraph: see condition_sentences().
  std::vector<std::string> conditions{};
};

/// Writes tables/NAME.csv, if there is a CSV, and, if there are tables, NAME.md with introduction, tables,
/// notes and conditions. Returns the paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_tables(Drawing& drawing, const TableFiles& files);

/// Writes runs.csv, whole or not at all: result_columns() and the method's label of all runs that the
/// manifest names and that are done, in its order. Throws ResultFileError.
void write_runs_table(Drawing& drawing, const ResultsFolder& results);

/// The fastest method to each target, a line for each problem, and the place of the other numbers. Empty
/// without a certified optimum.
std::string fastest_text(const TimedResults& results, const std::filesystem::path& folder);

/// iterations.csv and .md, which has the first run of each method; nothing if no method has outer iterations.
TableFiles iterations_table(const GroupedResults& results);

/// geometric_mean.csv and .md; nothing without two certified problems with the same methods.
TableFiles geometric_mean_table(const TimedResults& results);

/// Times of one problem to the targets on one scale, on the axis of figures: a row per method, a column per
/// target, and a last column with the cost of tuning.
TextTable time_table(const Manifest& manifest, std::span<const TimeToTargetRow> problem,
                     TargetScale scale = TargetScale::optimum);

/// time_to_target.csv and, for each part of the manifest, time_to_target.md with its suffix. Nothing if no
/// run has a lower bound. Problems whose scales do not differ have only the optimum's scale in .md.
std::vector<TableFiles> time_to_target_tables(const TimedResults& results);

/// "0.3" for an exact amount; "< 0.02", "> 5" or "2…3" within bounds, "never" if infinite, "?" if unknown.
std::string bounds_text(const Bounds& bounds);

/// Minimum of several medians, for bold print. Empty if none is exact, or if another one may be smaller, also
/// one that was cut off. Nothing is known of {0, ∞}, which all runs of a failed method have.
std::optional<double> fastest(std::span<const Bounds> medians);

}  // namespace descent
