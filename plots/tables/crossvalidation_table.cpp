#include "plots/tables/crossvalidation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "support/numbers/statistics.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

using SplitRows = std::vector<const CrossvalidationRow*>;
using Number = std::function<double(const CrossvalidationRow&)>;

/// Groups rows with equal `key`, in the order of first occurrence.
template <class Key>
std::vector<SplitRows> groups_of(const SplitRows& rows, Key key) {
  std::vector<SplitRows> groups;
  for (const CrossvalidationRow* row : rows) {
    const auto found = std::ranges::find_if(
        groups, [&](const SplitRows& group) { return key(*group.front()) == key(*row); });
    if (found == groups.end())
      groups.push_back({row});
    else
      found->push_back(row);
  }
  return groups;
}

SplitRows pointers_to(std::span<const CrossvalidationRow> rows) {
  SplitRows pointers;
  for (const CrossvalidationRow& row : rows) pointers.push_back(&row);
  return pointers;
}

bool is_own(const SplitRows& rows) {
  return rows.front()->split == split_kind::own;
}

/// "72.3 ± 4.5" with the standard deviation over the rows (divided by their number − 1); for one row only its
/// number.
std::string mean_and_deviation(const SplitRows& rows, const Number& number) {
  std::vector<double> values;
  for (const CrossvalidationRow* row : rows) values.push_back(number(*row));
  const double center = mean(values);
  if (values.size() == 1) return fmt::format("{:.1f}", center);
  return fmt::format("{:.1f} ± {:.1f}", center, std::sqrt(variance(values)));
}

double percentage(double part, std::uint64_t whole) {
  return 100 * part / static_cast<double>(whole);
}

/// λ m, the weight of R relative to the sum of the losses.
TextTable::Cell lambda_cell(const SplitRows& rows) {
  std::vector<double> values;
  std::size_t ends = 0;
  for (const CrossvalidationRow* row : rows) {
    if (!row->lambda) return {"–"};
    values.push_back(*row->lambda * static_cast<double>(row->train_rows));
    if (!row->grid_end.empty()) ++ends;
  }
  TextTable::Cell cell{fmt::format("{:.3g}", quantile(values, 0.5))};
  if (values.size() > 1) {
    const auto [least, most] = std::ranges::minmax(values);
    cell.detail = fmt::format("({:.3g}–{:.3g})", least, most);
  }
  if (ends == 0) return cell;
  const std::string text =
      values.size() == 1 ? "end of the grid" : fmt::format("{} at an end of the grid", ends);
  cell.detail += (cell.detail.empty() ? "" : " ") + fmt::format("({})", text);
  return cell;
}

TextTable::Cell validation_cell(const SplitRows& rows) {
  const auto percent = [](const CrossvalidationRow& row) {
    return percentage(static_cast<double>(row.cv_errors), row.train_rows);
  };
  const CrossvalidationRow& first = *rows.front();
  if (is_own(rows)) return {fmt::format("{:.1f} ± {:.1f}", percent(first), 100 * first.cv_standard_error)};
  return {mean_and_deviation(rows, percent)};
}

TextTable::Cell errors_cell(const SplitRows& rows, std::uint64_t CrossvalidationRow::*errors) {
  const CrossvalidationRow& first = *rows.front();
  if (is_own(rows)) return {fmt::format("{}/{}", first.*errors, first.test_rows)};
  return {mean_and_deviation(
      rows, [=](const CrossvalidationRow& row) { return static_cast<double>(row.*errors); })};
}

/// Errors minus the first model's on the same split, which the rows name.
TextTable::Cell difference_cell(const SplitRows& rows, std::uint64_t CrossvalidationRow::*errors,
                                const SplitRows& first_model) {
  return {mean_and_deviation(rows, [&](const CrossvalidationRow& row) {
    const auto other = std::ranges::find(first_model, row.seed, &CrossvalidationRow::seed);
    if (other == first_model.end()) return std::nan("");
    return static_cast<double>(row.*errors) - static_cast<double>((*other)->test_errors);
  })};
}

TextTable::Cell kept_cell(const SplitRows& rows) {
  const CrossvalidationRow& first = *rows.front();
  const auto text = [&](std::uint64_t CrossvalidationRow::*member) {
    if (is_own(rows)) return fmt::format("{}", first.*member);
    return mean_and_deviation(
        rows, [=](const CrossvalidationRow& row) { return static_cast<double>(row.*member); });
  };
  TextTable::Cell cell{text(&CrossvalidationRow::attributes_kept)};
  if (first.columns != first.attributes)
    cell.detail = fmt::format("({} of {} columns)", text(&CrossvalidationRow::columns_kept), first.columns);
  return cell;
}

auto model_of(const CrossvalidationRow& row) {
  return std::tie(row.model, row.rule);
}

/// The label, with the rule if the group has the model with several rules.
std::string label_of(const SplitRows& model, const SplitRows& group) {
  const CrossvalidationRow& first = *model.front();
  const bool has_other_rules = std::ranges::any_of(group, [&](const CrossvalidationRow* row) {
    return row->model == first.model && row->rule != first.rule;
  });
  if (!has_other_rules) return first.model;
  return first.model + (first.rule == "minimum" ? ", fewest errors" : ", one standard error");
}

