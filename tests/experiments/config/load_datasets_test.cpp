#include "experiments/config/load_datasets.hpp"

#include <numeric>

#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/error_of.hpp"

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

TEST_CASE("configurations share data only where both mean the same by it") {
  test::TinyExperiment experiment;
  experiment.write("other", test::tiny_data(2));
  const auto entry = [](const char* file, int rows = 60) {
    return Json::array({{{"file", file}, {"title", "data"}, {"rows", rows}}});
  };
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
                                                 {"datasets", entry("tiny", 20)},
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

TEST_CASE("a path means another file beside a configuration in another folder") {
  test::TinyExperiment here;
  test::TinyExperiment there;
  there.write("tiny", test::tiny_data(2, 30));
  std::vector<Config> configs;
  for (test::TinyExperiment* const experiment : {&here, &there}) {
    experiment->config["datasets"] = Json::array({"./tiny"});
    configs.push_back(read_config(experiment->write()));
  }
  const auto datasets = load_datasets_of(configs, {});
  CHECK(datasets[0][0].train.labels.size() == 60);
  CHECK(datasets[1][0].train.labels.size() == 30);
}

TEST_CASE("all datasets that cannot be read are told, each once") {
  test::TinyExperiment experiment;
  for (const char* const name : {"first", "second"}) experiment.write(name, "1 1:x\n");
  experiment.config["datasets"] = Json::array({"./first", "./second"});
  const Config config = read_config(experiment.write());
  const std::string message = test::error_of<DataError>([&] {
    load_datasets_of(std::vector<Config>{config, config}, {});
  });
  const std::size_t first = message.find("/first:1:");
  CHECK(first != std::string::npos);
  CHECK(message.find("/second:1:") != std::string::npos);
  CHECK(message.find("/first:1:", first + 1) == std::string::npos);
}

TEST_CASE("values are rounded to single precision after they have been scaled") {
  test::TinyExperiment experiment;
  experiment.config["standardize"] = true;
  experiment.config["values"] = "float";
  const Dataset dataset = load_dataset_of(read_config(experiment.write()), 0, {});
  for (const Entry& entry : dataset.train.rows.entries())
    CHECK(entry.value == static_cast<double>(static_cast<float>(entry.value)));
}

TEST_CASE("a class weight multiplies a row once, also in a random part of the rows") {
  test::TinyExperiment experiment;
  experiment.config["datasets"] = Json::parse(R"([{"file": "tiny", "title": "part", "rows": 20}])");
  experiment.config["class_weights"] = {{"1", 3}};
  const Dataset part = load_dataset_of(read_config(experiment.write()), 0, {});
  for (std::size_t i = 0; i < 20; ++i) CHECK(part.train.row_weights[i] == (part.train.labels[i] > 0 ? 3 : 1));
}
