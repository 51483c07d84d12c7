#include "plots/claims/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "plots/analysis/iterations.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

std::optional<Bounds> counted_exactly(const std::optional<std::uint64_t>& count) {
  if (!count) return std::nullopt;
  return Bounds{static_cast<double>(*count), static_cast<double>(*count)};
}

std::optional<Bounds> first_outer_iterations(const IterationsRow& row) {
  if (!row.first_outer_within) return std::nullopt;
  return Bounds{static_cast<double>(*row.first_outer_above + 1),
                static_cast<double>(*row.first_outer_within)};
}

std::optional<Bounds> all_errors(const IterationsRow& row) {
  if (!row.train_errors || !row.test_errors) return std::nullopt;
  return counted_exactly(*row.train_errors + *row.test_errors);
}

/// Where a number is read; null where runs, or models, have none of that name.
struct CountKind {
  const char* name;
  std::optional<Bounds> (*of_run)(const IterationsRow&);
  std::optional<Bounds> (*of_model)(const CrossvalidationRow&);
};

constexpr CountKind count_kinds[] = {
    {"iterations", [](const IterationsRow& row) { return counted_exactly(row.iterations); }, nullptr},
    {"outer_iterations", [](const IterationsRow& row) { return counted_exactly(row.outer_iterations); },
     nullptr},
    {"first_outer_iterations", first_outer_iterations, nullptr},
    {"train_errors", [](const IterationsRow& row) { return counted_exactly(row.train_errors); }, nullptr},
    {"test_errors", [](const IterationsRow& row) { return counted_exactly(row.test_errors); },
     [](const CrossvalidationRow& row) { return counted_exactly(row.test_errors); }},
    {"errors", all_errors, nullptr},
    {"attributes_kept", nullptr,
     [](const CrossvalidationRow& row) { return counted_exactly(row.attributes_kept); }},
};

const CountKind& kind_of(std::string_view name) {
  return *std::ranges::find(count_kinds, name, &CountKind::name);
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
  const double spread = variance(middle);
  if (!(spread > 0)) return result;
  const double share = 1 / static_cast<double>(values.size()) + test_to_train;
  result.standard_error = std::sqrt(spread * share);
  const double reach =
      boost::math::quantile(boost::math::students_t(result.freedom), 0.975) * result.standard_error;
  result.estimate.interval = {center.low - reach, center.high + reach};
  return result;
}

/// The counts of one model on one kind of split.
Counts counts_of_model(std::span<const CrossvalidationRow> rows, const std::string& dataset,
                       const std::string& source, const ClaimedMethod& model, std::string_view split,
                       const CountKind& kind) {
  Counts counts{"", dataset, source, model, model.name, std::string(split), {}, 0, 0};
  for (const CrossvalidationRow& row : rows) {
    if (row.dataset != dataset || row.source != source || row.split != split) continue;
    if (!row.weighting.empty()) continue;  // with weights of rows it is another problem
    if (row.model != model.name || row.rule != model.variant) continue;
    counts.experiment = row.experiment;
    counts.test_to_train = static_cast<double>(row.test_rows) / static_cast<double>(row.train_rows);
    add(counts, row.seed, kind.of_model(row));
  }
  return counts;
}

}  // namespace

std::vector<std::string> count_names(bool of_models) {
  std::vector<std::string> names;
  for (const CountKind& kind : count_kinds)
    if (of_models ? kind.of_model != nullptr : kind.of_run != nullptr) names.emplace_back(kind.name);
  return names;
}

Counts counts_of_runs(const RunGroup& cell, const ManifestDataset& dataset, const std::string& kind) {
  Counts counts{
      cell.experiment, cell.dataset, cell.source, {cell.method, cell.variant}, cell.label, "", {}, 0, 0};
  for (const std::vector<ResultRow>* run : cell.runs) {
    const bool failed = run_status::is_failed(run->back().status);
    add(counts, run->back().seed,
        failed ? std::nullopt : kind_of(kind).of_run(iterations_row(cell, *run, dataset)));
  }
  return counts;
}

