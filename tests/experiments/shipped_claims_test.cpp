// Every shipped claim can be answered by a shipped configuration, in all of its settings.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "experiments/config/config.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "plots/claims/claims.hpp"
#include "support/json/json_place.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/shipped_configs.hpp"

using namespace descent;
using test::shipped_configs;

namespace {

/// True if the configuration's entry for the method in the setting runs on the claim's problem.
bool runs_method(const Config& config, const Setting& setting, const Claim& claim, const std::string& dataset,
                 const ClaimedMethod& method) {
  Manifest manifest;
  for (const MethodEntry& entry : config.methods) {
    ManifestMethod& added = manifest.methods.emplace_back();
    added = {entry.method->name, entry.variant, entry.label, false, false, true, entry.protocols};
    added.problems.emplace();
    for (const LossKind loss : entry.losses)
      for (const RegularizerKind regularizer : entry.regularizers)
        if (entry.takes_part_on(dataset))
          added.problems->insert({dataset, std::string(name_of(loss)), std::string(name_of(regularizer))});
  }
  return entry_for(manifest, method, setting.protocol, {dataset, claim.loss, claim.regularizer}) != nullptr;
}

/// True if the configuration compares the claim's method with another one, as in the setting.
bool compares(const Config& config, const Setting& setting, const Claim& claim, const std::string& dataset) {
  const auto is_its_lambda = [&](const Lambda& lambda) {
    return lambda.power_of_m == setting.lambda.power_of_m && lambda.factor == setting.lambda.factor;
  };
  const auto runs = [&](const ClaimedMethod& method) {
    return runs_method(config, setting, claim, dataset, method);
  };
  return setting.fits(config.form, claim.regularizer) &&
         std::ranges::find(config.datasets, dataset) != config.datasets.end() &&
         std::ranges::any_of(config.lambdas, is_its_lambda) && runs(claim.method) &&
         (claim.others.empty() || std::ranges::any_of(claim.others, runs));
}

/// Datasets of the claim, as replaced by the setting, for which a configuration gives an answer.
std::set<std::string> answered_datasets(const std::vector<Config>& configs, const Setting& setting,
                                        const Claim& claim) {
  std::set<std::string> answered;
  for (const Alternatives& alternatives : claim.datasets) {
    for (const std::string& name : alternatives) {
      const auto replacement = setting.data.find(name);
      if (replacement == setting.data.end() && !setting.data.empty()) continue;
      const std::string& dataset = setting.data.empty() ? name : replacement->second;
      if (std::ranges::any_of(
              configs, [&](const Config& config) { return compares(config, setting, claim, dataset); }))
        answered.insert(dataset);
    }
  }
  return answered;
}

std::vector<std::filesystem::path> claims_of_runs() {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator("configs/claims")) {
    const Claims claims = read_claims(file.path());
    if (!std::ranges::all_of(claims.claims, &Claim::of_models)) files.push_back(file.path());
  }
  return files;
}

}  // namespace

TEST_CASE("the shipped claims can be answered from the shipped configurations, in all main settings") {
  const std::vector<Config> configs = shipped_configs();
  for (const auto& file : claims_of_runs()) {
    const Claims claims = read_claims(file);
    for (const Setting& setting : claims.settings) {
      CAPTURE(file.string(), setting.name);
      std::size_t answered = 0;
      for (const Claim& claim : claims.claims) {
        CAPTURE(claim.id);
        const bool is_answered = !answered_datasets(configs, setting, claim).empty();
        if (is_answered) ++answered;
        if (setting.variation_of.empty()) CHECK(is_answered);
      }
      CHECK(answered > 0);  // a variation may concern only some claims
    }
  }
}

TEST_CASE("no shipped claim names a dataset in vain, unless one that can be downloaded takes its place") {
  const std::vector<Config> configs = shipped_configs();
  for (const auto& file : claims_of_runs()) {
    const Claims claims = read_claims(file);
    for (const Claim& claim : claims.claims) {
      std::set<std::string> answered;
      for (const Setting& setting : claims.settings)
        answered.merge(answered_datasets(configs, setting, claim));
      for (const Alternatives& alternatives : claim.datasets) {
        CAPTURE(file.string(), claim.id, alternatives.front());
        CHECK(std::ranges::any_of(alternatives,
                                  [&](const std::string& name) { return answered.contains(name); }));
      }
    }
    for (const std::string& name : claims.supplements) {
      CAPTURE(file.string(), name);
      Claim claim = claims.claims.front();
      claim.datasets = {{name}};
      CHECK(std::ranges::any_of(claims.settings, [&](const Setting& setting) {
        return !answered_datasets(configs, setting, claim).empty();
      }));
    }
  }
}

TEST_CASE("the shipped claims about models can be answered from the shipped cross-validation") {
  const CrossvalidationConfig config = read_crossvalidation_config("configs/german_credit.json");
  const auto fits = [&](const ClaimedMethod& model) {
    const auto found = std::ranges::find(config.models, model.name, &ModelEntry::label);
    if (found == config.models.end()) return false;
    if (found->regularizer() == RegularizerKind::none) return model.variant.empty();
    return std::ranges::any_of(config.rules, [&](LambdaRule rule) { return name_of(rule) == model.variant; });
  };
  for (const Claim& claim : read_claims("configs/claims/german_credit.json").claims) {
    CAPTURE(claim.id);
    CHECK(claim.of_models);
    CHECK(std::ranges::all_of(claim.methods(), fits));
    for (const Alternatives& alternatives : claim.datasets)
      CHECK(std::ranges::find(config.datasets, alternatives.front()) != config.datasets.end());
  }
}

TEST_CASE("the shipped claims have all four findings of the paper, and all rates of its theorems") {
  const auto findings = [](const char* file) {
    std::set<std::string> all;
    for (const Claim& claim : read_claims(file).claims) all.insert(claim.finding);
    return all;
  };
  CHECK(findings("configs/claims/tao2013.json") ==
        std::set<std::string>{"(1) L2", "(2) L1, all rows", "(2) L1, one row", "(2) L2", "(3) L1",
                              "(3) L1, zeros", "(3) L2", "(4) L2, m < n", "(4) L2, m < n, a little",
                              "(4) L2, m ≥ n", "(4) L2, m ≫ n"});
  CHECK(findings("configs/claims/rates.json") ==
        std::set<std::string>{"Theorem 1(1)", "Theorem 1(2)", "Theorem 3(1)", "Theorem 3(2)"});
}
