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