std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models,
                                                  const std::string& kind) {
  std::vector<std::vector<Counts>> found;
  for (const std::string_view split : {split_kind::own, split_kind::seeded}) {
    std::vector<Counts> of_all;
    for (const ClaimedMethod& model : models) {
      Counts counts = counts_of_model(rows, dataset, source, model, split, kind_of(kind));
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

namespace {

Comparison cell_of_counts(const std::vector<const Counts*>& compared) {
  const Counts& first = *compared.front();
  Comparison cell;
  cell.dataset = first.dataset;
  cell.experiment = first.experiment;
  cell.source = first.source;
  cell.split = first.split;
  for (const Counts* each : compared) {
    ComparedMethod method{each->method.name,    each->method.variant,
                          each->label,          each->by_seed.size() + each->missing,
                          each->by_seed.size(), std::nullopt};
    if (!each->by_seed.empty()) method.measured = mean_count(*each).estimate.value;
    cell.methods.push_back(method);
  }
  return cell;
}

/// Why the counts tell nothing; empty when they do.
std::string obstacle(const Comparison& cell) {
  for (const ComparedMethod& method : cell.methods) {
    if (method.arrived < method.runs || method.runs == 0)
      return fmt::format("{} of {} {}s of {} have such a number", method.arrived, method.runs,
                         cell.split.empty() ? "run" : "split", method.label);
  }
  return "";
}

/// Whether they can be compared seed by seed.
bool same_seeds(const Counts& a, const Counts& b) {
  return std::ranges::equal(a.by_seed, b.by_seed, {}, &std::pair<const std::uint64_t, Bounds>::first,
                            &std::pair<const std::uint64_t, Bounds>::first);
}

/// Judges a cell with nothing in its way: whether the mean is within what the claim accepts. By p-values
/// where seeds differ in it, and otherwise by whether all or none of it is.
void judge(Comparison& cell, const CountMean& mean, const Bounds& accepted) {
  cell.judgement = Judgement{mean.estimate};
  if (cell.methods.front().runs > 1) cell.remark = lack_of_runs(cell);  // one alone leaves nothing to chance
  if (!cell.remark.empty()) return;
  const Bounds& value = mean.estimate.value;
  if (mean.standard_error > 0) {
    cell.judgement->p = {std::max(mean.p_of_at_most(accepted.low), mean.p_of_at_least(accepted.high)),
                         std::min(mean.p_of_at_most(accepted.high), mean.p_of_at_least(accepted.low))};
  } else if (value.low >= accepted.low && value.high <= accepted.high) {
    cell.judgement->verdict = Verdict::reproduced;
  } else if (value.high < accepted.low || value.low > accepted.high) {
    cell.judgement->verdict = Verdict::not_reproduced;
  } else {
    cell.remark = "two checkpoints leave it open";
  }
}

}  // namespace

Comparison check_count(const Counts& counts, const CountAssertion& assertion) {
  Comparison cell = cell_of_counts({&counts});
  cell.remark = obstacle(cell);
  if (cell.remark.empty())
    judge(cell, mean_count(counts),
          {assertion.expected - assertion.tolerance, assertion.expected + assertion.tolerance});
  return cell;
}

Comparison compare_counts(const Counts& fewer, const Counts& more) {
  using Limits = std::numeric_limits<double>;
  Comparison cell = cell_of_counts({&fewer, &more});
  cell.remark = obstacle(cell);
  if (cell.remark.empty() && !same_seeds(fewer, more))
    cell.remark = fmt::format("the seeds of {} and {} differ", fewer.label, more.label);
  if (cell.remark.empty())
    judge(cell, mean_difference(fewer, more), {Limits::denorm_min(), Limits::infinity()});  // above 0
  return cell;
}

}  // namespace descent
