#include "plots/claims/claim_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/claims/counts.hpp"

namespace descent {
namespace {

/// The runs of some methods on one problem, from one folder.
struct Evidence {
  std::vector<const RunGroup*> cells;  ///< in the order of the methods; empty where no folder has them all
  const ManifestDataset* dataset = nullptr;
  const ManifestOptimum* optimum = nullptr;
};

bool is_nearly(double one, double other) {
  return std::abs(one - other) <= 1e-9 * other;
}

const ManifestDataset* find(const Manifest& manifest, const std::string& dataset) {
  const auto found = std::ranges::find(manifest.datasets, dataset, &ManifestDataset::name);
  return found == manifest.datasets.end() ? nullptr : &*found;
}

/// Of a claim about all of its cells.
Verdict together(const std::vector<Verdict>& verdicts) {
  if (std::ranges::count(verdicts, Verdict::not_reproduced) > 0) return Verdict::not_reproduced;
  const auto reproduced = static_cast<std::size_t>(std::ranges::count(verdicts, Verdict::reproduced));
  return !verdicts.empty() && 2 * reproduced >= verdicts.size() ? Verdict::reproduced : Verdict::undecided;
}

/// See answer_in.
class ClaimJudge {
 public:
  ClaimJudge(const Claims& claims, const Claim& claim, const Sources& sources, const ClaimSetting& setting,
             std::vector<Overlap>& overlaps)
      : claims_(claims),
        claim_(claim),
        sources_(sources),
        overlaps_(overlaps),
        answer_{setting, {}, {}, {}, {}} {}

  SettingAnswer answer() {
    for (const std::string& dataset : claim_.datasets) {
      if (!speaks_of(dataset)) continue;
      std::visit([&](const auto& assertion) { add_cells(dataset, assertion); }, claim_.assertion);
    }
    decide(answer_.cells);
    answer_.verdict = verdict_of(answer_.cells);
    answer_.with_setup = verdict_with_setup(answer_.cells);
    return answer_;
  }

 private:
  /// False when results show that the dataset, from the setting's source, is not of the claim's shape.
  bool speaks_of(const std::string& dataset) const {
    if (claim_.when == DatasetShape::any) return true;
    for (const GroupedResults& folder : sources_.folders) {
      const ManifestDataset* facts = find(folder.manifest, dataset);
      if (facts == nullptr || facts->source != answer_.setting.source) continue;
      return (facts->rows < facts->columns) == (claim_.when == DatasetShape::fewer_rows_than_columns);
    }
    return true;
  }

  /// The method's runs on the problem that the claim is about, or null.
  const RunGroup* find_cell(const GroupedResults& folder, const std::string& dataset,
                            const ClaimedMethod& method) const {
    const Reading& reading = claims_.readings[answer_.setting.reading];
    const ManifestDataset* facts = find(folder.manifest, dataset);
    // With weights of rows it is another problem.
    if (facts == nullptr || !facts->weighting.empty() ||
        !reading.fits(folder.manifest.form, claim_.regularizer))
      return nullptr;
    const auto found = std::ranges::find_if(folder.groups, [&](const RunGroup& cell) {
      return cell.dataset == dataset && cell.source == answer_.setting.source && cell.loss == claim_.loss &&
             cell.regularizer == claim_.regularizer && cell.method == method.name &&
             cell.variant == method.variant &&
             is_nearly(cell.lambda, reading.lambda.value(static_cast<std::int64_t>(facts->rows)));
    });
    return found == folder.groups.end() ? nullptr : &*found;
  }

  /// Without cells where the folder lacks one of the methods.
  Evidence evidence_in(const GroupedResults& folder, const std::string& dataset,
                       const std::vector<ClaimedMethod>& methods) const {
    Evidence found;
    for (const ClaimedMethod& method : methods) {
      const RunGroup* const cell = find_cell(folder, dataset, method);
      if (cell == nullptr) return {};
      found.cells.push_back(cell);
    }
    const RunGroup& cell = *found.cells.front();
    found.dataset = find(folder.manifest, dataset);
    const auto& optima = folder.manifest.optima;
    const auto optimum = std::ranges::find_if(optima, [&](const ManifestOptimum& each) {
      return each.dataset == dataset && each.loss == cell.loss && each.regularizer == cell.regularizer &&
             is_nearly(each.lambda, cell.lambda);
    });
    if (optimum != optima.end()) found.optimum = &*optimum;
    return found;
  }

  /// Of the last folder that has all of the methods; without one, the dataset is noted as missing.
  Evidence evidence(const std::string& dataset, const std::vector<ClaimedMethod>& methods) {
    Evidence taken;
    for (auto folder = sources_.folders.rbegin(); folder != sources_.folders.rend(); ++folder) {
      Evidence found = evidence_in(*folder, dataset, methods);
      if (found.cells.empty()) continue;
      if (taken.cells.empty())
        taken = std::move(found);
      else
        add_overlap(dataset, taken.cells.front()->experiment, found.cells.front()->experiment);
    }
    if (taken.cells.empty()) add_missing(dataset);
    return taken;
  }

