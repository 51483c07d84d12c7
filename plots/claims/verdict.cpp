#include "plots/claims/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace descent {
namespace {

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
        SettingAnswer found = answer_in(claims, changed, sources, {reading, protocol, source}, overlaps);
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

/// Whether the manifest has the claim's loss, its regulariser and one of its datasets.
bool is_about(const Manifest& manifest, const Claim& claim) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  return has(manifest.losses, claim.loss) && has(manifest.regularizers, claim.regularizer) &&
         std::ranges::any_of(manifest.datasets,
                             [&](const auto& dataset) { return has(claim.datasets, dataset.name); });
}

/// Adds the claim's methods that no manifest about its problems has, unless none of the claim's is in one in
/// any variant.
void add_unknown_methods(const Claim& claim, std::span<const ResultsFolder> results,
                         std::vector<UnknownMethod>& unknown) {
  std::vector<ClaimedMethod> known;
  for (const ResultsFolder& folder : results) {
    const Manifest& manifest = folder.manifest;
    if (!is_about(manifest, claim)) continue;
    for (const ManifestMethod& method : manifest.methods) known.push_back({method.name, method.variant});
  }
  const std::vector<ClaimedMethod> methods = methods_of(claim);
  const auto is_known = [&](const ClaimedMethod& method) {
    return std::ranges::find(known, method) != known.end();
  };
  const auto has_name = [&](const ClaimedMethod& method) {
    return std::ranges::find(known, method.name, &ClaimedMethod::name) != known.end();
  };
  if (std::ranges::none_of(methods, has_name)) return;
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
  std::vector<ClaimedMethod> known;
  std::vector<std::string> there;
  for (const std::vector<CrossvalidationRow>& rows : crossvalidations) {
    for (const CrossvalidationRow& row : rows) {
      if (std::ranges::find(claim.datasets, row.dataset) == claim.datasets.end()) continue;
      known.push_back({row.model, row.rule});
      add_once(there, row.rule.empty() ? row.model : fmt::format("{} with rule {}", row.model, row.rule));
    }
  }
  if (there.empty()) return;
  for (const ClaimedMethod& model : methods_of(claim)) {
    if (std::ranges::find(known, model) == known.end()) add_unknown(model, there, unknown);
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
  for (const ResultsFolder& each : results) sources.folders.emplace_back(each);
  Answers answers;
  for (const Claim& claim : claims.claims) {
    answers.claims.push_back(answer_to(claims, claim, sources, answers.overlaps));
    if (claim.of_models) {
      add_unknown_models(claim, crossvalidations, answers.unknown_methods);
      continue;
    }
    for (const Protocol& protocol : claims.protocols)
      add_unknown_methods(under(protocol, claim), results, answers.unknown_methods);
  }
  return answers;
}

}  // namespace descent
