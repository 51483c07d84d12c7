#include "experiments/plan/plan.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "experiments/program/build_info.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Dataset dataset(const std::string& name, Index rows = 20) {
  Dataset made;
  made.name = name;
  made.source = "file";
  made.sha256 = "0123";
  made.train = test::random_sample(1, rows, 6);
  return made;
}

Json planned_config() {
  return Json::parse(R"({
    "name": "x", "datasets": ["one", "two"], "loss": "hinge", "regularizer": ["l1", "l2"], "lambdas": ["1/m", "0.1/m"],
    "methods": [
      {"name": "nonsmooth_scd"},
      {"name": "pegasos", "regularizer": "l2"},
      {"name": "l1_psa", "radius": 2, "regularizer": "l1"}
    ],
    "seeds": [4, 7], "passes": {"default": 3, "two": 5}, "checkpoints": 6
  })");
}

Plan plan_of(const Json& json, const std::vector<Dataset>& datasets, const TunedFile& tuned = {}) {
  return make_plan(parse_config(json, "x.json"), datasets, tuned, OptimumStore("nowhere"));
}

std::set<std::string> ids_of(const Plan& plan) {
  std::set<std::string> ids;
  for (const RunSpec& spec : plan.runs) ids.insert(run_id(spec));
  return ids;
}

}  // namespace

TEST_CASE("a plan is the product of a configuration's lists") {
  const std::vector<Dataset> datasets{dataset("one", 20), dataset("two", 50)};
  const Plan plan = plan_of(planned_config(), datasets);
  REQUIRE(plan.runs.size() == 2 * 2 * (2 + 2) * 2);  // datasets, lambdas, two methods per regulariser, seeds
  CHECK(ids_of(plan).size() == plan.runs.size());
  for (std::size_t k = 0; k < plan.runs.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    CHECK(spec.dataset == &datasets[k < 16 ? 0 : 1]);
    CHECK(spec.regularizer == (k % 16 < 8 ? RegularizerKind::l1 : RegularizerKind::l2));
    CHECK(spec.lambda.text == (k % 8 < 4 ? "1/m" : "0.1/m"));
    CHECK(spec.seed == (k % 2 == 0 ? 4 : 7));
    CHECK(spec.budget.axis == Axis::passes);
    CHECK(spec.budget.amount == (k < 16 ? 3 : 5));
    CHECK(spec.budget.checkpoints == 6);
    CHECK(capability(*spec.method, spec.loss, spec.regularizer) != nullptr);
  }
  const auto nonzeros = static_cast<double>(datasets[0].train.rows.nonzeros());
  CHECK(cost_of(plan.runs[0]) == 3 * nonzeros);
  CHECK(plan.runs[0].lambda_value() == 1.0 / 20);
  CHECK(plan.runs[16].lambda_value() == 1.0 / 50);
  CHECK(plan.runs[0].description() == "one, hinge + l1, λ = 1/m: Non-smooth SCD");
}

TEST_CASE(
    "runs are measured problem by problem, seed by seed, the methods of a seed in an order of their own") {
  Json json = planned_config();
  json["seeds"] = 30;
  json["regularizer"] = "l2";
  json["methods"] = {{{"name", "nonsmooth_scd"}}, {{"name", "pegasos"}}, {{"name", "permuted_dcd"}}};
  const std::vector<Dataset> datasets{dataset("one", 20), dataset("two", 50)};
  const Plan plan = plan_of(json, datasets);
  const std::vector<RunSpec> runs = interleaved(plan.runs);
  REQUIRE(runs.size() == plan.runs.size());
  std::map<std::string, int> first_places;
  for (std::size_t k = 0; k < runs.size(); k += 3) {
    CHECK(runs[k].is_same_as(plan.runs[90 * (k / 90)]));  // the same problem
    CHECK(runs[k].seed == 1 + k % 90 / 3);
    std::set<std::string> methods;
    for (std::size_t i = k; i < k + 3; ++i) {
      CHECK(runs[i].is_same_as(runs[k]));
      CHECK(runs[i].seed == runs[k].seed);
      methods.insert(runs[i].method->name);
    }
    CHECK(methods.size() == 3);
    ++first_places[runs[k].method->name];
  }
  for (const auto& [method, count] : first_places) CHECK((count > 20 && count < 60));  // of 120
  int equal = 0;  // the methods of a seed in the same place on the next problem: a third by chance
  for (std::size_t k = 0; k < 90; ++k) equal += runs[k].method == runs[90 + k].method;
  CHECK(equal < 60);
  Plan again{interleaved(plan.runs), {}};
  CHECK(std::ranges::equal(
      again.runs, runs, {}, [](const RunSpec& spec) { return run_id(spec); },
      [](const RunSpec& spec) { return run_id(spec); }));
}

