#include "experiments/config/tuned_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>

#include "support/errors.hpp"
#include "support/json/seal.hpp"
#include "support/numbers/infinity.hpp"
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
  const TrialBudget budget{Axis::cpu_seconds, 0.5, 2};
  return {problem,
          "nonsmooth_scd",
          "",
          budget,
          {{"step", 3.162}},
          {{{{"step", 1}}, {0.5, 0.25}},
           {{{"step", 3.162}}, {0.1 + 0.2, 0.125}},
           {{{"step", 10}}, {0.5, infinity}}},
          2.5};
}

std::string violation_in(const std::string& text) {
  const test::TemporaryFolder folder;
  const Json json = Json::parse(text, nullptr, false);
  const auto path = folder.write("t.json", json.is_object() ? sealed(json).dump() : text);
  return test::error_after<ConfigError>(folder.path().string() + "/", [&] { TunedFile::read(path); });
}

}  // namespace

TEST_CASE("constants of one form of the objective are not those of another") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "tuned" / "x.json";
  TunedFile file = TunedFile::read(path);
  TunedConstants of_factor = example_step();
  of_factor.problem.form.l2_factor = 1;
  file.put(of_factor);
  file.write(Json{{"grid", "half-decades"}});
  const TunedFile back = TunedFile::read(path);
  CHECK(back.find(of_factor.problem, entry_of("nonsmooth_scd")));
  CHECK_FALSE(back.find(problem, entry_of("nonsmooth_scd")));
}

TEST_CASE("constants of rounded values are not those of exact ones") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "x.json";
  TunedFile file = TunedFile::read(path);
  TunedConstants of_rounded = example_step();
  of_rounded.problem.is_rounded = true;
  file.put(of_rounded);
  file.write(Json::object());
  const TunedFile back = TunedFile::read(path);
  CHECK(back.find(of_rounded.problem, entry_of("nonsmooth_scd")));
  CHECK_FALSE(back.find(problem, entry_of("nonsmooth_scd")));
}

TEST_CASE("a tuned file reads back as it was written, a diverged trial included") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "tuned" / "x.json";  // this folder is created
  TunedFile file = TunedFile::read(path);
  file.put(example_step());
  file.write(Json{{"grid", "half-decades"}});

  const TunedFile back = TunedFile::read(path);
  CHECK(back.path() == path);
  const auto step = back.find(problem, entry_of("nonsmooth_scd"));
  REQUIRE(step);
  CHECK(step->problem == problem);
  CHECK(step->constants == Constants{{"step", 3.162}});
  REQUIRE(step->trials.size() == 3);
  CHECK(step->trials[1].constants.at("step") == 3.162);
  CHECK(step->trials[1].objectives == std::vector{0.1 + 0.2, 0.125});
  CHECK(step->trials[2].objectives == std::vector{0.5, infinity});
  CHECK(step->trials[2].mean() == infinity);
  CHECK(step->trials[0].mean() == 0.375);
  CHECK(step->budget == example_step().budget);
  CHECK(step->cost().cpu_seconds == 2.5);
  CHECK(step->cost().runs == 6);
  CHECK(step->data == TunedData{});
  CHECK(back.unfinished().empty());
  const Json json = read_json(path);
  CHECK_FALSE(json.contains("unfinished"));
  CHECK(json["protocol"]["grid"] == "half-decades");
  CHECK(json["steps"][0]["trials"][2]["objectives"] == Json::array({0.5, nullptr}));
}

TEST_CASE("all trials of a method on a problem are one line of the tuned file") {
  const test::TemporaryFolder folder;
  TunedFile file = TunedFile::read(folder.path() / "x.json");
  file.put(example_step());
  TunedConstants other = example_step();
  other.method = "batch_comid";
  file.put(other);
  file.write(Json{{"grid", "half-decades"}});
  const std::string text = test::file_text(folder.path() / "x.json");
  CHECK(std::ranges::count(text, '\n') == 10);  // two of them are constants
}

TEST_CASE("a tuned file keeps the data of its trials and the trials of a problem that is not finished") {
  const test::TemporaryFolder folder;
  TunedFile file = TunedFile::read(folder.path() / "x.json");
  TunedConstants constants = example_step();
  constants.data = {"a1", "c3"};
  file.put(constants);
  file.set_unfinished({{"0123", {0.1 + 0.2, 2.5}}, {"0123", {0.5, 1}}, {"4567", {infinity, 0}}});
  file.write(Json::object());
  const TunedFile back = TunedFile::read(folder.path() / "x.json");
  CHECK(back.find(problem, entry_of("nonsmooth_scd"))->data == TunedData{"a1", "c3"});
  REQUIRE(back.unfinished().size() == 3);
  CHECK(back.unfinished().count("0123") == 2);
  CHECK(back.unfinished().begin()->second.objective == 0.1 + 0.2);
  CHECK(back.unfinished().begin()->second.cpu_seconds == 2.5);
  CHECK(back.unfinished().find("4567")->second.objective == infinity);
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
  std::vector<TunedProblem> others(8, problem);
  others[0].dataset = "covtype";
  others[1].source = "stand-in";
  others[2].rows = 101;
  others[3].columns = 21;
  others[4].loss = "squared_hinge";
  others[5].regularizer = "l2";
  others[6].lambda = "0.1/m";
  others[7].form.is_sum = true;
  for (const TunedProblem& other : others) {
    CHECK_FALSE(file.find(other, entry_of("nonsmooth_scd")));
    const auto resolved = file.resolve(other, RegularizerKind::l1, entry_of("nonsmooth_scd"));
    REQUIRE(resolved.size() == 1);
    CHECK(resolved[0].value == 1);
    CHECK(resolved[0].origin == "default: not tuned");
  }
}