TextTable table_of(const SplitRows& group, const CrossvalidationTexts& texts) {
  const CrossvalidationRow& first = *group.front();
  const bool own = is_own(group);
  const std::vector<SplitRows> models = groups_of(group, model_of);
  const std::size_t splits = models.front().size();
  TextTable table;
  table.title =
      fmt::format("{}{}: {} training and {} test rows, {}", first.dataset,
                  first.source == "stand-in" ? " (stand-in)" : "", first.train_rows, first.test_rows,
                  own ? "as the dataset divides them" : plural(splits, "seeded split"));
  table.header = {"model", "λ m", "CV errors (%)", "test errors"};
  if (!own) table.header.push_back("against " + models.front().front()->model);
  table.header.push_back(fmt::format("features of {}", first.attributes));
  table.header.emplace_back("published: errors, features");

  const auto add_row = [&](const std::string& label, const SplitRows& rows, bool is_model) {
    const auto errors =
        is_model ? &CrossvalidationRow::test_errors : &CrossvalidationRow::larger_class_errors;
    std::vector<TextTable::Cell> cells{{label}};
    cells.push_back(is_model ? lambda_cell(rows) : TextTable::Cell{"–"});
    cells.push_back(is_model ? validation_cell(rows) : TextTable::Cell{"–"});
    cells.push_back(errors_cell(rows, errors));
    const bool is_first = is_model && &rows == &models.front();
    if (!own)
      cells.push_back(is_first ? TextTable::Cell{"–"} : difference_cell(rows, errors, models.front()));
    cells.push_back(is_model ? kept_cell(rows) : TextTable::Cell{"0"});
    const auto published = texts.published.find(rows.front()->model);
    cells.push_back({is_model && published != texts.published.end() ? published->second : "–"});
    table.rows.push_back(std::move(cells));
  };
  for (const SplitRows& model : models) add_row(label_of(model, group), model, true);
  add_row("always the larger class", models.front(), false);
  return table;
}

std::string explanation() {
  return "Each model chooses λ by the cross-validation errors of the training rows alone and is then fitted "
         "to "
         "all of them; the test rows are only counted. λ m weighs the regulariser against the sum of the "
         "losses; "
         "for several splits: median (smallest–largest). CV errors: held-out training rows that are "
         "misclassified, ± the standard error over the folds; for several splits ± their deviation, as all "
         "numbers with ±. Against: test errors less those of the first model on the same split. Features: "
         "attributes of the data with a weight that is not exactly 0. Published: as the source gives it, for "
         "one "
         "split.";
}

/// Remarks on unfinished fits.
std::vector<std::string> remarks_on(std::span<const CrossvalidationRow> rows) {
  std::vector<std::string> remarks;
  const auto by_dataset_and_model = [](const CrossvalidationRow& row) {
    return std::tie(row.dataset, row.model);
  };
  for (const SplitRows& group : groups_of(pointers_to(rows), by_dataset_and_model)) {
    std::uint64_t fits = 0;
    std::uint64_t unfinished = 0;
    for (const CrossvalidationRow* row : group) {
      if (row->rule != group.front()->rule) continue;  // the rules choose among the same fits
      fits += row->fits;
      unfinished += row->unfinished_fits;
    }
    if (unfinished == 0) continue;
    remarks.push_back(
        fmt::format("{}, {}: {} of {} fits were stopped by the limit of passes before {} had "
                    "converged.",
                    group.front()->dataset, group.front()->model, unfinished, fits, group.front()->method));
  }
  return remarks;
}

}  // namespace

std::vector<TextTable> crossvalidation_tables(std::span<const CrossvalidationRow> rows,
                                              const CrossvalidationTexts& texts) {
  std::vector<TextTable> tables;
  const auto by_dataset_and_split = [](const CrossvalidationRow& row) {
    return std::tie(row.dataset, row.split);
  };
  for (const SplitRows& group : groups_of(pointers_to(rows), by_dataset_and_split))
    tables.push_back(table_of(group, texts));
  return tables;
}

std::string crossvalidation_markdown(std::span<const CrossvalidationRow> rows,
                                     const CrossvalidationTexts& texts) {
  std::string text = fmt::format("## {}\n\n{}\n", markdown_text(texts.title), markdown_text(explanation()));
  for (const TextTable& table : crossvalidation_tables(rows, texts)) text += '\n' + to_markdown(table);
  std::vector<std::string> notes = remarks_on(rows);
  notes.insert(notes.end(), texts.notes.begin(), texts.notes.end());
  if (!notes.empty()) text += '\n';
  for (const std::string& note : notes) text += fmt::format("- {}\n", markdown_text(note));
  return text;
}

std::string crossvalidation_text(std::span<const CrossvalidationRow> rows,
                                 const CrossvalidationTexts& texts) {
  std::string text;
  for (const TextTable& table : crossvalidation_tables(rows, texts))
    text += (text.empty() ? "" : "\n") + to_terminal(table);
  const std::vector<std::string> remarks = remarks_on(rows);
  if (!remarks.empty()) text += '\n';
  for (const std::string& remark : remarks) text += remark + '\n';
  return text;
}

}  // namespace descent
