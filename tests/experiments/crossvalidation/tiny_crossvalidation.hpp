#pragma once

#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

namespace descent::test {

/// A folder with a catalogue of one dataset, `tiny` with 60 training and 30 test rows, its file, and a
/// cross-validation. The environment names catalogue and data during the test.
class TinyCrossvalidation : public TinyExperiment {
 public:
  TinyCrossvalidation() {
    std::filesystem::remove(data());  // here "tiny" is in the catalogue
    write("tiny.txt", tiny_data(3, 90, 6));
    write("catalog.json", R"({"datasets": [
      {"name": "tiny", "title": "Tiny", "description": "Ask the author.", "task": "classification",
       "train": "tiny.txt", "split": {"train": 60, "test": 30, "order": "file"}},
      {"name": "absent", "title": "Absent", "description": "Ask the author.", "task": "classification",
       "train": "absent.txt", "split": {"train": 60, "test": 30, "order": "file"}},
      {"name": "targets", "title": "Targets", "description": "Ask the author.", "task": "regression",
       "train": "tiny.txt"},
      {"name": "testless", "title": "Testless", "description": "Ask the author.", "task": "classification",
       "train": "tiny.txt"}]})");
    config = Json::parse(R"({
      "name": "tiny",
      "title": "A tiny cross-validation",
      "datasets": ["tiny"],
      "loss": "logistic",
      "bias": 1,
      "free_bias": true,
      "standardize": true,
      "models": [
        {"name": "proximal_newton", "label": "plain", "regularizer": "none"},
        {"name": "proximal_newton", "label": "sparse", "regularizer": "l1",
         "published": [{"source": "a paper", "errors": 7, "rows": 30, "features": 4}]}
      ],
      "lambdas": {"from": 0.1, "to": 30, "count": 6},
      "folds": 4,
      "splits": {"own": true, "seeded": 2}
    })");
  }

  ProgramRun crossvalidate(const std::vector<std::string>& more = {}) const {
    return run_program(joined({"crossvalidate", write(), "--out", path("results")}, more));
  }

 private:
  EnvironmentVariable catalog_{"DESCENT_CATALOG", path("catalog.json")};
  EnvironmentVariable data_{"DESCENT_DATA", folder().string()};
};

}  // namespace descent::test
