#include "plots/counts.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "plots/iterations_table.hpp"
#include "plots/statistics.hpp"

namespace descent {
namespace {

constexpr std::array<std::pair<CountKind, std::string_view>, 7> names{{
    {CountKind::iterations, "iterations"},
    {CountKind::outer_iterations, "outer_iterations"},
    {CountKind::first_outer_iterations, "first_outer_iterations"},
    {CountKind::train_errors, "train_errors"},
    {CountKind::test_errors, "test_errors"},
    {CountKind::errors, "errors"},
    {CountKind::attributes_kept, "attributes_kept"},
}};

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

/// The mean of the ranges, and around it t s √share_of_variance to both sides.
Estimate estimate_of(const std::vector<Bounds>& values, double share_of_variance) {
  std::vector<double> low, high, middle;
  for (const Bounds& each : values) {
    low.push_back(each.low);
    high.push_back(each.high);
    middle.push_back((each.low + each.high) / 2);
  }
  const Bounds value{mean(low), mean(high)};
  if (values.size() == 1) return {value, value};
  const double center = mean(middle);
  double squares = 0;
  for (const double each : middle) squares += (each - center) * (each - center);
  const auto freedom = static_cast<double>(values.size() - 1);
  const double t = boost::math::quantile(boost::math::students_t(freedom), 0.975);
  const double reach = t * std::sqrt(squares / freedom * share_of_variance);
  return {value, {value.low - reach, value.high + reach}};
}

}  // namespace

std::string_view name_of(CountKind kind) {
  return std::ranges::find(names, kind, &std::pair<CountKind, std::string_view>::first)->second;
}

std::vector<std::string> count_names() {
  std::vector<std::string> all;
  for (const auto& entry : names) all.emplace_back(entry.second);
  return all;
}

std::optional<CountKind> count_named(std::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<CountKind, std::string_view>::second);
  if (found == names.end()) return std::nullopt;
  return found->first;
}

Counts counts_of_runs(const Cell& cell, const ManifestDataset& dataset, CountKind kind) {
  Counts counts{cell.experiment, cell.dataset, cell.source, cell.label, "", {}, 0, 0};
  for (const std::vector<ResultRow>* run : cell.runs) {
    const bool failed = run_status::is_failed(run->back().status);
    add(counts, run->back().seed,
        failed ? std::nullopt : count_of(iterations_row(cell, *run, dataset), kind));
  }
  return counts;
}

std::vector<Counts> counts_of_splits(std::span<const CrossvalidationRow> rows, const std::string& dataset,
                                     const std::string& model, const std::string& rule, CountKind kind) {
  std::vector<Counts> found;
  for (const std::string_view split : {split_kind::own, split_kind::seeded}) {
    Counts counts;
    for (const CrossvalidationRow& row : rows) {
      if (row.dataset != dataset || row.model != model || row.rule != rule || row.split != split) continue;
      counts.experiment = row.experiment;
      counts.dataset = row.dataset;
      counts.source = row.source;
      counts.label = row.model;
      counts.split = row.split;
      counts.test_to_train = static_cast<double>(row.test_rows) / static_cast<double>(row.train_rows);
      add(counts, row.seed, count_of(row, kind));
    }
    if (!counts.by_seed.empty() || counts.missing > 0) found.push_back(std::move(counts));
  }
  return found;
}

Estimate mean_count(const Counts& counts) {
  std::vector<Bounds> values;
  for (const auto& [seed, count] : counts.by_seed) values.push_back(count);
  return estimate_of(values, 1 + 1 / static_cast<double>(values.size()));
}

std::optional<Estimate> mean_difference(const Counts& counts, const Counts& others) {
  std::vector<Bounds> differences;
  for (const auto& [seed, count] : counts.by_seed) {
    const auto other = others.by_seed.find(seed);
    if (other == others.by_seed.end()) continue;
    differences.push_back({other->second.low - count.high, other->second.high - count.low});
  }
  if (differences.empty()) return std::nullopt;
  return estimate_of(differences, 1 / static_cast<double>(differences.size()) + counts.test_to_train);
}

}  // namespace descent
