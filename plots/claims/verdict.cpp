#include "plots/claims/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace descent {
namespace {

/// A folder's runs of a claim's methods on one problem.
struct Evidence {
  const RunGroup* method = nullptr;
  std::vector<const RunGroup*> others;
  std::vector<const ManifestMethod*> without_runs;  ///< entries of other methods without any run
  const ManifestDataset* dataset = nullptr;
  const ManifestOptimum* optimum = nullptr;
};

const ManifestDataset* find_dataset(const Manifest& manifest, const std::string& name,
                                    const std::string& source) {
  const auto found = std::ranges::find_if(manifest.datasets, [&](const ManifestDataset& each) {
    // Row weights make it another problem.
    return each.name == name && each.source == source && each.weighting.empty();
  });
  return found == manifest.datasets.end() ? nullptr : &*found;
}

bool is_dense(const Evidence& evidence) {
  return evidence.optimum != nullptr && static_cast<double>(evidence.optimum->nonzeros) >=
                                            dense_share * static_cast<double>(evidence.dataset->columns);
}

bool has_results_of(const DatasetVerdict& verdict) {
  return !verdict.comparisons.empty();
}

/// Answers one claim in one setting.
class Judge {
 public:
  Judge(const Claim& claim, const Setting& setting, std::span<const GroupedResults> folders,
        std::span<const std::vector<CrossvalidationRow>> crossvalidations)
      : claim_(claim), setting_(setting), folders_(folders), crossvalidations_(crossvalidations) {}

  SettingAnswer answer(std::size_t setting, const std::vector<std::string>& supplements) const {
    SettingAnswer answer{setting};
    std::vector<DatasetVerdict> shown;
    for (const Alternatives& alternatives : claim_.datasets) {
      bool has_vote = false;
      for (const std::string& name : alternatives) {
        DatasetVerdict real = judge(name, "file");
        if (has_results_of(real)) {
          real.votes = !has_vote;
          (has_vote ? shown : answer.datasets).push_back(std::move(real));
          has_vote = true;
        }
        shown.push_back(judge(name, "stand-in"));
      }
      if (!has_vote && setting_.data.empty())
        answer.missing.push_back(fmt::format("{}", fmt::join(alternatives, " or ")));
    }
    for (const std::string& name : supplements)
      for (const char* source : {"file", "stand-in"}) shown.push_back(judge(name, source));
    std::ranges::copy_if(shown, std::back_inserter(answer.datasets), has_results_of);
    return answer;
  }

 private:
  DatasetVerdict judge(const std::string& dataset, const std::string& source) const {
    const auto replacement = setting_.data.find(dataset);
    if (replacement == setting_.data.end() && !setting_.data.empty()) return {};
    DatasetVerdict verdict;
    verdict.dataset = setting_.data.empty() ? dataset : replacement->second;
    verdict.stands_for = dataset;
    verdict.source = source;
    if (claim_.of_models)
      add_models(verdict);
    else
      add_runs(verdict);
    if (verdict.verdict != Verdict::does_not_apply)
      verdict.verdict = verdict_of(verdict.comparisons, !claim_.number);
    return verdict;
  }

  /// Adds the runs of the last folder that has any, and names one that is passed over.
  void add_runs(DatasetVerdict& verdict) const {
    for (std::size_t k = folders_.size(); k-- > 0;) {
      const GroupedResults& folder = folders_[k];
      const auto evidence = evidence_in(folder, verdict.dataset, verdict.source);
      if (!evidence) continue;
      if (!verdict.experiment.empty()) {
        verdict.passed_over = evidence->method->experiment;
        return;
      }
      verdict.experiment = evidence->method->experiment;
      verdict.lambda = evidence->method->lambda;
      add_comparisons(*evidence, verdict);
    }
  }

