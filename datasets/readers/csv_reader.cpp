#include "datasets/readers/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "datasets/readers/csv_rows.hpp"
#include "datasets/readers/label_texts.hpp"
#include "datasets/readers/stored_rows.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Cells = std::span<const std::string>;

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

/// The name of a column of row names: empty, or as pandas reads and writes that again.
bool is_unnamed(std::string_view name) {
  return name.empty() || name.starts_with("Unnamed: 0");
}

class CsvTable {
 public:
  CsvTable(const std::filesystem::path& path, const ReadSettings& settings)
      : path_(path), settings_(settings), rows_(path, settings.skip_lines) {
    const auto first = rows_.next();
    if (!first) throw DataError(path.string() + ": has no rows");
    first_.assign(first->begin(), first->end());
    count_ = first_.size();
    has_header_ = settings.header ? *settings.header : is_header();
    for (std::size_t k = 0; k < count_; ++k)
      names_.push_back(has_header_ ? first_[k] : fmt::format("{}", k + 1));
    label_ = label_column();
    while (has_header_ && first_cell_ < std::min(label_, count_ - 1) && is_unnamed(names_[first_cell_]))
      ++first_cell_;
  }

  /// To be called once: it uses up the file.
  RawSample read() {
    RawSample sample;
    for (std::size_t k = first_cell_; k < count_; ++k)
      if (k != label_) sample.columns.push_back(names_[k]);
    if (has_header_) note_repeated_name(sample);
    for (std::size_t k = 0; k < first_cell_; ++k)
      sample.remarks.push_back(
          fmt::format("column {} left out: it has no name, as row names of pandas and R", k + 1));
    StoredRows matrix(path_);
    RowBlock block;
    std::size_t row_count = 0;
    LabelTexts labels;
    for_each_row([&](Cells cells) {
      block.make_room(count_);
      for (std::size_t k = first_cell_; k < count_; ++k) {
        if (is_missing(cells[k]))
          rows_.fail(
              fmt::format("column {} has no value: {}; fill such rows in or leave them out{}", shown_name(k),
                          quoted_token(cells[k]),
                          k == label_ && !cells[k].empty()
                              ? "; if it is the name of a class, write the labels into a file of \"labels\""
                              : ""));
        if (k == label_) {
          labels.add(point_form(cells[k], settings_.decimal_comma));
        } else if (const double value = number_at(k, cells[k], row_count); value != 0) {
          block.push_back(static_cast<Index>(k - first_cell_ - (k > label_ ? 1 : 0)), value);
        } else if (has_nonzero_digit(cells[k])) {
          ++sample.underflows;
        }
      }
      block.end_row();
      matrix.take_if_large(block);
      ++row_count;
    });
    matrix.take(block);
    if (row_count == 0) throw DataError(path_.string() + ": has names of columns and no rows");
    sample.rows = std::move(matrix).matrix(static_cast<Index>(sample.columns.size()));
    if (label_ < count_)
      std::move(labels).move_to(sample);
    else if (!settings_.labels.empty())
      read_labels_of(row_count, sample);
    return sample;
  }

 private:
  /// True if the first row names the columns: it has no number, the name of the label's column, or the
  /// numbers 0, 1, 2, … that pandas gives columns without names. Throws DataError if 0, 1 may be both.
  bool is_header() const {
    const auto is_name = [&](const std::string& cell) { return !number_in(cell); };
    if (std::ranges::all_of(first_, is_name)) return true;
    if (!number_of<double>(settings_.label) && std::ranges::find(first_, settings_.label) != first_.end())
      return true;
    for (std::size_t k = 0; k < first_.size(); ++k)
      if (!is_name(first_[k]) && first_[k] != fmt::format("{}", k)) return false;
    if (first_.size() < 3 && std::ranges::none_of(first_, is_name))
      rows_.fail(
          "is it a row, or are these the names of columns? \"header\": false or true says so "
          "(--read header=false)");
    return first_.size() > 2;
  }

  /// Calls for every row of data.
  template <class Take>
  void for_each_row(const Take& take) {
    std::optional<Cells> cells = has_header_ ? rows_.next() : Cells(first_);
    for (; cells; cells = rows_.next()) {
      if (cells->size() != count_)
        rows_.fail(fmt::format("has {} cells, expected {}", cells->size(), count_));
      take(*cells);
    }
  }

