// `descent replay`: repeated runs have equal results, and changes are reported.

#include <algorithm>
#include <cmath>

#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

std::vector<std::string> carried_out(const TinyExperiment& experiment) {
  const ProgramRun run = experiment.run();
  INFO(run.err);
  REQUIRE(run.status <= 1);
  return run_files_in(experiment.path("out"));
}

ProgramRun replay(const std::vector<std::string>& runs) {
  return run_program(joined({"replay"}, runs));
}

/// Configures all methods that solve the problem, with a budget of CPU time.
void give_all_methods(TinyExperiment& experiment, LossKind loss, RegularizerKind regularizer) {
  experiment.config["loss"] = name_of(loss);
  experiment.config["regularizer"] = name_of(regularizer);
  experiment.config["methods"] = Json::array();
  for (const Method* method : methods()) {
    const auto is_this = [&](const Capability& can) {
      return can.loss == loss && can.regularizer == regularizer;
    };
    if (std::ranges::any_of(method->solves, is_this))
      experiment.config["methods"].push_back({{"name", method->name}});
  }
  experiment.config["seeds"] = 1;
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 0.01;
  experiment.config["checkpoints"] = 12;
}

}  // namespace

TEST_CASE("program: replay repeats every method's run bit for bit, though CPU time had cut it up") {
  const auto [loss, regularizer] = GENERATE(
      std::pair{LossKind::hinge, RegularizerKind::l1}, std::pair{LossKind::hinge, RegularizerKind::l2},
      std::pair{LossKind::squared_hinge, RegularizerKind::l2},
      std::pair{LossKind::logistic, RegularizerKind::l1}, std::pair{LossKind::logistic, RegularizerKind::l2},
      std::pair{LossKind::epsilon_insensitive, RegularizerKind::l2});
  CAPTURE(name_of(loss), name_of(regularizer));
  TinyExperiment experiment;
  give_all_methods(experiment, loss, regularizer);
  const auto files = carried_out(experiment);
  REQUIRE(files.size() == experiment.config["methods"].size());
  const ProgramRun again = replay(files);
  INFO(again.out << again.err);
  CHECK(again.status == 0);
  CHECK_THAT(again.out, ContainsSubstring("same code, compiler, flags, processor and data"));
  CHECK_THAT(again.out, ContainsSubstring("equal bit for bit at all"));
  CHECK_THAT(again.out, !ContainsSubstring("not equal"));
}

TEST_CASE("program: replay uses the constants of the runs and not today's configuration") {
  TinyExperiment experiment;
  experiment.config["bias"] = 1;
  experiment.config["lambdas"] = Json::parse(R"(["0.5/m", {"C": 3}, 0.01])");
  const auto files = carried_out(experiment);
  REQUIRE(files.size() == 18);
  std::filesystem::remove(experiment.path("tiny.json"));
  const ProgramRun again = replay(files);
  CAPTURE(again.out, again.err);
  CHECK(again.status == 0);
}

TEST_CASE("program: replay tells a changed number, changed data and a changed file of provenance") {
  const TinyExperiment experiment;
  const std::string file = carried_out(experiment).front();
  const std::vector<ResultRow> rows = read_rows(file);
  const double right = *rows[2].objective;
  const double wrong = std::nextafter(right, 0);
  change_rows(file, [&](auto& changed) { changed[2].objective = wrong; });
  ProgramRun again = replay({file});
  CHECK(again.status == 1);
  CHECK_THAT(again.out,
             ContainsSubstring(fmt::format("checkpoint 2: objective: {} then, {} now", wrong, right)));
  CHECK_THAT(again.out, ContainsSubstring("either the file was changed since, or this is a bug"));
  std::string text = file_text(file);
  text.replace(text.find(",running"), 8, ",,running");
  std::ofstream(file) << text;
  check_refused(replay({file}), file + ":");
  text.replace(text.find(",,running"), 9, ",running");
  std::ofstream(file) << text;
  change_rows(file, [&](auto& changed) {
    changed = rows;
    for (ResultRow& row : changed) {
      row.seed = 77, row.updates += 1, row.experiment = "other";
      row.density = *row.density / 2, row.train_error = *row.train_error / 2 + 0.125;
    }
  });
  again = replay({file});
  CHECK(again.status == 1);
  CHECK_THAT(again.out, ContainsSubstring(fmt::format("checkpoint 0: seed: 77 then, {} now", rows[0].seed)));
  const auto more = std::ranges::count_if(rows, [](const ResultRow& row) { return *row.density > 0; });
  // A busy machine may leave so few checkpoints that all are shown.
  if (4 * std::ssize(rows) + more > 12)
    CHECK_THAT(again.out,
               ContainsSubstring(fmt::format("  and {} more numbers\n", 4 * std::ssize(rows) + more - 12)));
  change_rows(file, [&](auto& changed) { changed = rows; });
  REQUIRE(replay({file}).status == 0);

  experiment.write("tiny", tiny_data(2));
  again = replay({file});
  CHECK(again.status == 1);
  CHECK_THAT(again.out, ContainsSubstring("sha256 of the data: "));
  CHECK_THAT(again.out, ContainsSubstring("changes are listed above"));
  std::filesystem::remove(experiment.data());
  CHECK(replay({file}).status == 2);
  experiment.write("tiny", tiny_data());
}

TEST_CASE("program: replay that ends before the last checkpoints of a run is not equal") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "permuted_dcd", "tolerance": 0.5}])");
  experiment.config["seeds"] = 1;
  experiment.config["passes"] = 100;
  const std::string file = carried_out(experiment).front();
  REQUIRE(read_rows(file).back().status == run_status::converged);
  change_rows(file, [&](auto& rows) {
    rows.push_back(rows.back());
    ++rows.back().checkpoint;
    rows[rows.size() - 2].status = "running";
  });
  const ProgramRun again = replay({file});
  CHECK(again.status == 1);
  CHECK_THAT(again.out, ContainsSubstring("the method ended before the last 1 of its checkpoints") &&
                            !ContainsSubstring("equal bit for bit"));
}

