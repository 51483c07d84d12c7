#include "plots/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

#include "plots/claim_count.hpp"

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
  const ManifestDataset* dataset = nullptr;
  const ManifestReference* reference = nullptr;
};

/// Everything that claims are answered from.
struct Sources {
  std::vector<IndexedResults> folders;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations;
};

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
  /// Adds to `overlaps` what is passed over.
  SettingJudge(const Claims& claims, const Claim& claim, const Sources& sources, ClaimSetting setting,
               std::vector<Overlap>& overlaps)
      : claims_(claims),
        claim_(claim),
        sources_(sources),
        overlaps_(overlaps),
        answer_{std::move(setting), {}, {}, {}, {}} {}

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
    for (const IndexedResults& folder : sources_.folders) {
      const ManifestDataset* facts = find(folder.manifest, dataset);
      if (facts == nullptr || facts->source != answer_.setting.source) continue;
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
      return cell.dataset == dataset && cell.source == answer_.setting.source && cell.loss == claim_.loss &&
             cell.regularizer == claim_.regularizer && cell.method == method.name &&
             cell.variant == method.variant && is_nearly(cell.lambda, reading.lambda.value(facts->rows));
    });
    return found == folder.cells.end() ? nullptr : &*found;
  }

  /// Without cells where the folder lacks one of the methods.
  Evidence evidence_in(const IndexedResults& folder, const std::string& dataset,
                       const std::vector<ClaimedMethod>& methods) const {
    Evidence found;
    for (const ClaimedMethod& method : methods) {
      const Cell* const cell = find_cell(folder, dataset, method);
      if (cell == nullptr) return {};
      found.cells.push_back(cell);
    }
    const Cell& cell = *found.cells.front();
    found.dataset = find(folder.manifest, dataset);
    const auto& references = folder.manifest.references;
    const auto reference = std::ranges::find_if(references, [&](const ManifestReference& each) {
      return each.dataset == dataset && each.loss == cell.loss && each.regularizer == cell.regularizer &&
             is_nearly(each.lambda, cell.lambda);
    });
    if (reference != references.end()) found.reference = &*reference;
    return found;
  }

  /// Of the last folder that has all of the methods; without one, the dataset is noted as missing.
  Evidence evidence(const std::string& dataset, const std::vector<ClaimedMethod>& methods) {
    Evidence taken;
    for (const IndexedResults& folder : std::views::reverse(sources_.folders)) {
      Evidence found = evidence_in(folder, dataset, methods);
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
                                          const std::vector<ClaimedMethod>& counted, CountKind kind) {
    if (is_about_models(claim_)) {
      std::vector<std::vector<Counts>> taken;
      for (const std::vector<CrossvalidationRow>& rows : std::views::reverse(sources_.crossvalidations)) {
        auto found = counts_of_splits(rows, dataset, answer_.setting.source, counted, kind);
        if (found.empty()) continue;
        if (taken.empty())
          taken = std::move(found);
        else
          add_overlap(dataset, taken[0][0].experiment, found[0][0].experiment);
      }
      if (taken.empty()) add_missing(dataset);
      return taken;
    }
    const Evidence found = evidence(dataset, counted);
    if (found.cells.empty()) return {};
    std::vector<Counts> of_methods;
    for (const Cell* cell : found.cells) of_methods.push_back(counts_of_runs(*cell, *found.dataset, kind));
    return {std::move(of_methods)};
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
    add_comparisons(dataset, assertion.faster, assertion.slower, assertion.targets,
                    [&](const Cell& faster, const Cell& slower, const auto* reference, const Target& target) {
                      return compare_times(faster, slower, reference, target, assertion.in);
                    });
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

  void add_cells(const std::string& dataset, const CountAssertion& assertion) {
    for (const auto& found : counts(dataset, {assertion.method}, assertion.count))
      answer_.cells.push_back(check_count(found[0], assertion));
  }

  void add_cells(const std::string& dataset, const FewerAssertion& assertion) {
    for (const ClaimedMethod& more : assertion.more) {
      for (const auto& found : counts(dataset, {assertion.fewer, more}, assertion.count))
        answer_.cells.push_back(compare_counts(found[0], found[1]));
    }
  }

  const Claims& claims_;
  const Claim& claim_;
  const Sources& sources_;
  std::vector<Overlap>& overlaps_;
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

ClaimAnswer answer_to(const Claims& claims, const Claim& claim, const Sources& sources,
                      std::vector<Overlap>& overlaps) {
  ClaimAnswer result{claim, {}};
  for (std::size_t reading = 0; reading < claims.readings.size(); ++reading) {
    for (const auto& protocol : protocols_for(claims, claim)) {
      const Claim changed = protocol ? under(claims.protocols[*protocol], claim) : claim;
      for (const char* source : {"file", "stand-in"}) {
        SettingAnswer found =
            SettingJudge(claims, changed, sources, {reading, protocol, source}, overlaps).answer();
        if (!found.cells.empty()) result.answers.push_back(std::move(found));
      }
    }
  }
  return result;
}

void add_unknown(const ClaimedMethod& method, std::vector<std::string> there,
                 std::vector<UnknownMethod>& unknown) {
  if (std::ranges::find(unknown, method, &UnknownMethod::method) == unknown.end())
    unknown.push_back({method, std::move(there)});
}

void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

/// Adds the claim's methods that no manifest about its regulariser has, unless none of the claim's is in one.
void add_unknown_methods(const Claim& claim, std::span<const ResultsFolder> results,
                         std::vector<UnknownMethod>& unknown) {
  std::vector<ClaimedMethod> known;
  for (const ResultsFolder& folder : results) {
    const Manifest& manifest = folder.manifest;
    if (std::ranges::find(manifest.regularizers, claim.regularizer) == manifest.regularizers.end()) continue;
    for (const ManifestMethod& method : manifest.methods) known.push_back({method.name, method.variant});
  }
  const std::vector<ClaimedMethod> methods = methods_of(claim);
  const auto is_known = [&](const ClaimedMethod& method) {
    return std::ranges::find(known, method) != known.end();
  };
  if (std::ranges::none_of(methods, is_known)) return;
  for (const ClaimedMethod& method : methods) {
    if (is_known(method)) continue;
    std::vector<std::string> there;
    for (const ClaimedMethod& other : known) {
      if (other.name == method.name) add_once(there, text_of(other));
    }
    add_unknown(method, std::move(there), unknown);
  }
}

/// Adds the claim's models that no cross-validation of its datasets has, if there is one.
void add_unknown_models(const Claim& claim, std::span<const std::vector<CrossvalidationRow>> crossvalidations,
                        std::vector<UnknownMethod>& unknown) {
  std::vector<std::string> there;
  for (const std::vector<CrossvalidationRow>& rows : crossvalidations) {
    for (const CrossvalidationRow& row : rows) {
      if (std::ranges::find(claim.datasets, row.dataset) != claim.datasets.end())
        add_once(there, text_of(ClaimedMethod{row.model, row.rule}));
    }
  }
  if (there.empty()) return;
  for (const ClaimedMethod& model : methods_of(claim)) {
    if (std::ranges::find(there, text_of(model)) == there.end()) add_unknown(model, there, unknown);
  }
}

}  // namespace

bool Answers::has_results() const {
  return std::ranges::any_of(claims, [](const ClaimAnswer& answer) { return !answer.answers.empty(); });
}

std::string text_of(const ClaimedMethod& method) {
  return method.variant.empty() ? method.name : method.name + ' ' + method.variant;
}

Answers answer(const Claims& claims, std::span<const ResultsFolder> results,
               std::span<const std::vector<CrossvalidationRow>> crossvalidations) {
  Sources sources{{}, crossvalidations};
  for (const ResultsFolder& each : results) sources.folders.push_back({each.manifest, cells_of(each)});
  Answers answers;
  for (const Claim& claim : claims.claims) {
    answers.claims.push_back(answer_to(claims, claim, sources, answers.overlaps));
    if (is_about_models(claim)) {
      add_unknown_models(claim, crossvalidations, answers.unknown_methods);
      continue;
    }
    for (const Protocol& protocol : claims.protocols)
      add_unknown_methods(under(protocol, claim), results, answers.unknown_methods);
  }
  return answers;
}

}  // namespace descent
