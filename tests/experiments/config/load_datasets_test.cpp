#include "experiments/config/load_datasets.hpp"

#include <numeric>

#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;

TEST_CASE("balanced classes of a part of the rows are balanced in that part") {
  test::TinyExperiment experiment;
  experiment.config["datasets"] =
      Json::parse(R"([{"file": "tiny", "title": "part", "rows": 20, "class_weights": "balanced"}])");
  const Dataset part = load_dataset_of(read_config(experiment.write()), 0, {});
  double positive = 0;
  for (std::size_t i = 0; i < 20; ++i) positive += part.train.labels[i] > 0 ? part.train.row_weights[i] : 0;
  CHECK(positive == Approx(10));
  CHECK(std::accumulate(part.train.row_weights.begin(), part.train.row_weights.end(), 0.0) == Approx(20));
}

TEST_CASE("configurations share data only where both have the same bias") {
  test::TinyExperiment experiment;
  const Config plain = read_config(experiment.write());
  experiment.config["bias"] = 1;
  const Config biased = read_config(experiment.write());
  const auto datasets = load_datasets_of(std::vector<Config>{plain, biased, plain}, {});
  const Index columns = datasets[0][0].train.rows.inner_size();
  CHECK(datasets[1][0].train.rows.inner_size() == columns + 1);
  CHECK(datasets[2][0].train.rows.inner_size() == columns);
}

TEST_CASE("configurations share data only where both mean the same by it") {
  test::TinyExperiment experiment;
  experiment.write("other", test::tiny_data(2));
  const auto entry = [](const char* file) { return Json::array({{{"file", file}, {"title", "data"}}}); };
  experiment.config["datasets"] = entry("tiny");
  const Config plain = read_config(experiment.write());
  const Json before = experiment.config;
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, Json>>{{"bias", 1},
                                                 {"standardize", true},
                                                 {"standardize", "row"},
                                                 {"values", "float"},
                                                 {"class_weights", "balanced"},
                                                 {"datasets", entry("other")},
                                                 {"loss", "epsilon_insensitive"}}) {
    CAPTURE(key, value);
    experiment.config = before;
    experiment.config[key] = value;
    if (key == "loss") experiment.config["methods"] = {{{"name", "svr_dual_cd"}}};
    const Config changed = read_config(experiment.write());
    const auto datasets = load_datasets_of(std::vector<Config>{plain, changed}, {});
    const Dataset& shared = datasets[1][0];
    const Dataset alone = load_dataset_of(changed, 0, {});
    CHECK(shared.origin == alone.origin);
    CHECK(shared.task == alone.task);
    CHECK(shared.train.labels == alone.train.labels);
    CHECK(shared.train.row_weights == alone.train.row_weights);
    CHECK(std::ranges::equal(shared.train.rows.entries(), alone.train.rows.entries()));
    CHECK(shared.sha256 == alone.sha256);
    CHECK(shared.is_rounded == alone.is_rounded);
  }
}

TEST_CASE("a class weight multiplies a row once, also in a random part of the rows") {
  test::TinyExperiment experiment;
  experiment.config["datasets"] = Json::parse(R"([{"file": "tiny", "title": "part", "rows": 20}])");
  experiment.config["class_weights"] = {{"1", 3}};
  const Dataset part = load_dataset_of(read_config(experiment.write()), 0, {});
  for (std::size_t i = 0; i < 20; ++i) CHECK(part.train.row_weights[i] == (part.train.labels[i] > 0 ? 3 : 1));
}
