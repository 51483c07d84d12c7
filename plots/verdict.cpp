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
  std::vector<const Cell*> cells;  ///< in the order of the methods; empty where no folder has them all
  const ManifestReference* reference = nullptr;
};

using Folders = std::vector<IndexedResults>;

bool is_nearly(double one, double other) {
  return std::abs(one - other) <= 1e-9 * other;
}

const ManifestDataset* find(const Manifest& manifest, const std::string& dataset) {
  const auto found = std::ranges::find(manifest.datasets, dataset, &ManifestDataset::name);
  return found == manifest.datasets.end() ? nullptr : &*found;
}

/// Answers a claim, whose methods are those of the protocol, in one setting.
class SettingJudge {
 public:
  SettingJudge(const Claims& claims, const Claim& claim, const Folders& folders, ClaimSetting setting)
      : claims_(claims), claim_(claim), folders_(folders), answer_{std::move(setting), {}, {}, {}} {}

  SettingAnswer answer() {
    for (const std::string& dataset : claim_.datasets) {
      if (!speaks_of(dataset)) continue;
      std::visit([&](const auto& assertion) { add_cells(dataset, assertion); }, claim_.assertion);
    }
    decide(answer_.cells);
    answer_.verdict = verdict_of(answer_.cells);
    return answer_;
  }

 private:
  /// False when results show that the dataset is not of the claim's shape.
  bool speaks_of(const std::string& dataset) const {
    if (claim_.when == DatasetShape::any) return true;
    for (const IndexedResults& folder : folders_) {
      const ManifestDataset* facts = find(folder.manifest, dataset);
      if (facts == nullptr) continue;
      return (facts->rows < facts->columns) == (claim_.when == DatasetShape::fewer_rows_than_columns);
    }
    return true;
  }

  /// The method's runs on the problem that the claim is about, or null.
  const Cell* find_cell(const IndexedResults& folder, const std::string& dataset,
                        const ClaimedMethod& method) const {
    const Reading& reading = claims_.readings[answer_.setting.reading];
    const ManifestDataset* facts = find(folder.manifest, dataset);
    if (facts == nullptr || !reading.fits(folder.manifest.form, claim_.regularizer)) return nullptr;
    const auto found = std::ranges::find_if(folder.cells, [&](const Cell& cell) {
      return cell.dataset == dataset && cell.source == answer_.setting.source && cell.loss == claims_.loss &&
             cell.regularizer == claim_.regularizer && cell.method == method.name &&
             cell.variant == method.variant && is_nearly(cell.lambda, reading.lambda.value(facts->rows));
    });
    return found == folder.cells.end() ? nullptr : &*found;
  }

  /// Of the first folder that has all of the methods; without one, the dataset is noted as missing.
  Evidence evidence(const std::string& dataset, const std::vector<ClaimedMethod>& methods) {
    for (const IndexedResults& folder : folders_) {
      Evidence found;
      for (const ClaimedMethod& method : methods) {
        if (const Cell* cell = find_cell(folder, dataset, method)) found.cells.push_back(cell);
      }
      if (found.cells.size() < methods.size()) continue;
      const Cell& cell = *found.cells.front();
      const auto& references = folder.manifest.references;
      const auto reference = std::ranges::find_if(references, [&](const ManifestReference& each) {
        return each.dataset == dataset && each.loss == cell.loss && each.regularizer == cell.regularizer &&
               is_nearly(each.lambda, cell.lambda);
      });
      if (reference != references.end()) found.reference = &*reference;
      return found;
    }
    if (answer_.missing.empty() || answer_.missing.back() != dataset) answer_.missing.push_back(dataset);
    return {};
  }

  /// A cell for each of the others and each target; `compare` makes it from two cells, the reference and the
  /// target.
  template <class Compare>
  void add_comparisons(const std::string& dataset, const ClaimedMethod& method,
                       const std::vector<ClaimedMethod>& others, const Targets& targets, Compare compare) {
    for (const ClaimedMethod& other : others) {
      const Evidence found = evidence(dataset, {method, other});
      if (found.cells.empty()) continue;
      for (const double target : targets.values) {
        answer_.cells.push_back(
            compare(*found.cells[0], *found.cells[1], found.reference, Target{targets.scale, target}));
      }
    }
  }

  void add_cells(const std::string& dataset, const FasterAssertion& assertion) {
    add_comparisons(dataset, assertion.faster, assertion.slower, assertion.targets, compare_times);
  }

