// All configurations of the repository fit the registered methods, and all tuned files their configurations.

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "datasets/catalog/catalog.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/shipped_configs.hpp"

using namespace descent;
using test::shipped_configs;

namespace {

/// True if the tuned file has constants on the dataset.
bool is_in(const TunedFile& file, const std::string& dataset) {
  return std::ranges::any_of(file.all(),
                             [&](const TunedConstants& tuned) { return tuned.problem.dataset == dataset; });
}

/// True if the tuned file has constants of the method on the problem, for any data of that name.
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
  CHECK(config.loss() == LossKind::logistic);
  CHECK(config.free_bias);
  CHECK(config.scaling == Scaling::deviation);
  CHECK(config.folds == 5);
  CHECK(config.own_split);
  CHECK(config.seeded_splits == 20);
  std::vector<RegularizerKind> kinds;
  std::vector<std::int64_t> errors;
  std::vector<std::int64_t> features;
  for (const ModelEntry& model : config.models) {
    kinds.push_back(model.regularizer());
    errors.push_back(model.published.at(0).errors);
    features.push_back(model.published.at(0).features);
  }
  CHECK(kinds == std::vector{RegularizerKind::none, RegularizerKind::l1, RegularizerKind::l_half});
  CHECK(errors == std::vector<std::int64_t>{64, 63, 58});
  CHECK(features == std::vector<std::int64_t>{20, 17, 16});
}

TEST_CASE("the figures' configurations have the paper's methods, problem and protocols") {
  /// Names of the methods under a protocol, and names of the methods that leave a step to tuning.
  const auto under = [](const Config& config, const std::string& protocol) {
    std::pair<std::set<std::string>, std::set<std::string>> methods;
    for (const MethodEntry& entry : config.methods) {
      const bool takes_part =
          entry.protocols.empty() || std::ranges::find(entry.protocols, protocol) != entry.protocols.end();
      if (!takes_part) continue;
      methods.first.insert(entry.method->name);
      for (const Option* option : options_to_tune(entry, config.regularizers.front()))
        if (option->name == "step") methods.second.insert(entry.method->name);
    }
    return methods;
  };
  using Names = std::set<std::string>;
  const Names of_l1{"batch_comid", "batch_rda", "l1_psa", "nonsmooth_scd"};
  const Names of_l2{"batch_comid", "batch_rda", "cyclic_dcd", "nonsmooth_scd", "pegasos", "stochastic_dcd"};
  for (const std::string name : {"figure1", "figure2", "real_figure1", "real_figure2", "real_figure1_mean",
                                 "real_figure2_mean", "supplement1", "supplement2"}) {
    const Config config = read_config("configs/" + name + ".json");
    CAPTURE(name);
    const bool is_l1 = name.find('1') != std::string::npos;
    const bool is_sum = !name.ends_with("_mean");
    CHECK(config.regularizers == std::vector{is_l1 ? RegularizerKind::l1 : RegularizerKind::l2});
    CHECK(config.form == ObjectiveForm{.is_sum = is_sum, .l2_factor = !is_l1 && is_sum ? 1.0 : 0.5});
    const Names all = is_l1 ? of_l1 : of_l2;
    CHECK(under(config, "own") == std::pair(all, Names{"nonsmooth_scd"}));
    CHECK(config.real_only == !name.starts_with("figure"));
    if (config.real_only) {
      CHECK(under(config, "published") == std::pair(all, Names()));
      // Under L2, tuned batch RDA equals tuned batch COMID.
      const Names tuned = is_l1 ? of_l1 : Names{"batch_comid", "nonsmooth_scd", "pegasos"};
      CHECK(under(config, "all-tuned").second == tuned);
    }
    REQUIRE(config.lambdas.size() == 1);
    CHECK(config.lambdas[0].text == "1/m");
    CHECK(config.seeds.size() >= 5);
  }
  CHECK(read_config("configs/figure1.json").datasets ==
        std::vector<std::string>{"astro-physics", "ccat", "a9a", "covtype"});  // the paper's order
  for (const std::string name : {"figure1", "figure2", "real_figure1", "real_figure2"})
    CHECK(read_config("configs/" + name + ".json").seeds.size() == 10);  // as in the paper
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
    CHECK(!file.all().empty());
    for (const std::string& dataset : config.datasets) {
      // If the configuration uses only real data, datasets may have been missing.
      if (config.real_only && !is_in(file, dataset)) continue;
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
