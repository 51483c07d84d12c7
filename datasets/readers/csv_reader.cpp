#include "datasets/readers/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "datasets/readers/csv_rows.hpp"
#include "datasets/readers/label_texts.hpp"
#include "datasets/readers/stored_rows.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Cells = std::span<const std::string>;

constexpr std::size_t most_words = 1000;

const char* named(char separator) {
  return separator == '\t'  ? "tabs"
         : separator == ';' ? "semicolons"
         : separator == ',' ? "commas"
                            : "blanks";
}

bool is_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 10> names{"",    "NA",   "N/A",  "na", "nan",
                                                   "NaN", "NULL", "null", "?",  "None"};
  return std::ranges::find(names, cell) != names.end();
}

class CsvTable {
 public:
  CsvTable(const std::filesystem::path& path, const ReadSettings& settings)
      : path_(path), settings_(settings) {
    CsvRows rows(path, settings.skip_lines);
    const auto first = rows.next();
    if (!first) throw DataError(path.string() + ": has no rows");
    count_ = first->size();
    has_header_ = settings.header.value_or(
        std::ranges::none_of(*first, [&](const std::string& cell) { return number_in(cell).has_value(); }));
    for (std::size_t k = 0; k < count_; ++k)
      names_.push_back(has_header_ ? (*first)[k] : fmt::format("{}", k + 1));
    label_ = label_column(rows);
    has_row_names_ = has_header_ && names_[0].empty() && label_ != 0;
    words_.resize(count_);
    if (settings.one_hot) find_words();
  }

  RawSample read() {
    RawSample sample;
    const std::vector<Index> first_column = lay_out(sample);
    if (has_row_names_)
      sample.remarks.push_back("column 1 left out: it has no name, as row names of pandas and R");
    StoredRows matrix(path_);
    LabelTexts labels;
    for_each_row([&](const CsvRows& rows, Cells cells) {
      for (std::size_t k = first_cell(); k < count_; ++k) {
        if (is_missing(cells[k]))
          rows.fail(fmt::format("column {} has no value: {}; fill such rows in or leave them out",
                                shown_name(k), quoted_token(cells[k])));
        if (k == label_) {
          labels.add(point_form(cells[k], settings_.decimal_comma));
        } else if (!words_[k].empty()) {
          const auto word = words_[k].find(cells[k]);
          matrix.push_back(first_column[k] + static_cast<Index>(std::distance(words_[k].begin(), word)), 1);
        } else if (const double value = number_at(rows, k, cells[k]); value != 0) {
          matrix.push_back(first_column[k], value);
        } else if (has_nonzero_digit(cells[k])) {
          ++sample.underflows;
        }
      }
      matrix.end_row();
      matrix.check_memory();
    });
    const std::size_t rows = matrix.size();
    if (rows == 0) throw DataError(path_.string() + ": has names of columns and no rows");
    sample.rows = std::move(matrix).matrix(static_cast<Index>(sample.columns.size()));
    if (label_ < count_)
      std::move(labels).move_to(sample);
    else if (!settings_.labels.empty())
      read_labels_of(rows, sample);
    return sample;
  }

 private:
  /// The first cell of a row that is no row name.
  std::size_t first_cell() const { return has_row_names_ ? 1 : 0; }

  /// Calls for every row of data.
  template <class Take>
  void for_each_row(const Take& take) const {
    CsvRows rows(path_, settings_.skip_lines);
    if (has_header_) rows.next();
    while (const auto cells = rows.next()) {
      if (cells->size() != count_) rows.fail(fmt::format("has {} cells, expected {}", cells->size(), count_));
      take(rows, *cells);
    }
  }

  /// The column of the labels; after the last if they are in a file of their own, or missing and not needed.
  std::size_t label_column(const CsvRows& rows) const {
    if (!settings_.labels.empty()) return count_;
    const auto shown = [&] {
      std::vector<std::string> some(names_.begin(),
                                    names_.begin() + std::min<std::ptrdiff_t>(std::ssize(names_), 12));
      if (some.size() < names_.size()) some.push_back("…, " + names_.back());
      for (std::string& name : some) name = printable(name, 40);
      return fmt::format("{} columns, separated by {}: {}", count_, named(rows.separator()),
                         fmt::join(some, ", "));
    };
    if (settings_.label.empty())
      throw DataError(
          "{}: which column has the labels? Name it or give its number from 1: \"label\" in a "
          "configuration, --label on the command line ({})",
          path_.string(), shown());
    if (const auto name = std::ranges::find(names_, settings_.label); name != names_.end())
      return static_cast<std::size_t>(name - names_.begin());
    const auto number = number_of<std::size_t>(settings_.label);
    const bool is_column = number && *number >= 1 && *number <= count_;
    if (!is_column)
      throw DataError("{}: has no column {} for the labels ({})", path_.string(),
                      quoted_token(settings_.label), shown());
    return *number - 1;
  }

