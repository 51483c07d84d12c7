#include "experiments/config/tuned_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "support/errors.hpp"
#include "support/records/result_schema.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

const TunedProblem problem{"a9a", "file", 100, 20, "hinge", "l1", "1/m"};

MethodEntry entry_of(const std::string& method, std::map<std::string, OptionValue> given = {},
                     const std::string& variant = "") {
  return {&find_method(method), variant,           method,
          std::move(given),     {LossKind::hinge}, {RegularizerKind::l1, RegularizerKind::l2}};
}

TunedConstants example_step() {
  const TrialBudget budget{"cpu_seconds", 0.5, 2};
  return {problem, "nonsmooth_scd", "", budget, {{"step", 3.162}}, {2.5, 6}, 2, {"01", "02"}};
}

/// A tuned file that is written into a folder of its own.
struct TunedFolder {
  test::TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "tuned" / "x.json";  // this folder is created
  TunedFile file = TunedFile::read(path);

  TunedFolder() { file.put(example_step()); }
  void write() { file.write(Json{{"grid", "half-decades"}}); }
  TunedFile read() const { return TunedFile::read(path); }
};

std::string violation_in(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("t.json", text);
  return test::error_after<ConfigError>(folder.path().string() + "/", [&] { TunedFile::read(path); });
}

}  // namespace

TEST_CASE("a tuned file reads back as it was written") {
  TunedFolder tuned;
  TunedConstants constants = example_step();
  constants.problem.sha256 = "a1";
  constants.problem.weights_sha256 = "c3";
  tuned.file.put(constants);
  tuned.write();

  const TunedFile back = tuned.read();
  CHECK(back.path() == tuned.path);
  const auto step = back.find(problem, entry_of("nonsmooth_scd"));
  REQUIRE(step);
  CHECK(step->problem == problem);
  CHECK(step->constants == Constants{{"step", 3.162}});
  CHECK(step->budget == example_step().budget);
  CHECK(step->cost.cpu_seconds == 2.5);
  CHECK(step->cost.runs == 6);
  CHECK(step->most_seeds == 2);
  CHECK(step->trials == std::vector<std::string>{"01", "02"});
  CHECK(step->problem.sha256 == "a1");
  CHECK(step->problem.weights_sha256 == "c3");
  const Json json = read_json(tuned.path);
  CHECK(json["protocol"]["grid"] == "half-decades");
  CHECK(json["steps"][0]["constants"] == Json{{"step", 3.162}});
}

TEST_CASE("each method on a problem is one line of the tuned file") {
  TunedFolder tuned;
  tuned.write();
  const auto lines = std::ranges::count(test::file_text(tuned.path), '\n');
  TunedConstants other = example_step();
  other.method = "batch_comid";
  tuned.file.put(other);
  tuned.write();
  CHECK(std::ranges::count(test::file_text(tuned.path), '\n') == lines + 1);
}

TEST_CASE(
    "a file that is not there is an empty one, and the first to be written is found beside the "
    "configuration") {
  const TunedFile file = TunedFile::read("nowhere/tuned/x.json");
  CHECK_FALSE(file.find(problem, entry_of("nonsmooth_scd")));
  Config config;
  config.path = "some/folder/x.json";
  config.name = "name";
  CHECK(TunedFile::path_for(config) == std::filesystem::path("some/folder/tuned/name.json"));
}

TEST_CASE("a constant holds for its problem, method and variant alone") {
  TunedFile file;
  file.put(example_step());
  CHECK(file.find(problem, entry_of("nonsmooth_scd")));
  CHECK_FALSE(file.find(problem, entry_of("batch_comid")));
  CHECK_FALSE(file.find(problem, entry_of("nonsmooth_scd", {{"average", true}}, "average=true")));
  TunedProblem other = problem;
  other.lambda = "0.1/m";
  CHECK_FALSE(file.find(other, entry_of("nonsmooth_scd")));
  const auto resolved = file.resolve(other, RegularizerKind::l1, entry_of("nonsmooth_scd"));
  REQUIRE(resolved.size() == 1);
  CHECK(resolved[0].value == 1);
  CHECK(resolved[0].origin.is_default());
}

