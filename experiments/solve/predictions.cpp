#include "experiments/solve/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "datasets/catalog/catalog.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/matrix/line_products.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Number of the first row, from 0, whose label is no class of the training data; the number of rows if there
/// is none.
std::size_t first_without_class(const RawSample& sample, const Classes& classes) {
  const auto is_unknown = [&](double label) {
    const std::string text = label_text(label, sample.words);
    return text != classes.positive && text != classes.negative && !classes.is_one_against_rest();
  };
  return static_cast<std::size_t>(std::ranges::find_if(sample.labels, is_unknown) - sample.labels.begin());
}

}  // namespace

std::string Predictions::text() const {
  std::string text = "# predicted label and score, one row a line\n";
  for (std::size_t i = 0; i < scores.size(); ++i) text += fmt::format("{} {}\n", labels[i], scores[i]);
  return text;
}

Json Predictions::summary() const {
  return {{"file", file},
          {"rows", scores.size()},
          {"error", error ? Json(*error) : Json()},
          {"remark", remark.empty() ? Json() : Json(remark)}};
}

void print_predictions(const Predictions& predictions, Task task) {
  print_output("predictions  {}, {}", predictions.file, plural(predictions.scores.size(), "row"));
  if (predictions.error && task == Task::classification)
    print_output(": {:.2f} % errors", 100 * *predictions.error);
  else if (predictions.error)
    print_output(": mean sq. err {:.6g}", *predictions.error);
  print_output("{}{}\n", predictions.remark.empty() ? "" : "; ", predictions.remark);
}

RawSample read_rows_like(const Dataset& trained_on, const std::filesystem::path& file,
                         ReadSettings settings) {
  const Catalog catalog = read_catalog();
  if (const CatalogEntry* entry = find_entry(catalog, trained_on.name); entry && trained_on.file.empty())
    settings = entry->reading;
  const FileFormat training_format = format_of(trained_on.file, settings);
  const bool name_is_enough = format_of(trained_on.file, {}) == training_format;
  const FileFormat format = format_of(file, name_is_enough ? ReadSettings{} : settings);
  if (format != training_format && (format == FileFormat::csv || training_format == FileFormat::csv))
    throw DataError("{}: is {}, and the training rows are {}; columns with names need both in one format",
                    file.string(), name_of(format), name_of(training_format));
  const bool have_indices = format_of(trained_on.file, settings) == FileFormat::libsvm &&
                            format_of(file, settings) == FileFormat::libsvm;
  settings.index_base = have_indices && trained_on.index_base == 0 ? std::optional<Index>(0) : std::nullopt;
  settings.labels.clear();  // they belong to the training rows
  settings.needs_labels = false;
  RawSample sample = read_sample(file, settings);
  if (have_indices && sample.index_base != trained_on.index_base)
    throw DataError(file.string() +
                    ": has an index 0, and the training rows have none: does one of them count "
                    "from 1? If both count from 0, --read index_base=0 says so");
  if (have_indices && trained_on.index_base == 0)
    require_indices_from_0(file, sample.rows,
                           trained_on.train.rows.inner_size() - (trained_on.constant_feature > 0 ? 1 : 0));
  if (sample.columns != trained_on.columns)
    throw DataError("{}: {}", file.string(),
                    difference_of_columns(sample.columns, trained_on.columns,
                                          trained_on.file.empty() ? trained_on.name : trained_on.file));
  return sample;
}

Predictions predict(const std::filesystem::path& file, const RawSample& sample, const Dataset& trained_on,
                    std::span<const double> w) {
  const Index rows = sample.rows.outer_size();
  const double constant = trained_on.constant_feature;
  const auto features = static_cast<Index>(w.size()) - (constant > 0 ? 1 : 0);
  const double bias = constant > 0 ? constant * w.back() : 0;
  std::vector<double> weights(w.begin(), w.begin() + features);
  weights.resize(static_cast<std::size_t>(std::max(features, sample.rows.inner_size())), 0.0);

  Predictions result;
  result.file = file.string();
  for (Index i = 0; i < rows; ++i) {
    const double score = dot(sample.rows[i], weights.data()) + bias;
    result.scores.push_back(score);
    result.labels.push_back(!trained_on.classes ? label_text(score)
                            : score > 0         ? trained_on.classes->positive
                                                : trained_on.classes->negative_name());
  }
  if (sample.rows.inner_size() > features)
    result.remark = fmt::format("features above {} have no weight", features);
  if (sample.labels.empty()) {
    result.remark += fmt::format("{}no labels, so no errors", result.remark.empty() ? "" : "; ");
    return result;
  }
  if (trained_on.classes) {
    const std::size_t unknown = first_without_class(sample, *trained_on.classes);
    if (unknown < sample.labels.size()) {
      result.remark += fmt::format("{}errors not counted: row {} has the label {}, expected {} or {}",
                                   result.remark.empty() ? "" : "; ", unknown + 1,
                                   label_text(sample.labels[unknown], sample.words),
                                   trained_on.classes->negative, trained_on.classes->positive);
      return result;
    }
  }
  long double sum = 0;
  for (std::size_t i = 0; i < result.labels.size(); ++i) {
    const double difference = result.scores[i] - sample.labels[i];
    const bool is_positive =
        trained_on.classes && label_text(sample.labels[i], sample.words) == trained_on.classes->positive;
    sum += trained_on.classes ? is_positive != (result.scores[i] > 0) : difference * difference;
  }
  result.error = static_cast<double>(sum / rows);
  return result;
}

}  // namespace descent