  /// The group of an entry; null without entry or runs.
  const RunGroup* group_of(const GroupedResults& folder, const std::string& dataset,
                           const std::string& source, double lambda, const ManifestMethod* entry) const {
    if (entry == nullptr) return nullptr;
    const auto group = std::ranges::find_if(folder.groups, [&](const RunGroup& each) {
      return each.dataset == dataset && each.source == source && each.loss == claim_.loss &&
             each.regularizer == claim_.regularizer && each.method == entry->name &&
             each.variant == entry->variant && std::abs(each.lambda - lambda) <= 1e-9 * lambda;
    });
    return group == folder.groups.end() ? nullptr : &*group;
  }

  /// True if the folder's methods were run under the setting's protocol. Methods of a configuration without
  /// protocols take part in every one, but nothing says how their constants were chosen.
  bool has_protocol(const Manifest& manifest) const {
    return setting_.protocol.empty() || std::ranges::count(protocols_of(manifest), setting_.protocol) > 0;
  }

  /// True if the configuration has the method, perhaps under other protocols only: one entry may stand for
  /// two methods that are the same under a protocol.
  static bool has_method(const Manifest& manifest, const std::string& name) {
    return std::ranges::count(manifest.methods, name, &ManifestMethod::name) > 0;
  }

  /// Evidence on the claim's problem. Empty if the folder has another protocol, lacks a method that is
  /// compared, has no runs of the claim's method or none of all the others.
  std::optional<Evidence> evidence_in(const GroupedResults& folder, const std::string& dataset,
                                      const std::string& source) const {
    Evidence evidence;
    evidence.dataset = find_dataset(folder.manifest, dataset, source);
    if (evidence.dataset == nullptr || !has_protocol(folder.manifest) ||
        !setting_.fits(folder.manifest.form, claim_.regularizer))
      return {};
    const double lambda = setting_.lambda.value(static_cast<std::int64_t>(evidence.dataset->rows));
    const auto entry_of = [&](const ClaimedMethod& method) {
      return entry_for(folder.manifest, method, setting_.protocol,
                       {dataset, claim_.loss, claim_.regularizer});
    };
    evidence.method = group_of(folder, dataset, source, lambda, entry_of(claim_.method));
    if (evidence.method == nullptr) return {};
    for (const ClaimedMethod& other : claim_.others) {
      const ManifestMethod* const entry = entry_of(other);
      if (const RunGroup* const group = group_of(folder, dataset, source, lambda, entry))
        evidence.others.push_back(group);
      else if (entry != nullptr)
        evidence.without_runs.push_back(entry);
      else if (!has_method(folder.manifest, other.name))
        return {};
    }
    if (evidence.others.empty() && !claim_.others.empty()) return {};
    evidence.optimum = optimum_of(folder.manifest.optima, *evidence.method);
    return evidence;
  }

  void add_comparisons(const Evidence& evidence, DatasetVerdict& verdict) const {
    if (!claim_.targets.empty()) verdict.scale = scale_for(*evidence.method);
    for (const ManifestMethod* entry : evidence.without_runs) {
      Comparison& comparison = verdict.comparisons.emplace_back(comparison_of({evidence.method}));
      comparison.methods.push_back({entry->name, entry->variant, entry->label});
      comparison.remark = fmt::format("no runs of {}", entry->label);
    }
    if (!claim_.number) {
      const Axis axis = claim_.axis == Axis::passes || setting_.bills_setup ? claim_.axis : Axis::cpu_seconds;
      for (const RunGroup* rival : evidence.others) {
        for (const double target : claim_.targets)
          verdict.comparisons.push_back(compare_times(*evidence.method, *rival, evidence.optimum, target,
                                                      *verdict.scale, axis, claim_.ratio));
      }
      return;
    }
    const auto& [number, relation, range] = *claim_.number;
    if (number == nonzeros) {
      if (is_dense(evidence)) verdict.verdict = Verdict::does_not_apply;
      std::vector<std::optional<double>> targets(claim_.targets.begin(), claim_.targets.end());
      if (targets.empty()) targets.emplace_back();  // the end of the runs
      for (const RunGroup* other : evidence.others)
        for (const auto& target : targets)
          verdict.comparisons.push_back(compare_nonzeros(*evidence.method, *other, evidence.optimum, target,
                                                         verdict.scale.value_or(TargetScale::optimum),
                                                         range));
    } else if (number == reached) {
      for (const double target : claim_.targets)
        verdict.comparisons.push_back(
            check_reached(*evidence.method, evidence.optimum, target, *verdict.scale, range));
    } else if (is_count(number, claim_.of_models)) {
      const Counts counts = counts_of_runs(*evidence.method, *evidence.dataset, number);
      if (relation == NumberInRange::Relation::alone)
        verdict.comparisons.push_back(check_count(counts, range));
      for (const RunGroup* other : evidence.others)
        verdict.comparisons.push_back(
            check_difference(counts, counts_of_runs(*other, *evidence.dataset, number), range));
    } else {
      verdict.comparisons.push_back(
          check_slope(*evidence.method, evidence.optimum, number == slope_with_logarithm, range));
    }
  }