TEST_CASE("several losses run one after the other, and a bias is in the data") {
  Json json = planned_config();
  json["loss"] = {"hinge", "squared_hinge"};
  json["methods"] = Json::parse(R"([{"name": "permuted_dcd"}, {"name": "pegasos", "loss": "hinge"}])");
  json["regularizer"] = "l2";
  const std::vector<Dataset> datasets{dataset("one"), dataset("two")};
  const Config config = parse_config(json, "configs/x.json");
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  REQUIRE(problems.size() == 2 * 2 * 2);
  CHECK(problems[0].loss == LossKind::hinge);
  CHECK(problems[2].loss == LossKind::squared_hinge);
  CHECK_FALSE(problems[0].is_same_as(problems[2]));
  const Plan plan = plan_of(json, datasets);
  CHECK(plan.runs.size() == config.seeds.size() * 2 * 2 * (2 + 1));
  for (const RunSpec& spec : plan.runs)
    CHECK((spec.loss == LossKind::hinge || spec.method->name == "permuted_dcd"));
}

TEST_CASE("texts that are one lambda on a dataset are refused: their runs would be averaged as other seeds") {
  Json json = planned_config();
  json["lambdas"] = {"1/m", 0.05, "2.5/m^2"};
  const Config config = parse_config(json, "x.json");
  CHECK_NOTHROW(problems_of(config, std::vector{dataset("one", 30)}));
  CHECK_THROWS_WITH(problems_of(config, std::vector{dataset("one", 30), dataset("two", 20)}),
                    "x.json: /lambdas/1: 0.05 is the same lambda as 1/m on two with its 20 rows");
}

TEST_CASE("the same specification has the same id, in any order of the configuration") {
  const std::vector<Dataset> datasets{dataset("one", 20), dataset("two", 50)};
  const auto ids = ids_of(plan_of(planned_config(), datasets));
  for (const std::string& id : ids) {
    CHECK(id.size() == 16);
    CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  }
  CHECK(ids_of(plan_of(planned_config(), datasets)) == ids);

  Json other = planned_config();
  std::swap(other["methods"][0], other["methods"][1]);
  other["title"] = "another title";
  other["real_only"] = true;
  other["decision_lines"] = true;
  other["tuning"] = {{"seeds", 3}};
  other["methods"][1]["label"] = "another label";
  other["methods"][1]["schedule"] = "auto";  // the default
  CHECK(ids_of(plan_of(other, datasets)) == ids);
}

