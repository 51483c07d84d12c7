#include "support/records/crossvalidation_rows.hpp"

#include "support/json/json_place.hpp"

namespace descent {

const std::vector<Column<CrossvalidationRow>>& crossvalidation_columns() {
  using R = CrossvalidationRow;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "name of the config", &R::experiment),
      column("dataset", "", "name in the catalogue", &R::dataset),
      column("source", "", "`file`, or `stand-in` for synthetic rows", &R::source),
      column("split", "", "`own`, as the catalogue divides the dataset, or `seeded`, at random", &R::split),
      column("seed", "", "of the split, of its folds and of the method; 0 for the own split", &R::seed),
      column("train_rows", "rows", "rows that λ is chosen on and the model is fitted to", &R::train_rows),
      column("test_rows", "rows", "rows that nothing is chosen on", &R::test_rows),
      column("model", "", "label of the model", &R::model),
      column("method", "", "method that solves it", &R::method),
      column("variant", "", "options of the method that differ from their defaults", &R::variant),
      column("regularizer", "", "regulariser R", &R::regularizer),
      column("rule", "", "how λ was chosen; empty without a regulariser", &R::rule),
      column("lambda", "", "the λ that was chosen, the weight of R beside the mean loss; empty without one",
             &R::lambda),
      column("grid_end", "", "`smallest` or `largest` where that is an end of the grid", &R::grid_end),
      column("cv_errors", "rows", "misclassified training rows, each by the fit that its fold is held out of",
             &R::cv_errors),
      column("cv_standard_error", "share", "standard error over the folds of their share",
             &R::cv_standard_error),
      column("test_errors", "rows", "misclassified test rows", &R::test_errors),
      column("larger_class_errors", "rows", "test errors of always saying the training rows' larger class",
             &R::larger_class_errors),
      column("columns", "", "columns of the data, without the bias", &R::columns),
      column("columns_kept", "", "those whose weight is not exactly 0", &R::columns_kept),
      column("attributes", "", "attributes that the columns code", &R::attributes),
      column("attributes_kept", "", "those with a kept column", &R::attributes_kept),
      column("kept", "", "their numbers, from 1", &R::kept),
      column("objective", "", "F(w) of the fit to all training rows", &R::objective),
      column("fits", "fits", "fits that this row rests on", &R::fits),
      column("unfinished_fits", "fits",
             "those that the limit of passes stopped before their method converged", &R::unfinished_fits),
      column("weighting", "", "the weights of the training rows' losses in the objective; empty: all are 1",
             &R::weighting),
  };
  return columns;
}

Store<CrossvalidationRow> splits_in(const std::filesystem::path& folder) {
  return {folder / "splits", crossvalidation_columns()};
}

std::filesystem::path crossvalidation_record(const std::filesystem::path& folder) {
  return folder / "crossvalidation.json";
}

std::vector<CrossvalidationRow> read_crossvalidation(const std::filesystem::path& folder) {
  const auto path = crossvalidation_record(folder);
  const Store<CrossvalidationRow> splits = splits_in(folder);
  try {
    const Json json = read_written_json(path);
    std::vector<CrossvalidationRow> rows;
    for (const JsonPlace& id : JsonPlace(path.string(), json).at("splits").elements(1)) {
      const auto split_rows = splits.read(id.text());
      rows.insert(rows.end(), split_rows.begin(), split_rows.end());
    }
    return rows;
  } catch (const Error& error) {
    throw ResultFileError("{}; `descent crossvalidate` with the configuration repeats what is missing",
                          error.what());
  }
}

}  // namespace descent