TEST_CASE("a stand-in's key differs from that of the real file") {
  Dataset dataset;
  dataset.name = "a9a";
  dataset.source = "file";
  dataset.train = test::random_sample(1, 9, 4);
  const ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  const TunedProblem key = problem_key({}, spec);
  CHECK(key == TunedProblem{"a9a", "file", 9, 4, "hinge", "l2", "1/m"});
  dataset.source = "stand-in";
  CHECK_FALSE(problem_key({}, spec) == key);
  dataset.source = "file";
  dataset.constant_feature = 1;
  CHECK_FALSE(problem_key({}, spec) == key);
  dataset.constant_feature = 0;
  dataset.sha256 = "0123";
  const TunedProblem with_sha256 = problem_key({}, spec);
  dataset.weights_sha256 = "4567";
  CHECK(with_sha256.is_of_other_data(problem_key({}, spec)));
}

TEST_CASE("the factor of the regulariser l2 is no part of a problem under another one") {
  Dataset dataset;
  dataset.train = test::random_sample(1, 9, 4);
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
    ProblemSpec spec{&dataset, LossKind::hinge, regularizer, *parse_lambda("1/m")};
    const TunedProblem key = problem_key({}, spec);
    spec.form.l2_factor = 1;
    CHECK((problem_key({}, spec) == key) == (regularizer == RegularizerKind::l1));
  }
}

TEST_CASE("trials take their share of the budget that their dataset has") {
  const Config config =
      parse_config(Json::parse(R"({"name": "x", "datasets": ["a9a", "covtype"], "loss": "hinge",
    "regularizer": "l2", "methods": {"name": "pegasos"}, "passes": {"default": 4, "covtype": 8},
    "tuning": {"budget_share": 0.5, "seeds": 3}})"),
                   "x.json");
  CHECK(trial_budget(config, "a9a") == TrialBudget{"passes", 2, 3});
  CHECK(trial_budget(config, "covtype") == TrialBudget{"passes", 4, 3});
}