  void add_models(DatasetVerdict& verdict) const {
    for (std::size_t k = crossvalidations_.size(); k-- > 0;) {
      const auto& rows = crossvalidations_[k];
      const auto add = [&](const std::vector<ClaimedMethod>& models) {
        for (const std::vector<Counts>& counts :
             counts_of_splits(rows, verdict.dataset, verdict.source, models, claim_.number->number)) {
          verdict.experiment = counts.front().experiment;
          verdict.comparisons.push_back(models.size() == 1
                                            ? check_count(counts[0], claim_.number->range)
                                            : check_difference(counts[0], counts[1], claim_.number->range));
        }
      };
      if (claim_.others.empty()) add({claim_.method});
      for (const ClaimedMethod& other : claim_.others) add({claim_.method, other});
      if (has_results_of(verdict)) return;
    }
  }

  const Claim& claim_;
  const Setting& setting_;
  std::span<const GroupedResults> folders_;
  std::span<const std::vector<CrossvalidationRow>> crossvalidations_;
};

}  // namespace

std::string_view text_of(Verdict verdict) {
  constexpr std::string_view texts[] = {"holds", "mixed", "fails", "open", "does not apply"};
  return texts[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(std::span<const Comparison> comparisons, bool is_of_times) {
  const auto count = [&](Answer answer) {
    return std::ranges::count(comparisons, answer, &Comparison::answer);
  };
  const auto in_favour = count(Answer::in_favour);
  const auto against = count(Answer::against);
  const auto decided = in_favour + against + count(Answer::level);
  if (decided < (is_of_times ? 2 : 1)) return Verdict::open;
  if (2 * in_favour > decided && against == 0) return Verdict::holds;
  if (2 * against > decided && in_favour == 0) return Verdict::fails;
  return Verdict::mixed;
}

std::size_t SettingAnswer::votes() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      datasets, [](const auto& each) { return each.votes && each.verdict != Verdict::does_not_apply; }));
}

std::size_t SettingAnswer::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      datasets, [&](const DatasetVerdict& each) { return each.votes && each.verdict == verdict; }));
}

Answers answer(const Claims& claims, const ClaimSources& sources) {
  std::vector<GroupedResults> folders;
  for (const ResultsFolder& each : sources.runs) folders.emplace_back(each);
  Answers answers;
  for (const Claim& claim : claims.claims) {
    ClaimAnswer& all = answers.emplace_back();
    for (std::size_t i = 0; i < claims.settings.size(); ++i) {
      const Setting& setting = claims.settings[i];
      SettingAnswer answer =
          Judge(claim, setting, folders, sources.crossvalidations).answer(i, claims.supplements);
      if (!answer.datasets.empty()) all.push_back(std::move(answer));
    }
  }
  return answers;
}

bool has_results(const Answers& answers) {
  return !std::ranges::all_of(answers, &ClaimAnswer::empty);
}

}  // namespace descent
