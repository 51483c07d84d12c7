// Every configuration of the repository fits the registered methods, and every tuned file its configuration.

#include <algorithm>
#include <filesystem>

#include "datasets/catalog/catalog.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "experiments/tuning/tuning_grid.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/shipped_configs.hpp"

using namespace descent;
using test::shipped_configs;

namespace {

/// Whether the tuned file has constants of the method on the problem, found on any data of that name.
bool has_constants(const TunedFile& file, const std::string& dataset, RegularizerKind regularizer,
                   const Lambda& lambda, const MethodEntry& entry) {
  return std::ranges::any_of(file.all(), [&](const TunedConstants& tuned) {
    const TunedProblem& problem = tuned.problem;
    return problem.dataset == dataset && problem.regularizer == name_of(regularizer) &&
           problem.lambda == lambda.text && tuned.method == entry.method->name &&
           tuned.variant == entry.variant;
  });
}

}  // namespace

TEST_CASE("the shipped configurations are right, and named after their files") {
  const std::vector<Config> configs = shipped_configs();
  CHECK(configs.size() >= 3);
  std::vector<std::string> known;
  for (const CatalogEntry& entry : read_catalog()) known.push_back(entry.name);
  for (const Config& config : configs) {
    CAPTURE(config.path.string());
    CHECK(config.path.stem() == config.name);
    for (const std::string& dataset : config.datasets) {
      CAPTURE(dataset);
      const TitledDataset* const titled = config.find_titled(dataset);
      const std::string& name = titled == nullptr ? dataset : titled->of;
      CHECK(std::find(known.begin(), known.end(), name) != known.end());
    }
  }
}

TEST_CASE("the shipped cross-validation is that of the German Credit table") {
  const CrossvalidationConfig config = read_crossvalidation_config("configs/german_credit.json");
  CHECK(config.name == "german_credit");
  CHECK(config.datasets == std::vector<std::string>{"german-numeric", "german-onehot"});
  CHECK(config.loss == LossKind::logistic);
  CHECK(config.free_bias);
  CHECK(config.standardize);
  CHECK(config.folds == 5);
  CHECK(config.own_split);
  CHECK(config.seeded_splits == 20);
  std::vector<RegularizerKind> kinds;
  std::vector<std::int64_t> errors;
  std::vector<std::int64_t> features;
  for (const ModelEntry& model : config.models) {
    kinds.push_back(model.regularizer);
    errors.push_back(model.published.at(0).errors);
    features.push_back(model.published.at(0).features);
  }
  CHECK(kinds == std::vector{RegularizerKind::none, RegularizerKind::l1, RegularizerKind::l_half});
  CHECK(errors == std::vector<std::int64_t>{64, 63, 58});
  CHECK(features == std::vector<std::int64_t>{20, 17, 16});
}

TEST_CASE(
    "the figures' configurations have the paper's methods and problem, and differ in what they say alone") {
  const auto names = [](const Config& config) {
    std::vector<std::string> all;
    for (const MethodEntry& entry : config.methods) all.push_back(entry.method->name);
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto without = [](Config config, std::string_view variant) {
    std::erase_if(config.methods, [&](const MethodEntry& entry) { return entry.variant == variant; });
    return config;
  };
  for (const std::string data : {"", "real_"}) {
    for (const std::string reading : {"", "_mean"}) {
      const auto read = [&](const std::string& figure, const std::string& protocol = "") {
        return read_config("configs/" + data + figure + reading + protocol + ".json");
      };
      const Config first = read("figure1");
      const Config tuned = read("figure2");
      const Config published = read("figure2", "_published");
      CAPTURE(first.name);
      CHECK(names(first) ==
            std::vector<std::string>{"batch_comid", "batch_rda", "l1_psa", "l1_psa", "nonsmooth_scd"});
      CHECK(first.regularizers == std::vector{RegularizerKind::l1});
      for (const Config& config : {tuned, without(published, "clock=coordinates")}) {
        CHECK(names(config) == std::vector<std::string>{"batch_comid", "batch_rda", "cyclic_dcd",
                                                        "nonsmooth_scd", "pegasos", "stochastic_dcd"});
        CHECK(config.regularizers == std::vector{RegularizerKind::l2});
        CHECK(config.form ==
              ObjectiveForm{.is_sum = reading.empty(), .l2_factor = reading.empty() ? 1 : 0.5});
      }
      CHECK(first.form.is_sum == reading.empty());
      // A constant for all that have a step size, or for none.
      for (const MethodEntry& entry : tuned.methods)
        CHECK(options_to_tune(entry, RegularizerKind::l2).size() ==
              (entry.method->name.ends_with("dcd") ? 0 : 1));
      for (const MethodEntry& entry : published.methods)
        CHECK(options_to_tune(entry, RegularizerKind::l2).empty());
      for (const Config& config : {first, tuned, published}) {
        CHECK(config.datasets ==
              (data.empty() ? std::vector<std::string>{"astro-physics", "ccat", "a9a", "covtype"}
                            : std::vector<std::string>{"a9a", "covtype-15k", "rcv1-small", "news20-tech"}));
        CHECK(config.seeds.size() == 10);
        REQUIRE(config.lambdas.size() == 1);
        CHECK(config.lambdas[0].text == "1/m");
        CHECK(config.budget.default_value == first.budget.default_value);
      }
    }
  }
}

TEST_CASE("every configuration gives tuning the same share of a run's budget") {
  for (const Config& config : shipped_configs()) {
    CAPTURE(config.path.string());
    CHECK(config.tuning_budget_share == Config().tuning_budget_share);
  }
}

TEST_CASE(
    "a tuned file has a constant for every method that takes one, on every problem of its configuration") {
  for (const Config& config : shipped_configs()) {
    const auto path = TunedFile::path_for(config);
    CAPTURE(path.string());
    CHECK(path == std::filesystem::path("configs/tuned") / (config.name + ".json"));
    if (!std::filesystem::exists(path)) {
      WARN(path.string() << " is not there");
      continue;
    }
    const TunedFile file = TunedFile::read(path);
    CHECK(file.is_proven());
    CHECK(std::ranges::all_of(file.all(), is_chosen_by_the_rule));
    for (const std::string& dataset : config.datasets) {
      for (const Lambda& lambda : config.lambdas) {
        for (const MethodEntry& entry : config.methods) {
          for (const RegularizerKind regularizer : entry.regularizers) {
            CAPTURE(dataset, entry.label, name_of(regularizer));
            if (!options_to_tune(entry, regularizer).empty()) {
              CHECK(has_constants(file, dataset, regularizer, lambda, entry));
            }
          }
        }
      }
    }
  }
}
