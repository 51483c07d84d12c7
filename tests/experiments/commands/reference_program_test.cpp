#include <sys/stat.h>

#include <fstream>

#include "datasets/load_dataset.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "solvers/contract/method.hpp"
#include "support/records/result_schema.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

std::vector<std::filesystem::path> reference_files(const TinyExperiment& experiment) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(experiment.path("references")))
    files.push_back(file.path());
  return files;
}

}  // namespace

TEST_CASE("program: reference tells objective and bound in the form of the configuration") {
  TinyExperiment experiment;
  experiment.config["form"] = "sum";
  const ProgramRun run = run_program(
      {"reference", experiment.write(), "--references", experiment.path("references"), "--jobs", "99"});
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  const auto number_behind = [&](const std::string& words) {
    return std::stod(run.out.substr(run.out.find(words) + words.size()));
  };
  CHECK(number_behind("  lower bound  ") == Approx(number_behind("  objective    ")).epsilon(1e-7));
}

TEST_CASE("program: reference computes once, and says what it proves") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = Json::array({"l1", "l2"});
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd"}])");
  experiment.config["lambdas"] = Json::array({"1/m", "10/m"});
  const std::vector<std::string> arguments{"reference", experiment.write(), "--references",
                                           experiment.path("references")};
  const ProgramRun first = run_program(arguments);
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  for (const char* text : {"hinge + l1, λ = 1/m (file)", "hinge + l2, λ = 10/m (file)", "lower bound",
                           "relative gap", "interior_point", ".reference"}) {
    CHECK_THAT(first.out, ContainsSubstring(text));
  }
  const auto versions = versions_in(experiment.path("references"));
  CHECK(versions.size() == 4);
  CHECK(run_program(arguments).out == first.out);
  CHECK(versions_in(experiment.path("references")) == versions);
}

TEST_CASE("program: reference solves a problem that configurations have in common once") {
  TinyExperiment experiment;
  const std::string first = experiment.write();
  Json other = experiment.config;
  other["name"] = "other";
  other["lambdas"] = Json::array({"1/m", "10/m"});
  const std::string second = experiment.write("other.json", other.dump()).string();
  const ProgramRun ended =
      run_program({"reference", first, second, "--references", experiment.path("references")});
  CAPTURE(ended.out, ended.err);
  REQUIRE(ended.status == 0);
  CHECK(reference_files(experiment).size() == 2);
  CHECK_THAT(ended.err, ContainsSubstring("2/2"));
  for (const char* text : {"λ = 1/m (", "λ = 10/m ("}) {
    CAPTURE(text);
    CHECK_THAT(ended.out, ContainsSubstring(text));
    CHECK(ended.out.find(text) == ended.out.rfind(text));
  }
  const ProgramRun again =
      run_program({"reference", first, second, "--again", "--references", experiment.path("references")});
  CHECK(again.status == 0);
  CHECK_THAT(again.err, ContainsSubstring("2/2"));
}

TEST_CASE("program: reference begins no work when one of its configurations cannot be certified") {
  TinyExperiment experiment;
  const std::string first = experiment.write();
  Json other = experiment.config;
  other["name"] = "other";
  other["loss"] = "logistic";
  other["regularizer"] = "l_half";
  other["methods"] = Json::parse(R"([{"name": "l_half_logistic"}])");
  const std::string second = experiment.write("other.json", other.dump()).string();
  const ProgramRun ended =
      run_program({"reference", first, second, "--references", experiment.path("references")});
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err, ContainsSubstring("other.json: no solver is known that certifies"));
  CHECK_FALSE(std::filesystem::exists(experiment.path("references")));
}