  void add_cells(const std::string& dataset, const EqualSparsityAssertion& assertion) {
    add_comparisons(dataset, assertion.method, assertion.others, assertion.targets,
                    [&](const Cell& method, const Cell& other, const auto* reference, const Target& target) {
                      return compare_sparsity(method, other, reference, target, assertion.within);
                    });
  }

  void add_cells(const std::string& dataset, const RateAssertion& assertion) {
    const Evidence found = evidence(dataset, {assertion.method});
    if (!found.cells.empty())
      answer_.cells.push_back(check_rate(*found.cells[0], found.reference, assertion));
  }

  const Claims& claims_;
  const Claim& claim_;
  const Folders& folders_;
  SettingAnswer answer_;
};

/// The protocols that a claim is answered under: none where they all leave its methods as they are.
std::vector<std::optional<std::size_t>> protocols_for(const Claims& claims, const Claim& claim) {
  std::vector<std::optional<std::size_t>> all;
  bool any_changes = false;
  for (std::size_t i = 0; i < claims.protocols.size(); ++i) {
    all.emplace_back(i);
    any_changes |= methods_of(under(claims.protocols[i], claim)) != methods_of(claim);
  }
  if (!any_changes) return {std::nullopt};
  return all;
}

ClaimAnswer answer_to(const Claims& claims, const Claim& claim, const Folders& folders) {
  ClaimAnswer result{claim, {}};
  for (std::size_t reading = 0; reading < claims.readings.size(); ++reading) {
    for (const auto& protocol : protocols_for(claims, claim)) {
      const Claim changed = protocol ? under(claims.protocols[*protocol], claim) : claim;
      for (const char* source : {"file", "stand-in"}) {
        SettingAnswer found = SettingJudge(claims, changed, folders, {reading, protocol, source}).answer();
        if (!found.cells.empty()) result.answers.push_back(std::move(found));
      }
    }
  }
  return result;
}

/// Adds the claim's methods that no manifest has, unless none of the claim's is in one.
void add_unknown_methods(const Claim& claim, std::span<const ResultsFolder> results,
                         std::vector<ClaimedMethod>& unknown) {
  const std::vector<ClaimedMethod> methods = methods_of(claim);
  const auto is_known = [&](const ClaimedMethod& method) {
    return std::ranges::any_of(results, [&](const ResultsFolder& folder) {
      return method_of(folder.manifest, method.name, method.variant) != nullptr;
    });
  };
  if (std::ranges::none_of(methods, is_known)) return;
  for (const ClaimedMethod& method : methods) {
    if (!is_known(method) && std::ranges::find(unknown, method) == unknown.end()) unknown.push_back(method);
  }
}

}  // namespace

std::size_t SettingAnswer::count(Verdict of) const {
  return static_cast<std::size_t>(std::ranges::count(cells, of, &ClaimCell::verdict));
}

std::string SettingAnswer::reason() const {
  return fmt::format("holds in {} of {} comparisons, fails in {}, {} undecided", count(Verdict::reproduced),
                     cells.size(), count(Verdict::not_reproduced), count(Verdict::undecided));
}

bool Answers::has_results() const {
  return std::ranges::any_of(claims, [](const ClaimAnswer& answer) { return !answer.answers.empty(); });
}

std::string text_of(const ClaimedMethod& method) {
  return method.variant.empty() ? method.name : method.name + ' ' + method.variant;
}

Verdict verdict_of(std::span<const ClaimCell> cells) {
  const auto count = [&](Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(cells, verdict, &ClaimCell::verdict));
  };
  if (count(Verdict::not_reproduced) > 0) return Verdict::not_reproduced;
  const bool half = !cells.empty() && 2 * count(Verdict::reproduced) >= cells.size();
  return half ? Verdict::reproduced : Verdict::undecided;
}

Answers answer(const Claims& claims, std::span<const ResultsFolder> results) {
  Folders folders;
  for (const ResultsFolder& each : results) folders.push_back({each.manifest, cells_of(each)});
  Answers answers;
  for (const Claim& claim : claims.claims) {
    answers.claims.push_back(answer_to(claims, claim, folders));
    for (const Protocol& protocol : claims.protocols)
      add_unknown_methods(under(protocol, claim), results, answers.unknown_methods);
  }
  return answers;
}

}  // namespace descent
