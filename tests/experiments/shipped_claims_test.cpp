// Every shipped claim speaks of methods and datasets that a shipped configuration runs.

#include <algorithm>
#include <filesystem>
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

/// Whether the configuration runs all methods of the claim on the dataset, in that reading.
bool covers(const Config& config, const Reading& reading, const Claim& claim, const std::string& dataset) {
  const auto runs = [&](const ClaimedMethod& method) {
    return std::ranges::any_of(config.methods, [&](const MethodEntry& entry) {
      return entry.method->name == method.name && entry.variant == method.variant &&
             std::ranges::any_of(entry.losses, [&](LossKind kind) { return name_of(kind) == claim.loss; }) &&
             std::ranges::any_of(entry.regularizers,
                                 [&](RegularizerKind kind) { return name_of(kind) == claim.regularizer; });
    });
  };
  const auto is_reading = [&](const Lambda& lambda) {
    return lambda.power_of_m == reading.lambda.power_of_m && lambda.factor == reading.lambda.factor;
  };
  return reading.fits(config.form, claim.regularizer) &&
         std::ranges::find(config.datasets, dataset) != config.datasets.end() &&
         std::ranges::any_of(config.lambdas, is_reading) && std::ranges::all_of(methods_of(claim), runs);
}

/// Whether the cross-validation fits all models of the claim on all of its datasets.
bool covers(const CrossvalidationConfig& config, const Claim& claim) {
  const auto fits = [&](const ClaimedMethod& model) {
    const auto found = std::ranges::find(config.models, model.name, &ModelEntry::label);
    if (found == config.models.end()) return false;
    if (found->regularizer == RegularizerKind::none) return model.variant.empty();
    return std::ranges::any_of(config.rules, [&](LambdaRule rule) { return name_of(rule) == model.variant; });
  };
  const auto has = [&](const std::string& dataset) {
    return std::ranges::find(config.datasets, dataset) != config.datasets.end();
  };
  return std::ranges::all_of(methods_of(claim), fits) && std::ranges::all_of(claim.datasets, has);
}

/// Calls `check` with each claim of the file, its methods those of each protocol, and each reading.
template <class Check>
void for_each_setting(const Claims& claims, Check check) {
  for (const Reading& reading : claims.readings) {
    for (const Protocol& protocol : claims.protocols) {
      for (const Claim& claim : claims.claims) {
        CAPTURE(reading.name, protocol.name, claim.id);
        check(reading, under(protocol, claim));
      }
    }
  }
}

}  // namespace

TEST_CASE("the shipped claims can be answered from the shipped configurations, in all settings") {
  const std::vector<Config> configs = shipped_configs();
  for (const auto& file : std::filesystem::directory_iterator("configs/claims")) {
    CAPTURE(file.path().string());
    const Claims claims = read_claims(file.path());
    if (std::ranges::all_of(claims.claims, &Claim::of_models)) continue;
    const auto is_covered = [&](const Reading& reading, const Claim& claim, const std::string& dataset) {
      return std::ranges::any_of(
          configs, [&](const Config& config) { return covers(config, reading, claim, dataset); });
    };
    for_each_setting(claims, [&](const Reading& reading, const Claim& claim) {
      CHECK(std::ranges::any_of(
          claim.datasets, [&](const std::string& dataset) { return is_covered(reading, claim, dataset); }));
    });
    // No dataset is named in vain.
    for (const Claim& claim : claims.claims) {
      for (const std::string& dataset : claim.datasets) {
        CAPTURE(claim.id, dataset);
        bool found = false;
        for_each_setting(claims, [&](const Reading& reading, const Claim& changed) {
          found |= changed.id == claim.id && is_covered(reading, changed, dataset);
        });
        CHECK(found);
      }
    }
  }
}

TEST_CASE("the shipped claims about models can be answered from the shipped cross-validation") {
  const CrossvalidationConfig config = read_crossvalidation_config("configs/german_credit.json");
  for (const Claim& claim : read_claims("configs/claims/german_credit.json").claims) {
    CAPTURE(claim.id);
    CHECK(claim.of_models);
    CHECK(covers(config, claim));
  }
}

TEST_CASE("the shipped claims have all four findings of the paper, and all rates of its theorems") {
  const auto findings = [](const char* file) {
    std::vector<std::string> all;
    for (const Claim& claim : read_claims(file).claims) all.push_back(claim.finding);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  };
  CHECK(findings("configs/claims/tao2013.json") == std::vector<std::string>{"(1)", "(2)", "(3)", "(4)"});
  CHECK(findings("configs/claims/rates.json") ==
        std::vector<std::string>{"Theorem 1(1)", "Theorem 1(2)", "Theorem 3(1)", "Theorem 3(2)"});
}