TEST_CASE("whatever determines a result changes the id") {
  const std::vector<Dataset> datasets{dataset("one"), dataset("two")};
  const auto ids = ids_of(plan_of(planned_config(), datasets));
  const std::vector<std::pair<std::string, Json>> changes{
      {"/name", "y"},
      {"/seeds", {1, 2}},
      {"/lambdas", {"0.5/m", 0.25}},
      {"/passes", 4},
      {"/checkpoints", 7},
      {"/stop_at", 1e-3},
      {"/form", "sum"},
      {"/bias", 1},
      {"/standardize", true},
      {"/values", "float"},
      {"/class_weights", "balanced"},
  };
  for (const auto& [pointer, value] : changes) {
    CAPTURE(pointer);
    Json json = planned_config();
    json[Json::json_pointer(pointer)] = value;
    for (const std::string& id : ids_of(plan_of(json, datasets))) CHECK_FALSE(ids.contains(id));
  }

  RunSpec spec = plan_of(planned_config(), datasets).runs.front();
  const std::string id = run_id(spec);
  spec.details.free_intercept = true;
  CHECK_THAT(spec.description(), ContainsSubstring("free intercept"));
  CHECK_FALSE(spec.is_same_as(plan_of(planned_config(), datasets).runs.front()));
  spec.details.free_intercept = false;
  const auto with_epsilon = [&](LossKind loss, double epsilon) {
    RunSpec other = spec;
    Config config = *spec.config;
    config.epsilon = epsilon;
    other.config = std::make_shared<const Config>(config);
    other.loss = loss;
    return run_id(other);
  };
  CHECK(with_epsilon(LossKind::hinge, 0.5) == id);  // has no epsilon
  CHECK(with_epsilon(LossKind::squared, 0.5) == with_epsilon(LossKind::squared, 0.1));
  CHECK(with_epsilon(LossKind::epsilon_insensitive, 0.5) != with_epsilon(LossKind::epsilon_insensitive, 0.1));
  CHECK(with_epsilon(LossKind::epsilon_insensitive, 0.1) != id);
  const auto with_options = [&](std::map<std::string, OptionValue> given) {
    spec.options = OptionValues(spec.method->options, given);
    return run_id(spec);
  };
  CHECK(with_options({}) == id);
  CHECK(with_options({{"step", 2.0}}) != id);
  CHECK(with_options({{"step", 2.0}}) != with_options({{"step", 2.000000001}}));
  CHECK(with_options({{"selection", "permuted"}}) != id);
  spec.options = OptionValues(spec.method->options, {});

  const auto with_dataset = [&](auto change) {
    Dataset other = dataset("one");
    change(other);
    spec.dataset = &other;
    return run_id(spec);
  };
  CHECK(with_dataset([](Dataset&) {}) == id);
  CHECK(with_dataset([](Dataset& other) { other.sha256 = "4567"; }) != id);
  CHECK(with_dataset([](Dataset& other) { other.source = "stand-in"; }) != id);
  CHECK(with_dataset([](Dataset& other) { other.weights_sha256 = "89ab"; }) != id);
  CHECK(with_dataset([](Dataset& other) { other.name = "three"; }) != id);
  CHECK(with_dataset([](Dataset& other) { other.origin = "another split"; }) != id);
  CHECK(with_dataset([](Dataset& other) { other.train = test::random_sample(1, 21, 6); }) != id);
  CHECK(with_dataset([](Dataset& other) { other.test = test::random_sample(2, 5, 6); }) != id);
}

TEST_CASE("the processor is recorded where it matters, and a plan has the same ids on every machine") {
  const std::vector<Dataset> datasets{dataset("one"), dataset("two")};
  RunSpec spec = plan_of(planned_config(), datasets).runs.front();
  const bool native = build_info().flags.find("-march=native") != std::string::npos;
  CHECK((run_identity(spec)["processor"] == processor_model()) == native);
  spec.budget.axis = Axis::cpu_seconds;
  CHECK(run_identity(spec)["processor"] == processor_model());
  Json elsewhere = run_identity(spec);
  elsewhere["processor"] = "a fast one";
  CHECK(run_id(elsewhere) == run_id(spec));
}

