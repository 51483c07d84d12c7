#include "experiments/crossvalidation/crossvalidation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>

#include "datasets/matrix/dataset.hpp"
#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "solvers/problem/weight_batch.hpp"
#include "support/errors.hpp"
#include "support/numbers/statistics.hpp"
#include "support/ranges.hpp"

namespace descent {

ModelFit fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
             double lambda, std::uint64_t seed) {
  const Problem problem(prepared.train, config.loss(), model.regularizer(), lambda,
                        {.free_intercept = config.free_bias});
  const auto solver = make_solver(*model.method, problem, model.options(), Random(seed));
  const auto pass = static_cast<std::uint64_t>(problem.rows().nonzeros());
  const double most = config.passes * static_cast<double>(pass);
  Progress progress;
  while (progress.status == Status::running && static_cast<double>(progress.entries_touched) < most) {
    const double rest = most - static_cast<double>(progress.entries_touched);
    progress = solver->advance(rest < static_cast<double>(pass) ? static_cast<std::uint64_t>(std::ceil(rest))
                                                                : pass);
  }
  ModelFit result;
  result.w.resize(static_cast<std::size_t>(problem.n()));
  solver->weights(result.w);
  result.objective = problem.objective(result.w);
  result.finished = progress.status != Status::running;
  if (progress.status == Status::diverged || !std::isfinite(result.objective)) {
    throw RunError("{}: {} diverges at lambda = {:g}; another method, or other options, may not", model.label,
                   model.method->name, lambda);
  }
  return result;
}

namespace {

/// Added to the division's seed for the folds, so that they are independent of its rows.
constexpr std::uint64_t first_fold_seed = 1'000'000;

std::uint64_t count_errors(const Sample& sample, std::span<const double> w) {
  const double share = prediction_error(Task::classification, sample, w).value_or(0);
  return static_cast<std::uint64_t>(std::llround(share * sample.rows.outer_size()));
}

/// Test errors of always predicting the class with more training rows.
std::uint64_t larger_class_errors(const Dataset& dataset) {
  const auto positive = [](const Sample& sample) {
    return static_cast<std::size_t>(std::ranges::count(sample.labels, 1.0));
  };
  const std::size_t positive_tests = positive(dataset.test);
  return 2 * positive(dataset.train) > dataset.train.labels.size()
             ? dataset.test.labels.size() - positive_tests
             : positive_tests;
}

/// Training rows with each fold held out in turn as test rows, as prepared for fits.
std::vector<Dataset> prepared_folds(const CrossvalidationConfig& config, const Dataset& dataset,
                                    std::uint64_t seed) {
  const auto count = static_cast<Index>(config.folds);
  for (const double label : {1.0, -1.0}) {
    const auto rows = std::ranges::count(dataset.train.labels, label);
    if (rows >= count) continue;
    throw DataError("{}: {} training rows of one class are too few for {} folds", dataset.name, rows, count);
  }
  const std::vector<Index> fold_of_row =
      stratified_folds(dataset.train.labels, count, Random(first_fold_seed + seed));
  std::vector<Dataset> folds;
  for (Index fold = 0; fold < count; ++fold) {
    std::vector<Index> held_out;
    std::vector<Index> others;
    for (std::size_t row = 0; row < fold_of_row.size(); ++row)
      (fold_of_row[row] == fold ? held_out : others).push_back(static_cast<Index>(row));
    Dataset part = dataset;
    part.train = select_rows(dataset.train, others);
    part.test = select_rows(dataset.train, held_out);
    prepare(part, config);
    folds.push_back(std::move(part));
  }
  return folds;
}

/// Fits with the seed of the row and counts the fit there.
ModelFit counted_fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
                     double lambda, CrossvalidationRow& row) {
  ModelFit result = fit(config, model, prepared, lambda, row.seed);
  ++row.fits;
  if (!result.finished) ++row.unfinished_fits;
  return result;
}

/// Errors of one λ on the folds.
LambdaErrors validate(const CrossvalidationConfig& config, const ModelEntry& model,
                      std::span<const Dataset> folds, double lambda, CrossvalidationRow& row) {
  LambdaErrors result{lambda, {}};
  for (const Dataset& fold : folds) {
    const ModelFit model_fit = counted_fit(config, model, fold, lambda, row);
    result.errors.push_back(static_cast<Index>(count_errors(fold.test, model_fit.w)));
  }
  return result;
}

void describe_weights(const Dataset& dataset, std::span<const double> w, CrossvalidationRow& row) {
  const auto columns = static_cast<std::size_t>(dataset.train.rows.inner_size());
  std::set<Index> attributes;
  std::set<Index> kept;
  row.columns = columns;
  for (std::size_t j = 0; j < columns; ++j) {
    const Index attribute =
        dataset.attribute_of_column.empty() ? static_cast<Index>(j) : dataset.attribute_of_column[j];
    attributes.insert(attribute + 1);
    if (w[j] == 0) continue;
    ++row.columns_kept;
    kept.insert(attribute + 1);
  }
  row.attributes = attributes.size();
  row.attributes_kept = kept.size();
  row.kept = fmt::format("{}", fmt::join(kept, " "));
}

