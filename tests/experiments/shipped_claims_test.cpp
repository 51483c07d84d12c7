// Every shipped claim speaks of methods and datasets that a shipped configuration runs.

#include <algorithm>
#include <filesystem>

#include "experiments/config.hpp"
#include "plots/claims.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// All methods that a claim compares.
std::vector<ClaimedMethod> methods_of(const Claim& claim) {
  std::vector<ClaimedMethod> methods;
  const auto add = [&](const ClaimedMethod& first, const std::vector<ClaimedMethod>& others) {
    methods.push_back(first);
    methods.insert(methods.end(), others.begin(), others.end());
  };
  if (const auto* times = std::get_if<FasterAssertion>(&claim.assertion)) add(times->faster, times->slower);
  if (const auto* sparsity = std::get_if<EqualSparsityAssertion>(&claim.assertion))
    add(sparsity->method, sparsity->others);
  if (const auto* rate = std::get_if<RateAssertion>(&claim.assertion)) add(rate->method, {});
  return methods;
}

/// Whether the configuration runs all methods of the claim on all of its datasets, at λ = 1/m.
bool covers(const Config& config, const Claims& claims, const Claim& claim) {
  const auto runs = [&](const ClaimedMethod& method) {
    return std::ranges::any_of(config.methods, [&](const MethodEntry& entry) {
      return entry.method->name == method.name && entry.variant == method.variant &&
             std::ranges::any_of(entry.regularizers,
                                 [&](RegularizerKind kind) { return name_of(kind) == claim.regularizer; });
    });
  };
  return std::ranges::any_of(config.losses, [&](LossKind kind) { return name_of(kind) == claims.loss; }) &&
         std::ranges::all_of(claim.datasets,
                             [&](const std::string& dataset) {
                               return std::ranges::find(config.datasets, dataset) != config.datasets.end();
                             }) &&
         std::ranges::any_of(config.lambdas,
                             [&](const Lambda& lambda) {
                               return lambda.power_of_m == 1 && lambda.factor == claims.lambda_times_rows;
                             }) &&
         std::ranges::all_of(methods_of(claim), runs);
}

void check_covered(const std::string& claims_file, const std::vector<std::string>& config_files) {
  const Claims claims = read_claims(claims_file);
  std::vector<Config> configs;
  for (const std::string& file : config_files) configs.push_back(read_config(file));
  for (const Claim& claim : claims.claims) {
    CAPTURE(claims_file, claim.id);
    CHECK(std::ranges::any_of(configs, [&](const Config& config) { return covers(config, claims, claim); }));
  }
}

}  // namespace

TEST_CASE("the shipped claims can be answered from the shipped configurations") {
  check_covered("configs/claims/tao2013.json", {"configs/figure1.json", "configs/figure2.json"});
  check_covered("configs/claims/rates.json", {"configs/rates.json"});
  for (const auto& file : std::filesystem::directory_iterator("configs/claims")) {
    CAPTURE(file.path().string());
    CHECK_NOTHROW(read_claims(file.path()));
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
