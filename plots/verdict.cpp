#include "plots/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace descent {
namespace {

/// A results folder and what it is looked up by.
struct IndexedResults {
  const Manifest& manifest;
  std::vector<Cell> cells;
};

/// The runs of some methods on one problem, from one folder.
struct Evidence {
  std::vector<const Cell*> cells;  ///< in the order of the methods
  const ManifestReference* reference = nullptr;
};

/// Answers the claims of one file.
class Judge {
 public:
  Judge(const Claims& claims, std::span<const ResultsFolder> results) : claims_(claims) {
    for (const ResultsFolder& each : results) folders_.push_back({each.manifest, cells_of(each)});
  }

  ClaimAnswer answer(const Claim& claim) const {
    ClaimAnswer result{claim, Verdict::undecided, "", {}, false};
    for (const std::string& dataset : claim.datasets) {
      if (!speaks_of(claim, dataset)) continue;
      std::visit([&](const auto& assertion) { add_cells(claim, dataset, assertion, result.cells); },
                 claim.assertion);
    }
    result.verdict = verdict_of(result.cells);
    const auto found = [](const ClaimCell& cell) { return !cell.experiment.empty(); };
    result.has_results = std::ranges::any_of(result.cells, found);
    result.reason = reason_of(claim, result);
    return result;
  }

 private:
  const ManifestDataset* find(const Manifest& manifest, const std::string& dataset) const {
    const auto found = std::ranges::find(manifest.datasets, dataset, &ManifestDataset::name);
    return found == manifest.datasets.end() ? nullptr : &*found;
  }

  /// False when results show that the dataset is not of the claim's shape.
  bool speaks_of(const Claim& claim, const std::string& dataset) const {
    if (claim.when == DatasetShape::any) return true;
    for (const IndexedResults& folder : folders_) {
      const ManifestDataset* facts = find(folder.manifest, dataset);
      if (facts == nullptr) continue;
      return (facts->rows < facts->columns) == (claim.when == DatasetShape::fewer_rows_than_columns);
    }
    return true;
  }

  /// The method's runs on the problem that the claim is about, or null.
  const Cell* find(const IndexedResults& folder, const Claim& claim, const std::string& dataset,
                   const ClaimedMethod& method) const {
    const ManifestDataset* facts = find(folder.manifest, dataset);
    if (facts == nullptr) return nullptr;
    const double lambda = claims_.readings.front().lambda.value(facts->rows);
    const auto found = std::ranges::find_if(folder.cells, [&](const Cell& cell) {
      return cell.dataset == dataset && cell.loss == claims_.loss && cell.regularizer == claim.regularizer &&
             cell.method == method.name && cell.variant == method.variant &&
             std::abs(cell.lambda - lambda) <= 1e-9 * lambda;
    });
    return found == folder.cells.end() ? nullptr : &*found;
  }

  Evidence evidence(const Claim& claim, const std::string& dataset,
                    const std::vector<ClaimedMethod>& methods) const {
    for (const IndexedResults& folder : folders_) {
      Evidence found;
      for (const ClaimedMethod& method : methods) {
        if (const Cell* cell = find(folder, claim, dataset, method)) found.cells.push_back(cell);
      }
      if (found.cells.size() < methods.size()) continue;
      const Cell& cell = *found.cells.front();
      const auto reference =
          std::ranges::find_if(folder.manifest.references, [&](const ManifestReference& each) {
            return each.dataset == dataset && each.loss == cell.loss &&
                   each.regularizer == cell.regularizer &&
                   std::abs(each.lambda - cell.lambda) <= 1e-9 * cell.lambda;
          });
      if (reference != folder.manifest.references.end()) found.reference = &*reference;
      return found;
    }
    return {};
  }

  static ClaimCell without_results(const std::string& dataset, const std::vector<ClaimedMethod>& methods,
                                   std::optional<double> target) {
    ClaimCell cell;
    cell.dataset = dataset;
    for (const ClaimedMethod& method : methods) {
      const std::string label = method.variant.empty() ? method.name : method.name + ' ' + method.variant;
      cell.methods.push_back({method.name, method.variant, label, 0, 0, std::nullopt});
    }
    cell.target = target;
    cell.remark = "no results";
    return cell;
  }

  /// A cell for each of the others and each target; `compare` makes it from two cells, the reference and the
  /// target.
  template <class Compare>
  void add_comparisons(const Claim& claim, const std::string& dataset, const ClaimedMethod& method,
                       const std::vector<ClaimedMethod>& others, const std::vector<double>& targets,
                       std::vector<ClaimCell>& cells, Compare compare) const {
    for (const ClaimedMethod& other : others) {
      const Evidence found = evidence(claim, dataset, {method, other});
      for (const double target : targets) {
        cells.push_back(found.cells.empty()
                            ? without_results(dataset, {method, other}, target)
                            : compare(*found.cells[0], *found.cells[1], found.reference, target));
      }
    }
  }

