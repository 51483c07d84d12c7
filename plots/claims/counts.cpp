#include "plots/claims/counts.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "plots/analysis/iterations.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

std::optional<Bounds> exactly(const std::optional<std::uint64_t>& count) {
  if (!count) return std::nullopt;
  return Bounds{static_cast<double>(*count), static_cast<double>(*count)};
}

std::optional<std::uint64_t> sum_of(const std::optional<std::uint64_t>& a,
                                    const std::optional<std::uint64_t>& b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

std::optional<Bounds> count_of(const IterationsRow& row, CountKind kind) {
  switch (kind) {
    case CountKind::iterations:
      return exactly(row.iterations);
    case CountKind::outer_iterations:
      return exactly(row.outer_iterations);
    case CountKind::first_outer_iterations:
      if (!row.first_outer_within) return std::nullopt;
      return Bounds{static_cast<double>(*row.first_outer_above + 1),
                    static_cast<double>(*row.first_outer_within)};
    case CountKind::train_errors:
      return exactly(row.train_errors);
    case CountKind::test_errors:
      return exactly(row.test_errors);
    case CountKind::errors:
      return exactly(sum_of(row.train_errors, row.test_errors));
    case CountKind::attributes_kept:
      break;
  }
  return std::nullopt;
}

std::optional<Bounds> count_of(const CrossvalidationRow& row, CountKind kind) {
  if (kind == CountKind::test_errors) return exactly(row.test_errors);
  if (kind == CountKind::attributes_kept) return exactly(row.attributes_kept);
  return std::nullopt;
}

void add(Counts& counts, std::uint64_t seed, const std::optional<Bounds>& count) {
  if (count)
    counts.by_seed[seed] = *count;
  else
    ++counts.missing;
}

/// Of ranges, by how their middles vary.
CountMean mean_of(const std::vector<Bounds>& values, double test_to_train) {
  std::vector<double> low, high, middle;
  for (const Bounds& each : values) {
    low.push_back(each.low);
    high.push_back(each.high);
    middle.push_back((each.low + each.high) / 2);
  }
  const Bounds center{mean(low), mean(high)};
  CountMean result{{center, center}, 0, static_cast<double>(values.size() - 1)};
  double squares = 0;
  for (const double each : middle) squares += (each - mean(middle)) * (each - mean(middle));
  if (!(squares > 0)) return result;
  const double share = 1 / static_cast<double>(values.size()) + test_to_train;
  result.standard_error = std::sqrt(squares / result.freedom * share);
  const double reach =
      boost::math::quantile(boost::math::students_t(result.freedom), 0.975) * result.standard_error;
  result.estimate.interval = {center.low - reach, center.high + reach};
  return result;
}

/// The counts of one model on one kind of split.
Counts counts_of_model(std::span<const CrossvalidationRow> rows, const std::string& dataset,
                       const std::string& source, const ClaimedMethod& model, std::string_view split,
                       CountKind kind) {
  Counts counts{"", dataset, source, model, model.name, std::string(split), {}, 0, 0};
  for (const CrossvalidationRow& row : rows) {
    if (row.dataset != dataset || row.source != source || row.split != split) continue;
    if (row.model != model.name || row.rule != model.variant) continue;
    counts.experiment = row.experiment;
    counts.test_to_train = static_cast<double>(row.test_rows) / static_cast<double>(row.train_rows);
    add(counts, row.seed, count_of(row, kind));
  }
  return counts;
}

}  // namespace

Counts counts_of_runs(const RunGroup& cell, const ManifestDataset& dataset, CountKind kind) {
  Counts counts{
      cell.experiment, cell.dataset, cell.source, {cell.method, cell.variant}, cell.label, "", {}, 0, 0};
  for (const std::vector<ResultRow>* run : cell.runs) {
    const bool failed = run_status::is_failed(run->back().status);
    add(counts, run->back().seed,
        failed ? std::nullopt : count_of(iterations_row(cell, *run, dataset), kind));
  }
  return counts;
}

std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models, CountKind kind) {
  std::vector<std::vector<Counts>> found;
  for (const std::string_view split : {split_kind::own, split_kind::seeded}) {
    std::vector<Counts> of_all;
    for (const ClaimedMethod& model : models) {
      Counts counts = counts_of_model(rows, dataset, source, model, split, kind);
      if (!counts.experiment.empty()) of_all.push_back(std::move(counts));
    }
    if (of_all.size() == models.size()) found.push_back(std::move(of_all));
  }
  return found;
}

double CountMean::p_of_at_most(double limit) const {
  return boost::math::cdf(boost::math::students_t(freedom), (limit - estimate.value.low) / standard_error);
}

double CountMean::p_of_at_least(double limit) const {
  return boost::math::cdf(boost::math::students_t(freedom), (estimate.value.high - limit) / standard_error);
}

CountMean mean_count(const Counts& counts) {
  std::vector<Bounds> values;
  for (const auto& [seed, count] : counts.by_seed) values.push_back(count);
  return mean_of(values, counts.test_to_train);
}

CountMean mean_difference(const Counts& counts, const Counts& others) {
  std::vector<Bounds> differences;
  for (const auto& [seed, count] : counts.by_seed) {
    const auto other = others.by_seed.find(seed);
    if (other == others.by_seed.end()) continue;
    differences.push_back({other->second.low - count.high, other->second.high - count.low});
  }
  return mean_of(differences, counts.test_to_train);
}

}  // namespace descent