TEST_CASE("constants that the program chose are recorded with their origin") {
  const std::vector<Dataset> datasets{dataset("one"), dataset("two")};
  Json json = planned_config();
  json["lambdas"] = Json::array({"1/m"});
  const Config config = parse_config(json, "x.json");
  TunedFile tuned = TunedFile::read("none/x.json");
  tuned.put(TunedConstants{
      problem_key(config, {datasets.data(), LossKind::hinge, RegularizerKind::l1, config.lambdas[0]}),
      "nonsmooth_scd",
      "",
      trial_budget(config, "one"),
      {{"step", 12.5}},
      {0.5, 6},
      4});
  const Plan plan = make_plan(config, datasets, tuned, OptimumStore("nowhere"));

  // nonsmooth_scd and l1_psa under L1 have a constant; L2 uses published steps
  for (const RunSpec& spec : plan.runs) {
    CHECK(spec.chosen.size() == (spec.regularizer == RegularizerKind::l1 ? 1 : 0));
    if (spec.chosen.empty()) continue;
    const bool is_tuned = spec.dataset == &datasets[0] && spec.method->name == "nonsmooth_scd";
    CHECK(spec.chosen[0].option == "step");
    CHECK(spec.chosen[0].origin.text() ==
          (is_tuned ? "tuned: none/x.json, trials of 0.75 passes, 2 to 4 seeds from 1000000"
                    : "default: not tuned"));
    CHECK(spec.chosen[0].tuning.has_value() == is_tuned);
    if (is_tuned) CHECK(spec.chosen[0].value == 12.5);
  }
  CHECK(plan.runs.front().options.number("step") == 12.5);
  CHECK(plan.runs.back().options.all().contains("batch"));  // pegasos, which has no constant

  json["methods"][0]["step"] = 3;
  json["methods"][2]["step"] = 4;
  for (const RunSpec& spec : plan_of(json, datasets, tuned).runs) CHECK(spec.chosen.empty());
  CHECK(plan_of(json, datasets, tuned).runs.front().options.number("step") == 3);
}

TEST_CASE("an entry needs the radius of the optimum by default or by name, not with a number of its own") {
  const auto options_with = [](const std::string& method, const std::map<std::string, OptionValue>& given) {
    return OptionValues(find_method(method).options, given);
  };
  CHECK(needs_radius(options_with("l1_psa", {})));
  CHECK(needs_radius(options_with("l1_psa", {{"radius", "optimum"}})));
  CHECK_FALSE(needs_radius(options_with("l1_psa", {{"radius", 3.0}})));
  CHECK_FALSE(needs_radius(options_with("nonsmooth_scd", {})));
}