/// Results of one model on a division; `common` holds what all rows of the division share.
std::vector<CrossvalidationRow> study(const CrossvalidationConfig& config, const ModelEntry& model,
                                      const Dataset& divided, const Dataset& prepared,
                                      std::span<const Dataset> folds, CrossvalidationRow common) {
  // Without a regulariser λ has no effect, but a problem must have one.
  const bool has_lambda = model.regularizer() != RegularizerKind::none;
  const std::vector<Lambda> grid = has_lambda ? config.lambdas : std::vector{lambda_of_number(1)};
  const std::vector<LambdaRule> rules = has_lambda ? config.rules : std::vector{LambdaRule::minimum};
  common.model = model.label;
  common.method = model.method->name;
  common.variant = model.variant;
  common.regularizer = name_of(model.regularizer());
  std::vector<LambdaErrors> candidates;
  for (const Lambda& lambda : grid) {
    const double value = lambda.value(divided.train.rows.outer_size());
    candidates.push_back(validate(config, model, folds, value, common));
  }

  const auto fold_rows = mapped(folds, [](const Dataset& fold) { return fold.test.rows.outer_size(); });
  std::vector<CrossvalidationRow> rows;
  for (const LambdaRule rule : rules) {
    const std::size_t choice = choose_lambda(candidates, fold_rows, rule);
    const LambdaErrors& chosen = candidates[choice];
    CrossvalidationRow row = common;
    const ModelFit last = counted_fit(config, model, prepared, chosen.lambda, row);
    if (has_lambda) {
      row.rule = name_of(rule);
      row.lambda = chosen.lambda;
      if (candidates.size() > 1 && choice == 0) row.grid_end = "smallest";
      if (candidates.size() > 1 && choice + 1 == candidates.size()) row.grid_end = "largest";
    }
    row.cv_errors = static_cast<std::uint64_t>(chosen.total());
    row.cv_standard_error = standard_error(chosen, fold_rows);
    row.test_errors = count_errors(prepared.test, last.w);
    describe_weights(divided, last.w, row);
    row.objective = last.objective;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::vector<RowDivision> divisions_of(const CrossvalidationConfig& config) {
  std::vector<RowDivision> divisions;
  if (config.own_split) divisions.push_back({split_kind::own, 0});
  for (std::int64_t seed = 1; seed <= config.seeded_splits; ++seed)
    divisions.push_back({split_kind::seeded, static_cast<std::uint64_t>(seed)});
  return divisions;
}

Dataset divide(const Dataset& dataset, const RowDivision& division, double test_share) {
  if (division.kind == split_kind::own) return dataset;
  const bool has_test = dataset.test.rows.outer_size() > 0;
  Sample all = has_test ? concatenate(dataset.train, dataset.test) : dataset.train;
  const Index rows = all.rows.outer_size();
  const auto share = static_cast<Index>(std::lround(test_share * rows));
  const Index test_rows = has_test ? dataset.test.rows.outer_size() : std::clamp<Index>(share, 1, rows - 1);
  const SplitRows parts =
      split_rows({.train = rows - test_rows, .test = test_rows, .seed = division.seed}, test_rows);
  Dataset divided = dataset;
  divided.test = select_rows(all, parts.test);
  divided.train = std::move(all);
  keep_training_rows(divided, parts.train);
  divided.origin += fmt::format(", divided anew with seed {}", division.seed);
  return divided;
}

std::vector<CrossvalidationRow> cross_validate(const CrossvalidationConfig& config, const Dataset& dataset,
                                               const RowDivision& division) {
  const Dataset divided = divide(dataset, division, config.test_share);
  Dataset prepared = divided;
  prepare(prepared, config);
  const std::vector<Dataset> folds = prepared_folds(config, divided, division.seed);

  CrossvalidationRow common;
  common.experiment = config.name;
  common.dataset = dataset.name;
  common.source = dataset.source;
  common.split = division.kind;
  common.seed = division.seed;
  common.train_rows = divided.train.labels.size();
  common.test_rows = divided.test.labels.size();
  common.larger_class_errors = larger_class_errors(divided);
  common.weighting = weighting_text(dataset);

  std::vector<CrossvalidationRow> rows;
  for (const ModelEntry& model : config.models) {
    for (CrossvalidationRow& row : study(config, model, divided, prepared, folds, common))
      rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Index> stratified_folds(std::span<const double> labels, Index folds, Random random) {
  std::vector<Index> fold_of_row(labels.size());
  Index next = 0;
  for (const double label : {1.0, -1.0}) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < labels.size(); ++row)
      if (labels[row] == label) rows.push_back(row);
    shuffle(rows.begin(), rows.end(), random);
    for (const std::size_t row : rows) {
      fold_of_row[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold_of_row;
}

std::int64_t LambdaErrors::total() const {
  return std::accumulate(errors.begin(), errors.end(), std::int64_t{0});
}

double standard_error(const LambdaErrors& candidate, std::span<const Index> fold_rows) {
  std::vector<double> shares;
  for (std::size_t fold = 0; fold < fold_rows.size(); ++fold)
    shares.push_back(static_cast<double>(candidate.errors[fold]) / fold_rows[fold]);
  return std::sqrt(variance(shares) / static_cast<double>(shares.size()));
}

std::size_t choose_lambda(std::span<const LambdaErrors> candidates, std::span<const Index> fold_rows,
                          LambdaRule rule) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < candidates.size(); ++k) {
    if (candidates[k].total() <= candidates[best].total()) best = k;
  }
  if (rule == LambdaRule::minimum) return best;
  const auto rows = static_cast<double>(std::accumulate(fold_rows.begin(), fold_rows.end(), std::int64_t{0}));
  const double most =
      static_cast<double>(candidates[best].total()) + rows * standard_error(candidates[best], fold_rows);
  std::size_t chosen = best;
  for (std::size_t k = best; k < candidates.size(); ++k) {
    if (static_cast<double>(candidates[k].total()) <= most) chosen = k;
  }
  return chosen;
}

}  // namespace descent