TEST_CASE("program: run certifies every point of every method") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = Json::array({"l1", "l2"});
  experiment.config["methods"] = Json::array();
  for (const Method* method : methods()) {
    if (method->sampled_by_tolerance) continue;  // not possible with a budget of passes
    Json kinds = Json::array();
    for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
      if (capability(*method, LossKind::hinge, kind) != nullptr) kinds.push_back(name_of(kind));
    }
    if (!kinds.empty())
      experiment.config["methods"].push_back({{"name", method->name}, {"regularizer", kinds}});
  }
  experiment.config["passes"] = 200;
  experiment.config["checkpoints"] = 12;
  const ProgramRun ended = experiment.run({"--quiet"});
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  std::size_t points = 0;
  std::map<std::string, double> bounds;
  for (const auto& file : std::filesystem::directory_iterator(experiment.path("out/runs"))) {
    for (const ResultRow& row : read_rows(file.path())) {
      CAPTURE(row.method, row.regularizer, row.checkpoint);
      REQUIRE(row.lower_bound);
      CHECK(*row.suboptimality == *row.objective - *row.lower_bound);
      CHECK(*row.suboptimality >= -1e-11);
      CHECK(bounds.emplace(row.regularizer, *row.lower_bound).first->second == *row.lower_bound);
      CHECK(row.support_recall.has_value() == (row.regularizer == "l1"));
      ++points;
    }
  }
  CHECK(bounds.size() == 2);
  CHECK(points > 10 * experiment.config["methods"].size());
  const Json manifest = read_json(experiment.path("out/manifest.json"));
  REQUIRE(manifest["references"].size() == 2);
  CHECK(manifest["references"][0]["gap"].get<double>() <= 1e-8);
}

TEST_CASE("program: runs that were done get the bound that is known now") {
  TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const auto before = runs_without_times(experiment.path("out"));
  const auto versions = versions_in(experiment.path("out/runs"));
  CHECK(experiment.run({"--quiet"}).status == 0);
  CHECK(versions_in(experiment.path("out/runs")) == versions);
  // As if judged with another bound.
  for (const std::string& file : run_files_in(experiment.path("out"))) lower_bound_by(0.5, file);
  CHECK(experiment.run({"--quiet"}).status == 0);
  CHECK(runs_without_times(experiment.path("out")) == before);
}

TEST_CASE("program: a damaged reference is told once and computed again, and what is not ours is refused") {
  TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const auto files = reference_files(experiment);
  REQUIRE(files.size() == 1);
  const std::string name = files[0].string();
  const std::string told = "descent: " + name + ": damaged, computed again\n";
  const std::string sound = file_text(files[0]);
  std::string changed = sound;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  for (const std::string& text :
       {changed, sound.substr(0, sound.size() - 1), sound.substr(0, 900), std::string()}) {
    CAPTURE(text.size());
    std::ofstream(files[0], std::ios::binary) << text;
    const ProgramRun mended = experiment.run({"--quiet"});
    CHECK(mended.status == 0);
    CHECK(mended.err == told);
    CHECK(experiment.run({"--quiet"}).err.empty());
  }
  std::ofstream(files[0]) << "mine";
  const std::string refusal = ": is not a reference that descent has written; move it away";
  check_refused(experiment.run({"--quiet"}), name + refusal);
  CHECK(file_text(files[0]) == "mine");
  std::filesystem::remove(files[0]);
  REQUIRE(mkfifo(files[0].c_str(), 0600) == 0);
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--quiet"}, {"--quiet", "--dry-run"}})
    CHECK_THAT(experiment.run(more).err, ContainsSubstring(name + ": is not a regular file; move it away"));
}

TEST_CASE("program: solve takes a known optimum as its bound, and as a radius") {
  const TinyExperiment experiment;
  const auto solve = [&](const std::vector<std::string>& more) {
    return run_program(joined({"solve", "--dataset", experiment.data(), "--references",
                               experiment.path("references"), "--cpu-seconds", "0.05"},
                              more));
  };
  // L1-PSA's radius needs the optimum, which is computed and then bounds other methods too.
  const ProgramRun projected = solve({"--regularizer", "l1", "--method", "l1_psa", "--json"});
  CAPTURE(projected.err);
  REQUIRE(projected.status == 0);
  CHECK(Json::parse(projected.out)["gap"].get<double>() >= 0);
  CHECK(Json::parse(projected.out)["options"]["radius"].get<double>() > 0);
  const ProgramRun other =
      solve({"--regularizer", "l1", "--method", "nonsmooth_scd", "--json", "--gap", "0.5"});
  CAPTURE(other.err);
  CHECK(other.status == 0);
  CHECK(Json::parse(other.out)["status"] == "gap proved");
}