  void add_overlap(const std::string& dataset, const std::string& taken, const std::string& passed_over) {
    auto overlap = std::ranges::find_if(overlaps_, [&](const Overlap& each) {
      return each.taken == taken && each.passed_over == passed_over;
    });
    if (overlap == overlaps_.end()) overlap = overlaps_.insert(overlap, {taken, passed_over, {}});
    auto& datasets = overlap->datasets;
    if (std::ranges::find(datasets, dataset) == datasets.end()) datasets.push_back(dataset);
  }

  void add_missing(const std::string& dataset) {
    if (answer_.missing.empty() || answer_.missing.back() != dataset) answer_.missing.push_back(dataset);
  }

  /// What is counted of the methods or models, in their order: of methods one list, of models one for each
  /// kind of split; none without results.
  std::vector<std::vector<Counts>> counts(const std::string& dataset,
                                          const std::vector<ClaimedMethod>& methods, CountKind kind) {
    if (claim_.of_models) {
      std::vector<std::vector<Counts>> taken;
      const auto& tables = sources_.crossvalidations;
      for (auto rows = tables.rbegin(); rows != tables.rend(); ++rows) {
        auto found = counts_of_splits(*rows, dataset, answer_.setting.source, methods, kind);
        if (found.empty()) continue;
        if (taken.empty())
          taken = std::move(found);
        else
          add_overlap(dataset, taken[0][0].experiment, found[0][0].experiment);
      }
      if (taken.empty()) add_missing(dataset);
      return taken;
    }
    const Evidence found = evidence(dataset, methods);
    if (found.cells.empty()) return {};
    std::vector<Counts> of_methods;
    for (const RunGroup* cell : found.cells)
      of_methods.push_back(counts_of_runs(*cell, *found.dataset, kind));
    return {std::move(of_methods)};
  }

  /// A cell for each of the others and each target; `compare` makes it from two cells, the reference and the
  /// target.
  template <class Compare>
  void add_comparisons(const std::string& dataset, Compare compare) {
    for (const ClaimedMethod& other : claim_.others) {
      const Evidence found = evidence(dataset, {claim_.method, other});
      if (found.cells.empty()) continue;
      for (const double target : claim_.targets.values) {
        answer_.cells.push_back(
            compare(*found.cells[0], *found.cells[1], found.optimum, Target{claim_.targets.scale, target}));
      }
    }
  }

  void add_cells(const std::string& dataset, const FasterAssertion& assertion) {
    add_comparisons(dataset,
                    [&](const auto& faster, const auto& slower, const auto* optimum, const Target& target) {
                      return compare_times(faster, slower, optimum, target, assertion.in);
                    });
  }

  void add_cells(const std::string& dataset, const EqualSparsityAssertion& assertion) {
    add_comparisons(dataset,
                    [&](const auto& method, const auto& other, const auto* optimum, const Target& target) {
                      return compare_sparsity(method, other, optimum, target, assertion.within);
                    });
  }

  void add_cells(const std::string& dataset, const RateAssertion& assertion) {
    const Evidence found = evidence(dataset, {claim_.method});
    if (!found.cells.empty()) answer_.cells.push_back(check_rate(*found.cells[0], found.optimum, assertion));
  }

  void add_cells(const std::string& dataset, const CountAssertion& assertion) {
    for (const auto& found : counts(dataset, {claim_.method}, assertion.count))
      answer_.cells.push_back(check_count(found[0], assertion));
  }

  void add_cells(const std::string& dataset, const FewerAssertion& assertion) {
    for (const ClaimedMethod& more : claim_.others) {
      for (const auto& found : counts(dataset, {claim_.method, more}, assertion.count))
        answer_.cells.push_back(compare_counts(found[0], found[1]));
    }
  }

  const Claims& claims_;
  const Claim& claim_;
  const Sources& sources_;
  std::vector<Overlap>& overlaps_;
  SettingAnswer answer_;
};

}  // namespace

Verdict verdict_of(std::span<const Comparison> cells) {
  std::vector<Verdict> verdicts;
  for (const Comparison& cell : cells) verdicts.push_back(cell.verdict());
  return together(verdicts);
}

std::optional<Verdict> verdict_with_setup(std::span<const Comparison> cells) {
  if (std::ranges::none_of(cells, [](const Comparison& cell) { return cell.with_setup.has_value(); }))
    return std::nullopt;
  std::vector<Verdict> verdicts;
  for (const Comparison& cell : cells)
    verdicts.push_back(cell.with_setup ? cell.with_setup->verdict : cell.verdict());
  return together(verdicts);
}

std::size_t SettingAnswer::count(Verdict of) const {
  return static_cast<std::size_t>(std::ranges::count(cells, of, &Comparison::verdict));
}

std::string SettingAnswer::reason() const {
  return fmt::format("holds in {} of {} comparisons, fails in {}, {} undecided", count(Verdict::reproduced),
                     cells.size(), count(Verdict::not_reproduced), count(Verdict::undecided));
}

SettingAnswer answer_in(const Claims& claims, const Claim& claim, const Sources& sources,
                        const ClaimSetting& setting, std::vector<Overlap>& overlaps) {
  return ClaimJudge(claims, claim, sources, setting, overlaps).answer();
}

}  // namespace descent
