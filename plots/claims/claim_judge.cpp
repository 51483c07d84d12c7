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

  bool empty() const { return cells.empty(); }
};

bool is_nearly(double one, double other) {
  return std::abs(one - other) <= 1e-9 * other;
}

const ManifestDataset* find(const Manifest& manifest, const std::string& dataset) {
  const auto found = std::ranges::find(manifest.datasets, dataset, &ManifestDataset::name);
  return found == manifest.datasets.end() ? nullptr : &*found;
}

/// Of a claim about all of its cells, by one of their verdicts.
Verdict together(std::span<const Comparison> cells, Verdict (Comparison::*which)() const) {
  const auto share = [&](Verdict verdict) { return std::ranges::count(cells, verdict, which); };
  if (share(Verdict::not_reproduced) > 0) return Verdict::not_reproduced;
  const bool is_reproduced = !cells.empty() && 2 * share(Verdict::reproduced) >= std::ssize(cells);
  return is_reproduced ? Verdict::reproduced : Verdict::undecided;
}

/// See answer_in.
class ClaimJudge {
 public:
  ClaimJudge(const Claims& claims, const Claim& claim, const Sources& sources, const ClaimSetting& setting,
             std::vector<Overlap>& overlaps)
      : claims_(claims), claim_(claim), sources_(sources), overlaps_(overlaps), answer_{setting} {}

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
    if (claim_.when.empty()) return true;
    for (const GroupedResults& folder : sources_.folders) {
      const ManifestDataset* facts = find(folder.manifest, dataset);
      if (facts == nullptr || facts->source != answer_.setting.source) continue;
      return (facts->rows < facts->columns) == (claim_.when == "m < n");
    }
    return true;
  }

  /// Of the problem that the claim is about; without cells where the folder lacks one of the methods.
  Evidence evidence_in(const GroupedResults& folder, const std::string& dataset,
                       const std::vector<ClaimedMethod>& methods) const {
    const Reading& reading = claims_.readings[answer_.setting.reading];
    Evidence found;
    found.dataset = find(folder.manifest, dataset);
    // With weights of rows it is another problem.
    if (found.dataset == nullptr || !found.dataset->weighting.empty() ||
        !reading.fits(folder.manifest.form, claim_.regularizer))
      return {};
    const double lambda = reading.lambda.value(static_cast<std::int64_t>(found.dataset->rows));
    for (const ClaimedMethod& method : methods) {
      const auto cell = std::ranges::find_if(folder.groups, [&](const RunGroup& each) {
        return each.dataset == dataset && each.source == answer_.setting.source && each.loss == claim_.loss &&
               each.regularizer == claim_.regularizer && each.method == method.name &&
               each.variant == method.variant && is_nearly(each.lambda, lambda);
      });
      if (cell == folder.groups.end()) return {};
      found.cells.push_back(&*cell);
    }
    const auto& optima = folder.manifest.optima;
    const auto optimum = std::ranges::find_if(
        optima, [&](const ManifestOptimum& each) { return each == found.cells.front()->problem(); });
    if (optimum != optima.end()) found.optimum = &*optimum;
    return found;
  }

  static const std::string& experiment_of(const Evidence& found) { return found.cells[0]->experiment; }
  static const std::string& experiment_of(const std::vector<std::vector<Counts>>& found) {
    return found[0][0].experiment;
  }

  /// What the last of the sources has that has anything; without one, the dataset is noted as missing.
  template <class All, class Find>
  auto last_found(const All& sources, const std::string& dataset, Find find) {
    decltype(find(sources[0])) taken;
    for (auto each = sources.rbegin(); each != sources.rend(); ++each) {
      auto found = find(*each);
      if (found.empty()) continue;
      if (taken.empty())
        taken = std::move(found);
      else
        add_overlap(dataset, experiment_of(taken), experiment_of(found));
    }
    if (taken.empty()) add_missing(dataset);
    return taken;
  }

  /// Of a folder that has all of the methods.
  Evidence evidence(const std::string& dataset, const std::vector<ClaimedMethod>& methods) {
    return last_found(sources_.folders, dataset,
                      [&](const GroupedResults& folder) { return evidence_in(folder, dataset, methods); });
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
                                          const std::vector<ClaimedMethod>& methods,
                                          const std::string& kind) {
    if (claim_.of_models)
      return last_found(sources_.crossvalidations, dataset, [&](const auto& rows) {
        return counts_of_splits(rows, dataset, answer_.setting.source, methods, kind);
      });
    const Evidence found = evidence(dataset, methods);
    if (found.empty()) return {};
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
      if (found.empty()) continue;
      for (const double target : claim_.targets.values) {
        answer_.cells.push_back(
            compare(*found.cells[0], *found.cells[1], found.optimum, Target{claim_.targets.scale, target}));
      }
    }
  }

  void add_cells(const std::string& dataset, const FasterAssertion& assertion) {
    add_comparisons(dataset, [&](const auto&... each) { return compare_times(each..., assertion.in); });
  }

  void add_cells(const std::string& dataset, const EqualSparsityAssertion& assertion) {
    add_comparisons(dataset,
                    [&](const auto&... each) { return compare_sparsity(each..., assertion.within); });
  }

  void add_cells(const std::string& dataset, const RateAssertion& assertion) {
    const Evidence found = evidence(dataset, {claim_.method});
    if (!found.empty()) answer_.cells.push_back(check_rate(*found.cells[0], found.optimum, assertion));
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
  return together(cells, &Comparison::verdict);
}

std::optional<Verdict> verdict_with_setup(std::span<const Comparison> cells) {
  if (std::ranges::none_of(cells, [](const Comparison& cell) { return cell.with_setup.has_value(); }))
    return std::nullopt;
  return together(cells, &Comparison::verdict_with_setup);
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