TEST_CASE("program: run takes no longer for a reference than it is given, and says what that leaves open") {
  const TinyExperiment experiment;
  const ProgramRun hurried = experiment.run({"--quiet", "--reference-seconds", "1e-9"});
  CAPTURE(hurried.err);
  CHECK(hurried.status == 1);
  CHECK_THAT(hurried.err, ContainsSubstring("1 problem without a proved gap of 1.0e-08; more time may help"));
  const auto versions = versions_in(experiment.path("references"));
  CHECK(versions.size() == 1);
  CHECK(experiment.run({"--quiet", "--reference-seconds", "1e-9"}).status == 1);
  CHECK(versions_in(experiment.path("references")) == versions);
  CHECK(experiment.run({"--quiet"}).status == 0);  // ten minutes may improve it
  CHECK(read_json(experiment.path("out/manifest.json"))["references"][0]["gap"].get<double>() <= 1e-8);
  check_refused(experiment.run({"--reference-seconds", "0"}),
                "--reference-seconds: must be > 0 and finite, got 0");
}

TEST_CASE("program: reference ends with 1 while a gap is not proved, and names the problem each time") {
  TinyExperiment experiment;
  experiment.config["lambdas"] = Json::array({"1/m", "10/m"});
  const auto reference = [&](const std::vector<std::string>& more) {
    return run_program(
        joined({"reference", experiment.write(), "--references", experiment.path("references")}, more));
  };
  const std::string open = "2 problems without a proved gap of 1.0e-08; more time may help";
  const ProgramRun first = reference({"--seconds", "1e-9"});
  CAPTURE(first.out, first.err);
  CHECK(first.status == 1);
  CHECK_THAT(first.err, ContainsSubstring(open));
  const auto versions = versions_in(experiment.path("references"));
  const ProgramRun second = reference({"--seconds", "1e-9", "--quiet"});  // has nothing to compute
  CHECK(second.status == 1);
  for (const char* const lambda : {"1/m", "10/m"})
    CHECK_THAT(second.err, ContainsSubstring(experiment.data() + ", hinge + l2, λ = " + lambda + ": "));
  CHECK(versions_in(experiment.path("references")) == versions);
  CHECK(reference({"--seconds", "1e-9", "--gap", "1e9"}).status == 0);
  const ProgramRun whole = reference({});
  CHECK(whole.status == 0);
  CHECK_THAT(whole.err, !ContainsSubstring("without a proved gap"));
}

TEST_CASE("program: reference --again never replaces a proof by a worse one, unless it is damaged") {
  const TinyExperiment experiment;
  const auto reference = [&](const std::vector<std::string>& more) {
    return run_program(
        joined({"reference", experiment.write(), "--references", experiment.path("references")}, more));
  };
  REQUIRE(reference({}).status == 0);
  const std::string file = reference_files(experiment).at(0).string();
  const std::string proof = file_text(file);
  const ProgramRun hurried = reference({"--again", "--seconds", "1e-9"});
  CAPTURE(hurried.out, hurried.err);
  CHECK(hurried.status == 0);
  CHECK_THAT(hurried.err, ContainsSubstring("reference optimum of " + experiment.data()) &&
                              ContainsSubstring(" is kept: the gap came out as "));
  CHECK(file_text(file) == proof);

  std::string bytes = proof;
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  std::ofstream(file, std::ios::binary) << bytes;
  const ProgramRun replaced = reference({"--again", "--seconds", "1e-9"});
  CHECK(replaced.status == 1);
  CHECK_THAT(replaced.err, ContainsSubstring(file + ": damaged, computed again"));
  CHECK(file_text(file) != bytes);
  CHECK(reference({"--again"}).status == 0);  // a better one replaces it
}

TEST_CASE("program: a rough reference is computed anew before a radius is taken from it") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] = Json::parse(R"([{"name": "l1_psa"}, {"name": "batch_comid", "step": 0.5}])");
  {
    const Dataset dataset = load_dataset(experiment.data());
    const ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l1, *parse_lambda("1/m")};
    const Problem problem = spec.problem();
    CertifiedOptimum rough;
    rough.weights.assign(static_cast<std::size_t>(problem.n()), 0.25);
    rough.dual_weights.assign(static_cast<std::size_t>(problem.m()), 0);
    rough.objective = problem.objective(rough.weights);
    rough.lower_bound = problem.lower_bound(rough.dual_weights);
    rough.method = "none";
    std::filesystem::create_directories(experiment.path("references"));
    write_optimum(optimum_path(experiment.path("references"), problem), spec, rough,
                  {.gap = 1e-8, .seconds = 0.01});
  }
  const ProgramRun first = experiment.run({"--quiet"});
  CAPTURE(first.err);
  CHECK(first.status == 0);
  REQUIRE(reference_files(experiment).size() == 1);
  CHECK(runs_without_times(experiment.path("out")).size() == 4);
}