TEST_CASE("only what the configuration leaves open is resolved") {
  TunedFile file;
  file.put(example_step());
  const ChosenConstant step = file.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd")).at(0);
  CHECK(step.value == 3.162);
  CHECK_FALSE(step.origin.other_budget);
  TrialBudget wanted = example_step().budget;
  const auto origin = [&] {
    return file.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd"), wanted).at(0).origin;
  };
  wanted.seeds += 1;
  CHECK(origin() == step.origin);
  wanted.amount *= 2;
  ConstantOrigin with_other_budget = step.origin;
  with_other_budget.other_budget = true;
  CHECK(origin() == with_other_budget);
  wanted = example_step().budget;
  using Checksums = std::array<const char*, 2>;  // of data and row weights
  const auto with = [](TunedProblem changed, const Checksums& data) {
    changed.sha256 = data[0];
    changed.weights_sha256 = data[1];
    return changed;
  };
  const auto origin_on = [&](const Checksums& tuned_on, const Checksums& data) {
    TunedConstants constants = example_step();
    constants.problem = with(problem, tuned_on);
    TunedFile known;
    known.put(std::move(constants));
    return known.resolve(with(problem, data), RegularizerKind::l1, entry_of("nonsmooth_scd")).at(0).origin;
  };
  ConstantOrigin on_other_data = step.origin;
  on_other_data.other_data = true;
  CHECK(origin_on({"a1", ""}, {"a1", ""}) == step.origin);
  CHECK(origin_on({"a1", ""}, {"b2", ""}) == on_other_data);
  CHECK(origin_on({"a1", "c3"}, {"a1", ""}) == on_other_data);  // row weights
  CHECK(origin_on({"", ""}, {"b2", ""}) == step.origin);        // unknown, as in the shipped files
  REQUIRE(step.tuning);
  CHECK(step.tuning->cpu_seconds == 2.5);
  CHECK(step.tuning->runs == 6);
  CHECK(file.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd", {{"step", 1.0}})).empty());
  CHECK(file.resolve(problem, RegularizerKind::l1, entry_of("permuted_dcd")).empty());
  const auto names = [](const MethodEntry& entry, RegularizerKind regularizer) {
    std::vector<std::string> all;
    for (const Option* option : options_to_tune(entry, regularizer)) all.push_back(option->name);
    return all;
  };
  using Names = std::vector<std::string>;
  for (const char* const method :
       {"batch_rda", "batch_comid", "nonsmooth_scd", "online_rda", "subgradient"}) {
    CAPTURE(method);
    CHECK(names(entry_of(method), RegularizerKind::l1) == Names{"step"});
    CHECK(names(entry_of(method), RegularizerKind::l2).empty());  // as published
    CHECK(names(entry_of(method, {{"offset", true}}), RegularizerKind::l2) == Names{"step"});
  }
  CHECK(names(entry_of("pegasos"), RegularizerKind::l2).empty());
  CHECK(names(entry_of("pegasos", {{"offset", true}}), RegularizerKind::l2) == Names{"step"});
  CHECK(names(entry_of("nonsmooth_scd", {{"schedule", "inverse_sqrt"}}), RegularizerKind::l2) ==
        Names{"step"});
  CHECK(names(entry_of("l1_psa"), RegularizerKind::l1) == Names{"step"});
  CHECK(names(entry_of("l1_psa", {{"radius", "tuned"}}), RegularizerKind::l1) == Names{"step", "radius"});
}

TEST_CASE("a malformed tuned file is refused with its place") {
  const Json whole =
      Json::parse(R"({"protocol": {}, "steps": [{"problem": {"dataset": "a9a", "source": "file",
    "rows": 1, "columns": 2, "loss": "hinge", "regularizer": "l1", "lambda": "1/m"}, "method": "m", "variant": "",
    "tuning_cpu_seconds": 3, "tuning_runs": 4, "most_seeds": 2, "constants": {"step": 1},
    "trials_of": {"axis": "cpu_seconds", "amount": 1, "seeds": 2, "first_seed": 1000000}}]})");
  CHECK(violation_in(whole.dump()) == "accepted");
  const auto violation_with = [&](const char* place, const Json& value) {
    Json changed = whole;
    changed[Json::json_pointer(place)] = value;
    return violation_in(changed.dump());
  };
  CHECK_THAT(violation_with("/steps/0/trials_of/seeds", 0),
             ContainsSubstring("/steps/0/trials_of/seeds: must be a whole number from 1"));
  CHECK_THAT(violation_with("/steps/0/trials_of/first_seed", 999999),
             ContainsSubstring("/steps/0/trials_of/first_seed: must be a whole number from 1000000"));
  CHECK(violation_with("/steps/0/constants/step", -1) ==
        "t.json: /steps/0/constants/step: must be a number > 0, got -1");
  CHECK(violation_with("/steps/0/constants", Json::object()) ==
        "t.json: /steps/0/constants: holds no constant");
  CHECK(violation_with("/steps/0/tuning_runs", 0) ==
        "t.json: /steps/0/tuning_runs: must be a number > 0, got 0");
  CHECK(violation_with("/steps/0/problem/rows", 0) ==
        "t.json: /steps/0/problem/rows: must be a whole number from 1 to 2147483647, got 0");
  CHECK(violation_in(R"({"protocol": {}})") == "t.json: /: the key \"steps\" is missing");
}

TEST_CASE("a tuned file that was cut off is refused, and what is no file") {
  CHECK_THAT(violation_in("{\"steps\": [\n"), ContainsSubstring("t.json: not JSON: parse error at line 2"));
  const test::TemporaryFolder folder;
  CHECK(test::error_of<ConfigError>([&] { TunedFile::read(folder.path()); }) ==
        folder.path().string() + ": is a folder, not a JSON file");
  const auto pipe = folder.path() / "pipe.json";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(test::error_of<ConfigError>([&] { TunedFile::read(pipe); }) ==
        pipe.string() + ": is not a regular file");
}

TEST_CASE("a constant was tuned on another problem if any field of the problem differs") {
  const TunedProblem problem{"a", "file",    3,    2,    "hinge", "l2",     "1/m",
                             1,   {true, 1}, true, "ab", "cd",    "reading"};
  const Json plain = write_keys(TunedProblem::fields(), problem);
  for (const auto& field : TunedProblem::fields()) {
    CAPTURE(field.name);
    Json json = plain;
    Json& value = json.at(field.name);
    if (field.name == "form")
      value = "mean";
    else if (field.name == "values")
      value = "exact";
    else if (value.is_string())
      value = value.get<std::string>() + "x";
    else
      value = value.get<int>() + 1;
    TunedProblem other;
    read_keys({"problem", json}, TunedProblem::fields(), other);
    CHECK((!(other == problem) || other.is_of_other_data(problem) || other.is_read_otherwise(problem)));
  }
}
