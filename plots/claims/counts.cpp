// Numbers of runs or cross-validated models that a claim may be about, such as iterations (comparison.hpp).

#include "plots/claims/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
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

/// Where a count is read; null if runs or models do not have it.
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

/// Mean of ranges; its interval follows from the variation of their middles.
Estimate mean_of(const std::vector<Bounds>& values, double test_to_train) {
  std::vector<double> low, high, middle;
  for (const Bounds& each : values) {
    low.push_back(each.low);
    high.push_back(each.high);
    middle.push_back((each.low + each.high) / 2);
  }
  const Bounds center{mean(low), mean(high)};
  const double spread = variance(middle);
  if (!(spread > 0)) return {center, center};
  const auto count = static_cast<double>(values.size());
  const double standard_error = std::sqrt(spread * (1 / count + test_to_train));
  const double reach = boost::math::quantile(boost::math::students_t(count - 1), 0.975) * standard_error;
  return {center, {center.low - reach, center.high + reach}};
}

/// Counts of one model on one kind of split.
Counts counts_of_model(std::span<const CrossvalidationRow> rows, const std::string& dataset,
                       const std::string& source, const ClaimedMethod& model, std::string_view split,
                       const CountKind& kind) {
  Counts counts{"", dataset, source, model, model.name, std::string(split), {}, 0, 0};
  for (const CrossvalidationRow& row : rows) {
    if (row.dataset != dataset || row.source != source || row.split != split) continue;
    if (!row.weighting.empty()) continue;  // row weights make it another problem
    if (row.model != model.name || row.rule != model.variant) continue;
    counts.experiment = row.experiment;
    counts.test_to_train = static_cast<double>(row.test_rows) / static_cast<double>(row.train_rows);
    add(counts, row.seed, kind.of_model(row));
  }
  return counts;
}

Comparison comparison_of_counts(const std::vector<const Counts*>& compared) {
  Comparison comparison;
  comparison.split = compared.front()->split;
  for (const Counts* each : compared) {
    ComparedMethod method{each->method.name, each->method.variant, each->label,
                          each->by_seed.size() + each->missing, each->by_seed.size()};
    if (!each->by_seed.empty()) method.measured = mean_count(*each).value;
    comparison.methods.push_back(std::move(method));
  }
  return comparison;
}

/// Reason why the counts decide nothing, else "".
std::string obstacle(const Comparison& comparison) {
  for (const ComparedMethod& method : comparison.methods) {
    if (method.arrived < method.runs || method.runs == 0)
      return fmt::format("{} of {} {}s of {} have such a number", method.arrived, method.runs,
                         comparison.split.empty() ? "run" : "split", method.label);
  }
  // A single run leaves nothing to chance.
  return comparison.methods.front().runs > 1 ? lack_of_runs(comparison) : "";
}

/// True if they have the same seeds, to compare one by one.
bool same_seeds(const Counts& a, const Counts& b) {
  return std::ranges::equal(a.by_seed, b.by_seed, {}, &std::pair<const std::uint64_t, Bounds>::first,
                            &std::pair<const std::uint64_t, Bounds>::first);
}

}  // namespace

bool is_count(const std::string& number, bool of_models) {
  return std::ranges::any_of(count_kinds, [&](const CountKind& kind) {
    return kind.name == number && (of_models ? kind.of_model != nullptr : kind.of_run != nullptr);
  });
}

std::vector<std::string> number_names(bool of_models) {
  std::vector<std::string> names;
  for (const CountKind& kind : count_kinds)
    if (is_count(kind.name, of_models)) names.emplace_back(kind.name);
  if (!of_models) names.insert(names.end(), {nonzeros, reached, slope, slope_with_logarithm});
  return names;
}

Counts counts_in(const RunGroup& group,
                 const std::function<std::optional<Bounds>(const std::vector<ResultRow>&)>& count_of) {
  Counts counts{.experiment = group.experiment,
                .dataset = group.dataset,
                .source = group.source,
                .method = {group.method, group.variant},
                .label = group.label,
                .split = "",
                .by_seed = {}};
  for (const std::vector<ResultRow>* run : group.runs) {
    const bool failed = run_status::is_failed(run->back().status);
    add(counts, run->back().seed, failed ? std::nullopt : count_of(*run));
  }
  return counts;
}

Counts counts_of_runs(const RunGroup& group, const ManifestDataset& dataset, const std::string& kind) {
  return counts_in(group, [&](const std::vector<ResultRow>& run) {
    return kind_of(kind).of_run(iterations_row(group, run, dataset));
  });
}

std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models,
                                                  const std::string& kind) {
  std::vector<std::vector<Counts>> found;
  for (const std::string_view split : {split_kind::own, split_kind::seeded}) {
    std::vector<Counts> all_counts;
    for (const ClaimedMethod& model : models) {
      Counts counts = counts_of_model(rows, dataset, source, model, split, kind_of(kind));
      if (!counts.experiment.empty()) all_counts.push_back(std::move(counts));
    }
    if (all_counts.size() == models.size()) found.push_back(std::move(all_counts));
  }
  return found;
}

Estimate mean_count(const Counts& counts) {
  std::vector<Bounds> values;
  for (const auto& [seed, count] : counts.by_seed) values.push_back(count);
  return mean_of(values, counts.test_to_train);
}

Estimate mean_difference(const Counts& counts, const Counts& others) {
  std::vector<Bounds> differences;
  for (const auto& [seed, count] : counts.by_seed) {
    const auto other = others.by_seed.find(seed);
    if (other == others.by_seed.end()) continue;
    differences.push_back({other->second.low - count.high, other->second.high - count.low});
  }
  return mean_of(differences, counts.test_to_train);
}

Comparison check_count(const Counts& counts, const Bounds& range) {
  Comparison comparison = comparison_of_counts({&counts});
  comparison.remark = obstacle(comparison);
  if (!counts.by_seed.empty()) comparison.estimate = mean_count(counts);
  if (comparison.remark.empty()) comparison.answer = answer_within(*comparison.estimate, range);
  return comparison;
}

Comparison check_difference(const Counts& counts, const Counts& others, const Bounds& range) {
  Comparison comparison = comparison_of_counts({&counts, &others});
  comparison.remark = obstacle(comparison);
  if (comparison.remark.empty() && !same_seeds(counts, others))
    comparison.remark = fmt::format("the seeds of {} and {} differ", counts.label, others.label);
  if (!comparison.remark.empty()) return comparison;
  comparison.estimate = mean_difference(others, counts);
  comparison.answer = answer_within(*comparison.estimate, range);
  return comparison;
}

}  // namespace descent