TEST_CASE("a stand-in's key differs from that of the real file") {
  Dataset dataset;
  dataset.name = "a9a";
  dataset.source = "file";
  dataset.train = test::random_sample(1, 9, 4);
  const ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  const TunedProblem key = problem_key(spec);
  CHECK(key == TunedProblem{"a9a", "file", 9, 4, "hinge", "l2", "1/m"});
  dataset.source = "stand-in";
  CHECK_FALSE(problem_key(spec) == key);
}

TEST_CASE("a constant that is chosen again takes the place of the old one") {
  TunedFile file;
  file.put(example_step());
  TunedConstants again = example_step();
  again.constants["step"] = 10;
  file.put(again);
  CHECK(file.find(problem, entry_of("nonsmooth_scd"))->constants.at("step") == 10);
}

TEST_CASE("only what the configuration leaves open is resolved") {
  TunedFile file;
  file.put(example_step());
  const ChosenConstant step = file.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd")).at(0);
  CHECK(step.value == 3.162);
  CHECK_FALSE(step.origin.ends_with(other_budget));
  TrialBudget wanted = example_step().budget;
  const auto origin = [&] {
    return file.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd"), wanted).at(0).origin;
  };
  wanted.seeds += 1;
  CHECK(origin() == step.origin);
  wanted.amount *= 2;
  CHECK(origin() == step.origin + std::string(other_budget));
  wanted = example_step().budget;
  const auto origin_on = [](TunedData tuned_on, const TunedData& data) {
    TunedConstants constants = example_step();
    constants.data = std::move(tuned_on);
    TunedFile known;
    known.put(std::move(constants));
    return known.resolve(problem, RegularizerKind::l1, entry_of("nonsmooth_scd"), {}, data).at(0).origin;
  };
  const std::string on_other_data = step.origin + std::string(other_data);
  CHECK(origin_on({"a1", ""}, {"a1", ""}) == step.origin);
  CHECK(origin_on({"a1", ""}, {"b2", ""}) == on_other_data);
  CHECK(origin_on({"a1", "c3"}, {"a1", ""}) == on_other_data);  // row weights
  CHECK(origin_on({}, {"b2", ""}) == step.origin);              // older version: unknown
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
  const std::string start =
      R"({"protocol": {}, "steps": [{"problem": {"dataset": "a9a", "source": "file",
    "rows": 1, "columns": 2, "loss": "hinge", "regularizer": "l1", "lambda": "1/m"}, "method": "m", "variant": "",
    "tuning_cpu_seconds": 3, "trials_of": {"cpu_seconds": 1, "seeds": 2, "first_seed": 1000000}, )";
  CHECK(violation_in(start + R"("step": 1, "trials": [{"step": 1, "objectives": [0.5, null]}]}]})") ==
        "accepted");
  std::string no_seeds = start;
  no_seeds.replace(no_seeds.find("\"seeds\": 2"), 10, "\"seeds\": 0");
  CHECK_THAT(violation_in(no_seeds + R"("step": 1, "trials": []}]})"),
             ContainsSubstring("/steps/0/trials_of/seeds: must be a whole number from 1"));
  std::string of_runs = start;
  of_runs.replace(of_runs.find("1000000"), 7, "999999");
  CHECK_THAT(violation_in(of_runs + R"("step": 1, "trials": []}]})"),
             ContainsSubstring("/steps/0/trials_of/first_seed: must be a whole number from 1000000"));
  CHECK(violation_in(start + R"("step": -1, "trials": []}]})") ==
        "t.json: /steps/0/step: must be a number > 0, got -1");
  CHECK(violation_in(start + R"("step": 1, "trials": []}]})") ==
        "t.json: /steps/0/trials: must have at least 1 element");
  CHECK(violation_in(start + R"("step": 1, "trials": [{"step": 1, "objectives": ["x"]}]}]})") ==
        "t.json: /steps/0/trials/0/objectives/0: must be a number, got \"x\"");
  CHECK(
      violation_in(
          R"({"steps": [{"tuning_cpu_seconds": 1, "problem": {"dataset": "a", "source": "file", "rows": 0}}]})") ==
      "t.json: /steps/0/problem/rows: must be a whole number from 1 to 2147483647, got 0");
  CHECK(violation_in(R"({"protocol": {}})") == "t.json: /: the key \"steps\" is missing");
}

TEST_CASE("a tuned file that was cut off is refused with what to do, and what is no file without that") {
  CHECK_THAT(violation_in("[]"), ContainsSubstring("t.json: is damaged: ") &&
                                     ContainsSubstring("; remove it, and `descent tune` chooses"));
  CHECK_THAT(violation_in("{\"steps\": [\n"),
             ContainsSubstring("t.json: not JSON: parse error at line 2") &&
                 ContainsSubstring("; remove it, and `descent tune` chooses constants again"));
  const test::TemporaryFolder folder;
  CHECK(test::error_of<ConfigError>([&] { TunedFile::read(folder.path()); }) ==
        folder.path().string() + ": is a folder, not a JSON file");
  const auto pipe = folder.path() / "pipe.json";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(test::error_of<ConfigError>([&] { TunedFile::read(pipe); }) ==
        pipe.string() + ": is not a regular file");
}
