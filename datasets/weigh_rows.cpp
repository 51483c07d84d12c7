#include "datasets/weigh_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Reads one weight a line, a number ≥ 0, plain or compressed (.bz2, .gz, .xz). Lines may be blank or have a
/// comment from `#` on, as in LIBSVM text. Throws DataError `path:line: …` at the first other line, and
/// `path: …` unless there is one weight a row and one is > 0.
std::vector<double> read_row_weights(const std::filesystem::path& path, Index rows) {
  constexpr std::size_t longest_shown = 40;
  const auto expected = static_cast<std::size_t>(rows);
  std::vector<double> weights;
  weights.reserve(expected);
  LineReader lines(path);
  while (const auto line = lines.next()) {
    const std::string_view text = trimmed(line->substr(0, line->find('#')));
    if (text.empty()) continue;
    const std::optional<double> weight = number_of<double>(without_plus(text));
    if (!weight || !std::isfinite(*weight) || *weight < 0)
      lines.fail(fmt::format("expected the weight of a row, a number >= 0, got '{}'",
                             printable(std::string(text), longest_shown)));
    if (weights.size() == expected)
      lines.fail(fmt::format("expected no more than {} weights, one for each of the training rows", rows));
    weights.push_back(*weight);
  }
  if (weights.size() < expected)
    throw DataError("{}: has {} weights, expected {}, one for each of the training rows", path.string(),
                    weights.size(), rows);
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; }))
    throw DataError("{}: all weights are 0: there is nothing to optimise", path.string());
  return weights;
}

/// Weights of the classes −1 and +1.
struct PairOfWeights {
  double negative = 1;
  double positive = 1;
};

/// A row of weight k counts as k rows.
PairOfWeights balanced(const Dataset& dataset) {
  const Sample& train = dataset.train;
  double negative = 0;
  double positive = 0;
  for (std::size_t i = 0; i < train.labels.size(); ++i)
    (train.labels[i] > 0 ? positive : negative) += train.row_weights.empty() ? 1.0 : train.row_weights[i];
  for (const auto& [of_class, label] :
       {std::pair{negative, dataset.classes->negative}, std::pair{positive, dataset.classes->positive}})
    if (!(of_class > 0))
      throw ConfigError(
          "balanced class weights need rows of both classes with weights > 0; {} has none of the "
          "label {}",
          dataset.name, label);
  const double all = negative + positive;
  return {all / (2 * negative), all / (2 * positive)};
}

PairOfWeights class_weights(const Dataset& dataset, const RowWeighting& weighting) {
  if (!dataset.classes) throw ConfigError("class weights are for classes, and {} has targets", dataset.name);
  if (weighting.balanced) return balanced(dataset);
  const Classes& classes = *dataset.classes;
  PairOfWeights weights;
  for (const auto& [label, weight] : weighting.class_weights) {
    if (label != classes.negative_name() && label != classes.positive)
      throw ConfigError("class weights: {} has the labels {} and {}, and none {}", dataset.name,
                        classes.negative_name(), classes.positive, label);
    (label == classes.positive ? weights.positive : weights.negative) = weight;
  }
  return weights;
}

}  // namespace

void weigh_rows(Dataset& dataset, const RowWeighting& weighting, const std::filesystem::path& folder) {
  if (!weighting.file.empty()) {
    const std::filesystem::path file = find_path(weighting.file, folder);
    dataset.train.row_weights = read_row_weights(file, dataset.train.rows.outer_size());
    dataset.weights_file = std::filesystem::absolute(file).lexically_normal().string();
    if (is_file(file)) dataset.weights_sha256 = sha256_of_file(file);  // a pipe has no second time
  }
  weigh_classes(dataset, weighting);
  dataset.weighting = weighting;
}

void weigh_classes(Dataset& dataset, const RowWeighting& weighting) {
  if (!weighting.has_class_weights()) return;
  const PairOfWeights of_class = class_weights(dataset, weighting);
  std::vector<double>& weights = dataset.train.row_weights;
  if (weights.empty()) weights.assign(dataset.train.labels.size(), 1.0);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] *= dataset.train.labels[i] > 0 ? of_class.positive : of_class.negative;
}

void empty_masked_rows(Dataset& dataset) {
  const auto& [rows, labels, weights] = dataset.train;
  if (std::ranges::find(weights, 0.0) == weights.end()) return;
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < rows.outer_size(); ++i) {
    if (weights[static_cast<std::size_t>(i)] > 0)
      for (const Entry entry : rows[i]) entries.push_back(entry);
    starts.push_back(std::ssize(entries));
  }
  dataset.train.rows = {std::move(starts), entries, rows.inner_size()};
}

std::string weighting_text(const Dataset& dataset) {
  const RowWeighting& weighting = dataset.weighting;
  std::vector<std::string> texts;
  if (weighting.balanced) texts.push_back("balanced class weights");
  if (!weighting.class_weights.empty()) {
    std::vector<std::string> weights;
    for (const auto& [label, weight] : weighting.class_weights)
      weights.push_back(fmt::format("{}: {}", label, weight));
    texts.push_back(fmt::format("class weights {}", fmt::join(weights, ", ")));
  }
  if (!weighting.file.empty()) {
    texts.push_back("row weights " + std::filesystem::path(weighting.file).filename().string());
    if (!dataset.weights_sha256.empty())
      texts.back() += fmt::format(" (sha256 {})", dataset.weights_sha256.substr(0, 12));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace descent