TEST_CASE("the radius of the optimum is the L1 norm of the certified one, and every run gets its reference") {
  const std::vector<Dataset> datasets{dataset("one")};
  Json json = planned_config();
  json["datasets"] = Json::array({"one"});
  json["passes"] = 3;
  json["lambdas"] = Json::array({"1/m"});
  json["methods"][2].erase("radius");
  const Config config = parse_config(json, "x.json");

  const Plan without = plan_of(json, datasets);  // can be planned but not carried out
  CHECK(without.runs[2].options.word("radius") == "optimum");
  CHECK(without.runs[2].known_optimum == nullptr);

  const test::TemporaryFolder folder;
  OptimumStore optima(folder.path());
  optima.provide(problems_of(config, datasets), {.settings = {}, .jobs = {.output = Output::quiet}});
  const Plan plan = make_plan(config, datasets, TunedFile(), optima);
  const double norm = optima.find(plan.runs[0])->optimum.l1_norm();
  CHECK(norm > 0);
  int runs_with_radius = 0;
  for (const RunSpec& spec : plan.runs) {
    REQUIRE(spec.known_optimum != nullptr);
    CHECK(spec.known_optimum->spec.regularizer == spec.regularizer);
    if (spec.method->name != "l1_psa") continue;
    ++runs_with_radius;
    CHECK(spec.options.number("radius") == norm);
    CHECK(spec.chosen.back().option == "radius");
    CHECK(spec.chosen.back().value == norm);
    CHECK_THAT(spec.chosen.back().origin.text(), StartsWith("reference: ") && EndsWith(".reference"));
  }
  CHECK(runs_with_radius == 2);

  // The radius of an imprecise reference would belong to another ball.
  const test::TemporaryFolder other_folder;
  OptimumStore poor(other_folder.path());
  poor.provide(problems_of(config, datasets),
               {.settings = {.seconds = 1e-9}, .jobs = {.output = Output::quiet}});
  CHECK_THROWS_WITH(make_plan(config, datasets, TunedFile(), poor),
                    ContainsSubstring(": its gap of ") && ContainsSubstring(" is too wide for the radius"));

  // The same if optima become known later.
  Plan later = without;
  take_optima(later, optima);
  CHECK(ids_of(later) == ids_of(plan));

  // If the optimum is w = 0, no such radius exists: the method is left out at this λ, also if it is known
  // later.
  json["lambdas"] = Json::array({0.001, 1000});
  const Config strong = parse_config(json, "x.json");
  OptimumStore zeros(folder.path());
  Plan open = make_plan(strong, datasets, TunedFile(), zeros);
  CHECK(open.left_out.empty());
  zeros.provide(problems_of(strong, datasets), {.settings = {}, .jobs = {.output = Output::quiet}});
  take_optima(open, zeros);
  for (const Plan& known : {open, make_plan(strong, datasets, TunedFile(), zeros)}) {
    CHECK(ids_of(known) == ids_of(open));
    REQUIRE(known.left_out.size() == 1);
    CHECK(known.left_out.front().method->name == "l1_psa");
    CHECK(known.left_out.front().reason ==
          "at λ = 1000 the optimum is w = 0, which leaves no radius; give the option radius a number");
    const auto has_radius_at = [&](const std::string& lambda) {
      return std::ranges::any_of(known.runs, [&](const RunSpec& spec) {
        return spec.method->name == "l1_psa" && spec.lambda.text == lambda;
      });
    };
    CHECK(has_radius_at("0.001"));
    CHECK_FALSE(has_radius_at("1000"));
    CHECK(std::ranges::any_of(known.runs, [](const RunSpec& spec) { return spec.lambda.text == "1000"; }));
  }
}

TEST_CASE("what --only names must be in one of the configurations") {
  Json json = planned_config();
  json["methods"][0]["datasets"] = "one";
  const std::vector<Config> one{parse_config(json, "x.json")};
  const std::vector<Config> two{one.front(), parse_config(planned_config(), "y.json")};
  const std::string id = "0123456789abcdef";
  CHECK(parse_run_filter("run=" + id, one).wants_run(id));
  CHECK_THROWS_WITH(parse_run_filter("run=" + id, two),
                    "--only: run=ID belongs to one configuration; give that one alone");
  CHECK_THROWS_WITH(parse_run_filter("dataset=two,method=nonsmooth_scd", one),
                    ContainsSubstring("none of the methods takes part on one of the datasets"));
  CHECK_NOTHROW(parse_run_filter("dataset=two,method=nonsmooth_scd", two));
}

TEST_CASE("a method is left out once for all lambda, but by dataset, loss, regulariser and variant") {
  Json json = planned_config();
  json["loss"] = {"logistic", "squared_hinge"};
  json["methods"] = Json::parse(R"([
    {"name": "proximal_newton", "hessian": "gram"},
    {"name": "proximal_newton", "hessian": "gram", "dense_columns": 7},
    {"name": "proximal_newton"}
  ])");
  std::vector<Dataset> datasets{dataset("one"), dataset("two")};
  for (Dataset& each : datasets) each.train = test::random_sample(2, 2, 10'001, 0.01);
  const Plan plan = plan_of(json, datasets);
  CHECK(plan.runs.size() == 2 * 2 * 2 * 2 * 2);  // datasets, losses, regularisers, lambdas, seeds
  CHECK(plan.left_out.size() == 2 * 2 * 2 * 2);  // variants in place of lambdas and seeds
  std::set<std::string> different;
  for (const LeftOut& each : plan.left_out) different.insert(each.problem.description() + each.variant);
  CHECK(different.size() == plan.left_out.size());
}