TEST_CASE("program: replay of a run that diverged diverges again") {
  TinyExperiment experiment;
  experiment.config["loss"] = "logistic";
  experiment.config["methods"] =
      Json::parse(R"([{"name": "gradient_descent", "step_rule": "fixed", "step": 1e200}])");
  experiment.config["seeds"] = 1;
  const ProgramRun run = experiment.run();
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("diverged"));
  const auto files = run_files_in(experiment.path("out"));
  REQUIRE(files.size() == 1);
  REQUIRE(read_rows(files.front()).back().status == run_status::diverged);
  const ProgramRun again = replay(files);
  INFO(again.out);
  CHECK(again.status == 0);
}

TEST_CASE("program: replay carries all runs of a results folder out again") {
  const TinyExperiment experiment;
  const std::size_t runs = carried_out(experiment).size();
  const ProgramRun all = replay({experiment.path("out")});
  CHECK(all.status == 0);
  CHECK(replay({experiment.path("out"), "--jobs", "1"}).status == 0);
  CHECK(replay({experiment.path("out"), "--jobs", "0"}).status == 2);
  std::size_t equal = 0;
  for (std::size_t at = 0; (at = all.out.find("equal bit for bit at all", at)) != std::string::npos; ++at)
    ++equal;
  CHECK(equal == runs);
}

TEST_CASE("program: replay loads data again for each way of reading, scaling and weighing it") {
  TinyExperiment experiment;
  experiment.config["seeds"] = 1;
  const Json plain = experiment.config;
  Json ways = Json::parse(R"([{}, {"bias": 1}, {"standardize": "row"}, {"values": "float"},
                              {"class_weights": "balanced"}])");
  for (const int rows : {20, 30})
    ways.push_back(
        {{"datasets", Json::array({{{"file", experiment.data()}, {"title", "part"}, {"rows", rows}}})}});
  for (const Json& way : ways) {
    experiment.config = plain;
    experiment.config.update(way);
    REQUIRE(experiment.run({"--only", "method=permuted_dcd"}, "all").status == 0);
  }
  const auto files = run_files_in(experiment.path("all"));
  REQUIRE(files.size() == ways.size());
  const ProgramRun again = replay(files);
  CAPTURE(again.out, again.err);
  CHECK(again.status == 0);
  CHECK_THAT(again.out, EndsWith(fmt::format("{0} runs: {0} equal\n", ways.size())));
}

TEST_CASE("program: replay of a folder leaves out what has failed, and tells of what is damaged") {
  const TinyExperiment experiment;
  const std::vector<std::string> files = carried_out(experiment);
  REQUIRE(files.size() >= 3);
  let_fail(files[0]);
  CHECK(replay({experiment.path("out")}).status == 0);
  std::ofstream(files[1]) << "damaged";
  const ProgramRun damaged = replay({experiment.path("out")});
  CHECK(damaged.status == 1);
  CHECK_THAT(damaged.err, ContainsSubstring("descent: " + files[1] + ": damaged, run again"));
  CHECK_THAT(damaged.out, ContainsSubstring(files[2] + ": "));
  for (const std::string& file : files) std::filesystem::remove(file);
  CHECK_THAT(replay({experiment.path("out")}).err, ContainsSubstring("holds no run to compare"));
}

TEST_CASE("program: replay of a folder tells of runs that are missing") {
  const TinyExperiment experiment;
  const std::vector<std::string> files = carried_out(experiment);
  const std::string out = experiment.path("out");
  CHECK(replay({out}).err.empty());
  std::filesystem::remove(files[0]);
  std::filesystem::remove(files[1]);
  const ProgramRun missing = replay({out});
  CHECK(missing.status == 0);
  CHECK(missing.err == "note: " + out + ": 2 runs of the manifest are missing; the others are compared\n");
}

TEST_CASE("program: replay of a folder leaves out runs of other settings, and ends with the sum") {
  TinyExperiment experiment;
  const std::vector<std::string> files = carried_out(experiment);
  const std::string out = experiment.path("out");
  CHECK_THAT(replay({out}).out, EndsWith(fmt::format("\n{} runs: {} equal\n", files.size(), files.size())));
  experiment.config["seeds"] = 1;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const ProgramRun fewer = replay({out});
  CHECK(fewer.status == 0);
  CHECK_THAT(fewer.out, EndsWith(fmt::format("\n{} runs: {} equal\n", files.size() / 2, files.size() / 2)));
  CHECK_THAT(fewer.err,
             ContainsSubstring(fmt::format("{}/runs: {} runs of other settings", out, files.size() / 2)));
}

TEST_CASE("program: replay of a folder goes on where a run's data is missing") {
  TinyExperiment experiment;
  experiment.config["datasets"].push_back("./other");
  experiment.write("other", tiny_data(2));
  const std::size_t runs = carried_out(experiment).size();
  std::filesystem::remove(experiment.path("other"));
  const ProgramRun some = replay({experiment.path("out")});
  CAPTURE(some.out, some.err);
  CHECK(some.status == 1);
  CHECK_THAT(
      some.err,
      ContainsSubstring(": its data \"./other\" is not there; looked for at " + experiment.path("other")) &&
          ContainsSubstring(fmt::format("\n{} of {} runs could not be compared\n", runs / 2, runs)));
  CHECK_THAT(some.out, ContainsSubstring("equal bit for bit") && !ContainsSubstring("not equal"));
}