  /// The column of the labels; after the last if they are in a file of their own, or missing and not needed.
  std::size_t label_column() const {
    if (!settings_.labels.empty()) return count_;
    const auto shown = [&] {
      std::vector<std::string> some(names_.begin(),
                                    names_.begin() + std::min<std::ptrdiff_t>(std::ssize(names_), 12));
      if (some.size() < names_.size()) some.push_back("…, " + names_.back());
      for (std::string& name : some) name = printable(name, 40);
      return fmt::format("{} columns, separated by {}: {}", count_, named(rows_.separator()),
                         fmt::join(some, ", "));
    };
    if (settings_.label.empty())
      throw DataError(
          "{}: which column has the labels? Name it or give its number from 1: \"label\" in a "
          "configuration, --label on the command line ({})",
          path_.string(), shown());
    if (const auto name = std::ranges::find(names_, settings_.label); name != names_.end()) {
      if (std::ranges::count(names_, settings_.label) > 1)
        throw DataError("{}: has two columns {} for the labels; give the number of one, from 1",
                        path_.string(), quoted_token(settings_.label));
      return static_cast<std::size_t>(name - names_.begin());
    }
    const auto number = number_of<std::size_t>(settings_.label);
    const bool is_column = number && *number >= 1 && *number <= count_;
    if (!is_column)
      throw DataError("{}: has no column {} for the labels ({}){}", path_.string(),
                      quoted_token(settings_.label), shown(),
                      has_header_ ? "" : "; \"header\": true says that the first line names them");
    return *number - 1;
  }

  /// Adds a remark on the first name that two columns of features have.
  void note_repeated_name(RawSample& sample) const {
    std::map<std::string_view, std::size_t> first;
    for (std::size_t k = first_cell_; k < count_; ++k) {
      if (k == label_ || first.emplace(names_[k], k).second) continue;
      sample.remarks.push_back(
          fmt::format("columns {} and {} are both {}", first[names_[k]] + 1, k + 1, quoted_token(names_[k])));
      return;
    }
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

  double number_at(std::size_t k, const std::string& cell, std::size_t rows_before) const {
    if (const auto number = number_in(cell)) return *number;
    const bool has_comma = number_of<double>(point_form(cell, true)).has_value();
    const bool is_quoted_comma = rows_.separator() == ',' && cell.find(',') != std::string::npos;
    std::string plain = cell;
    std::erase(plain, ',');
    const bool has_thousands =
        is_quoted_comma && number_of<double>(plain) && cell.size() > 4 &&
        cell.substr(0, cell.find('.')).rfind(',') + 4 == std::min(cell.find('.'), cell.size());
    const std::size_t colon = cell.find(':');
    const bool is_libsvm = colon != std::string::npos && number_of<Index>(cell.substr(0, colon));
    rows_.fail(fmt::format("column {} holds {}, expected a number{}", shown_name(k), quoted_token(cell),
                           is_libsvm ? "; LIBSVM text has no columns to name: leave \"label\" (--label) out"
                           : has_thousands ? "; thousands separators are not read, write " + plain
                           : has_comma     ? "; \"decimal\": \",\" reads it as a number (--read decimal=,)"
                           : rows_before > 0
                               ? fmt::format(" as in the {} above", plural(rows_before, "row"))
                               : "; make columns of 0 and 1 of words, for example by pandas.get_dummies"));
  }

  std::string shown_name(std::size_t k) const {
    return has_header_ ? quoted_token(names_[k]) : fmt::format("{}", k + 1);
  }

  const std::filesystem::path& path_;
  const ReadSettings& settings_;
  CsvRows rows_;                    // read once: a pipe has no second time
  std::vector<std::string> first_;  // the first row, of names or of data
  std::size_t count_ = 0;           // of cells of a row
  bool has_header_ = false;
  std::size_t first_cell_ = 0;  // of a row that is no row name
  std::vector<std::string> names_;
  std::size_t label_ = 0;
};

}  // namespace

RawSample read_csv(const std::filesystem::path& path, const ReadSettings& settings) {
  return CsvTable(path, settings).read();
}

}  // namespace descent
