// Accepted mutations of configurations: the program carries them out or reports the error.

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/records/crossvalidation_rows.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/config/config_mutator.hpp"
#include "tests/experiments/shipped_configs.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/faults/trial_report.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A folder with tiny data, a catalogue with it, and the shipped configurations on it.
class MutatedRuns {
 public:
  MutatedRuns() {
    folder_.write("classes", tiny_data(3, 60, 6));
    folder_.write("plane", tiny_data(4, 40, 2));
    folder_.write("targets", tiny_data(5, 60, 6));
    folder_.write("catalog.json", R"({"datasets": [
      {"name": "classes", "title": "c", "description": "d", "task": "classification", "train": "classes",
       "split": {"train": 40, "test": 20, "order": "file"}},
      {"name": "plane", "title": "p", "description": "d", "task": "classification", "train": "plane"},
      {"name": "targets", "title": "t", "description": "d", "task": "regression", "train": "targets"}]})");
  }

  /// Runs so many mutations of the configurations of one kind.
  void run(std::uint64_t seed, int mutations, bool crossvalidations) {
    ConfigMutator mutator(seed);
    std::vector<Json> bases;
    for (const auto& path : shipped_config_files()) {
      const Json json = read_json(path);
      if (json.contains("models") == crossvalidations) bases.push_back(on_tiny_data(json));
    }
    REQUIRE_FALSE(bases.empty());
    int refused = 0;
    std::array<int, 3> with_status{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(mutations); ++k) {
      const Json config = small(mutator.change_values(bases[k % bases.size()]));
      const std::string path = folder_.write("mutated.json", config.dump(1)).string();
      if (!is_accepted(path, crossvalidations)) {
        expect_refusal(config, path, crossvalidations);
        ++refused;
        continue;
      }
      const int status = run_one(config, path, crossvalidations);
      if (status >= 0 && status <= 2) ++with_status[static_cast<std::size_t>(status)];
    }
    report_trials(
        fmt::format("{} mutated {}: {} refused with their place; of the others {} ran, {} ran with a run "
                    "that did not end well, {} asked for what the data does not allow",
                    mutations, crossvalidations ? "cross-validations" : "configurations", refused,
                    with_status[0], with_status[1], with_status[2]));
    CHECK(refused + with_status[0] + with_status[1] + with_status[2] == mutations);
  }

 private:
  static Json on_tiny_data(Json config) {
    const Json& loss = config["loss"].is_array() ? config["loss"][0] : config["loss"];
    if (loss.get<std::string>().find("epsilon") != std::string::npos)
      config["datasets"] = Json::array({"targets"});
    else
      config["datasets"] = Json::array({config.value("decision_lines", false) ? "plane" : "classes"});
    config["name"] = "mutated";
    return small(std::move(config));
  }

  /// Shortens the work, since a mutation may ask for hours.
  static Json small(Json config) {
    const auto shorten = [&](const char* key, std::size_t most) {
      if (config.contains(key) && config[key].is_array())
        while (config[key].size() > most) config[key].erase(most);
    };
    const auto lower = [&](const char* key, double most) {
      if (config.contains(key) && config[key].is_number() && config[key].get<double>() > most)
        config[key] = most;
    };
    for (const char* const key : {"seeds", "lambdas", "loss", "regularizer"}) shorten(key, 2);
    for (const char* const key : {"methods", "models"}) shorten(key, 4);
    lower("seeds", 2);
    lower("passes", config.contains("models") ? 20 : 3);
    lower("cpu_seconds", 0.01);
    for (const char* const key : {"passes", "cpu_seconds"})
      if (config.contains(key) && config[key].is_object())
        config[key] = key == std::string("passes") ? 3 : 0.01;
    if (!config.contains("passes") && !config.contains("cpu_seconds")) config["cpu_seconds"] = 0.01;
    if (config.contains("models")) config.erase("cpu_seconds");
    lower("checkpoints", 10);
    lower("folds", 3);
    if (config.contains("splits") && config["splits"].is_object()) config["splits"]["seeded"] = 1;
    if (config.contains("lambdas") && config["lambdas"].is_object() && config["lambdas"].contains("count"))
      config["lambdas"]["count"] = 3;
    return config;
  }

  static bool is_accepted(const std::string& path, bool is_crossvalidation) {
    try {
      if (is_crossvalidation)
        read_crossvalidation_config(path);
      else
        read_config(path);
      return true;
    } catch (const ConfigError&) {
      return false;
    }
  }

  static void expect_refusal(const Json& config, const std::string& path, bool is_crossvalidation) {
    const ProgramRun run =
        run_program({is_crossvalidation ? "crossvalidate" : "run", path, "--out", "/dev/null/nowhere"});
    CAPTURE(config.dump().substr(0, 2000), run.out, run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, StartsWith("descent: " + path + ": /"));
  }

  /// Runs an accepted configuration; returns the exit status.
  static int run_one(const Json& config, const std::string& path, bool is_crossvalidation) {
    const TemporaryFolder results;
    const std::string out = (results.path() / "out").string();
    std::vector<std::string> arguments{
        is_crossvalidation ? "crossvalidate" : "run", path, "--out", out, "--jobs", "1", "--quiet"};
    if (!is_crossvalidation) arguments.insert(arguments.end(), {"--time-limit", "20"});
    const ProgramRun run = run_script("timeout 120 " + program_words(arguments));
    CAPTURE(config.dump(), run.out, run.err);
    CHECK((run.status == 0 || run.status == 1 || run.status == 2));
    if (run.status != 0) CHECK_FALSE(run.err.empty());
    CHECK_THAT(run.err, !ContainsSubstring("unexpected:") && !ContainsSubstring("gnuplot ended"));
    if (run.status == 2) {
      CHECK_THAT(run.err, StartsWith("descent: "));
    } else if (is_crossvalidation) {
      if (run.status == 0) CHECK_NOTHROW(read_crossvalidation(out));
    } else {
      ResultsFolder read;
      CHECK_NOTHROW(read = read_results_folder(out));
      CHECK_FALSE(read.runs.empty());
      CHECK(read.missing.empty());
    }
    return run.status;
  }

  TemporaryFolder folder_;
  EnvironmentVariable catalog_{"DESCENT_CATALOG", (folder_.path() / "catalog.json").string()};
  EnvironmentVariable data_{"DESCENT_DATA", folder_.path().string()};
};

}  // namespace

TEST_CASE("faults: a mutated configuration runs or says what is wrong", "[faults]") {
  MutatedRuns().run(1, number_of_trials("DESCENT_MUTATIONS", 40), false);
}

TEST_CASE("faults: a mutated cross-validation runs or says what is wrong", "[faults]") {
  MutatedRuns().run(2, number_of_trials("DESCENT_MUTATIONS", 40), true);
}