  void add_cells(const Claim& claim, const std::string& dataset, const FasterAssertion& assertion,
                 std::vector<ClaimCell>& cells) const {
    add_comparisons(claim, dataset, assertion.faster, assertion.slower, assertion.targets.values, cells,
                    compare_times);
  }

  void add_cells(const Claim& claim, const std::string& dataset, const EqualSparsityAssertion& assertion,
                 std::vector<ClaimCell>& cells) const {
    add_comparisons(claim, dataset, assertion.method, assertion.others, assertion.targets.values, cells,
                    [&](const Cell& method, const Cell& other, const auto* reference, double target) {
                      return compare_sparsity(method, other, reference, target, assertion.within);
                    });
  }

  void add_cells(const Claim& claim, const std::string& dataset, const RateAssertion& assertion,
                 std::vector<ClaimCell>& cells) const {
    const Evidence found = evidence(claim, dataset, {assertion.method});
    cells.push_back(found.cells.empty() ? without_results(dataset, {assertion.method}, std::nullopt)
                                        : check_rate(*found.cells[0], found.reference, assertion));
  }

  static std::string reason_of(const Claim& claim, const ClaimAnswer& result) {
    if (result.cells.empty()) return fmt::format("no dataset has {}", text_of(claim.when));
    if (!result.has_results) return "no results";
    const auto count = [&](Verdict verdict) {
      return std::ranges::count(result.cells, verdict, &ClaimCell::verdict);
    };
    return fmt::format("holds in {} of {} comparisons, fails in {}, {} undecided", count(Verdict::reproduced),
                       result.cells.size(), count(Verdict::not_reproduced), count(Verdict::undecided));
  }

  const Claims& claims_;
  std::vector<IndexedResults> folders_;
};

}  // namespace

Verdict verdict_of(std::span<const ClaimCell> cells) {
  const auto count = [&](Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(cells, verdict, &ClaimCell::verdict));
  };
  if (count(Verdict::not_reproduced) > 0) return Verdict::not_reproduced;
  const bool half = !cells.empty() && 2 * count(Verdict::reproduced) >= cells.size();
  return half ? Verdict::reproduced : Verdict::undecided;
}

std::string verdict_rules(const Claims& claims) {
  const auto any_of = [&]<class Assertion>(const Assertion*) {
    return std::ranges::any_of(
        claims.claims, [](const Claim& claim) { return std::holds_alternative<Assertion>(claim.assertion); });
  };
  std::string rules;
  if (any_of(static_cast<const FasterAssertion*>(nullptr))) {
    rules +=
        "Times are CPU seconds billed to a method until its relative suboptimality (F(w) - D*)/D*, D* the "
        "certified lower bound, first reaches a target; the ratio is the other method's median over the runs "
        "divided by the first one's, and speaks for the claim above 1. A run that ended before counts as "
        "slower than its budget; one that is there at its first checkpoint, as faster than that. ";
  }
  if (any_of(static_cast<const EqualSparsityAssertion*>(nullptr))) {
    rules +=
        "Nonzero weights are those of the first checkpoint that reaches the target, compared in the same "
        "way. ";
  }
  if (any_of(static_cast<const RateAssertion*>(nullptr))) {
    rules +=
        "A slope is that of log mean (F(w) - D*), D* the certified lower bound, against log passes over the "
        "last decade of passes, divided by the logarithm first where the claim has one; it speaks for the "
        "claim up to the expected slope plus the tolerance. ";
  }
  return rules +
         fmt::format(
             "Intervals are 95 % bootstrap intervals over the seeds. A comparison is reproduced when the "
             "whole interval speaks for the claim, not reproduced when all of it speaks against, and "
             "undecided otherwise: also with fewer than {} runs, without a certified optimum, or where its "
             "gap is above {} of the suboptimality in question. A claim is not reproduced as soon as one of "
             "its comparisons is not; it is reproduced when none is against and at least half are "
             "reproduced; otherwise it is undecided.",
             fewest_runs, certificate_share);
}

std::vector<ClaimAnswer> answer(const Claims& claims, std::span<const ResultsFolder> results) {
  const Judge judge(claims, results);
  std::vector<ClaimAnswer> answers;
  for (const Claim& claim : claims.claims) answers.push_back(judge.answer(claim));
  return answers;
}

}  // namespace descent