  /// Collects the words of the columns that hold other than numbers.
  void find_words() {
    std::vector<std::set<std::string>> cells_of(count_);
    std::vector<bool> has_words(count_);
    for_each_row([&](const CsvRows& rows, Cells cells) {
      for (std::size_t k = first_cell(); k < count_; ++k) {
        if (k == label_ || is_missing(cells[k])) continue;
        if (!number_in(cells[k])) has_words[k] = true;
        if (cells_of[k].size() <= most_words) cells_of[k].insert(cells[k]);
        if (has_words[k] && cells_of[k].size() > most_words)
          rows.fail(fmt::format("column {} has more than {} different words", shown_name(k), most_words));
      }
    });
    for (std::size_t k = 0; k < count_; ++k)
      if (has_words[k]) words_[k] = std::move(cells_of[k]);
  }

  /// Names the columns of the sample; returns the first of each column of the table.
  std::vector<Index> lay_out(RawSample& sample) const {
    std::vector<Index> first(count_);
    Index attribute = 0;
    for (std::size_t k = first_cell(); k < count_; ++k) {
      first[k] = static_cast<Index>(sample.columns.size());
      if (k == label_) continue;
      if (words_[k].empty()) sample.columns.push_back(names_[k]);
      for (const std::string& word : words_[k]) sample.columns.push_back(names_[k] + "=" + word);
      sample.attribute_of_column.resize(sample.columns.size(), attribute++);
    }
    if (std::ranges::all_of(words_, &std::set<std::string>::empty)) sample.attribute_of_column.clear();
    return first;
  }

  void read_labels_of(std::size_t rows, RawSample& sample) const {
    const std::filesystem::path file = path_.parent_path() / settings_.labels;
    read_labels(file, sample);
    if (sample.labels.size() != rows)
      throw DataError("{}: has {} labels, and {} has {} rows", file.string(), sample.labels.size(),
                      path_.string(), rows);
  }

  /// The cell, with a point in place of its only comma if commas are decimal.
  static std::string point_form(const std::string& cell, bool has_decimal_commas) {
    std::string text = cell;
    if (has_decimal_commas && std::ranges::count(text, ',') == 1 && text.find('.') == std::string::npos)
      std::ranges::replace(text, ',', '.');
    return text;
  }

  std::optional<double> number_in(const std::string& cell) const {
    const std::string text = point_form(cell, settings_.decimal_comma);
    const auto number = number_of<double>(without_plus(text));
    return number && std::isfinite(*number) ? number : std::nullopt;
  }

  double number_at(const CsvRows& rows, std::size_t k, const std::string& cell) const {
    if (const auto number = number_in(cell)) return *number;
    const bool has_comma = number_of<double>(point_form(cell, true)).has_value();
    rows.fail(fmt::format(
        "column {} holds {}, expected a number; {}", shown_name(k), quoted_token(cell),
        has_comma
            ? "\"decimal\": \",\" reads it as a number (--read decimal=,)"
            : "\"categories\": \"one_hot\" makes a column of each of its words (--read categories=one_hot)"));
  }

  std::string shown_name(std::size_t k) const {
    return has_header_ ? quoted_token(names_[k]) : fmt::format("{}", k + 1);
  }

  const std::filesystem::path& path_;
  const ReadSettings& settings_;
  std::size_t count_ = 0;  // of cells of a row
  bool has_header_ = false;
  bool has_row_names_ = false;  // in the first column
  std::vector<std::string> names_;
  std::size_t label_ = 0;
  std::vector<std::set<std::string>> words_;  // of the columns that become several
};

}  // namespace

RawSample read_csv(const std::filesystem::path& path, const ReadSettings& settings) {
  return CsvTable(path, settings).read();
}

}  // namespace descent
