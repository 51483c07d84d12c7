// Runs shared by several processes (docs/processes.md), in the whole program.

#include <cstdlib>
#include <map>

#include "plots/results/results_folder.hpp"
#include "support/records/result_schema.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

namespace descent::test {
namespace {

/// Settings for processes on one machine, for any user, with fewer cores than processes.
struct MpiSettings {
  EnvironmentVariable words{"DESCENT_MPIEXEC", "mpiexec --oversubscribe --bind-to none"};
  EnvironmentVariable as_root{"OMPI_ALLOW_RUN_AS_ROOT", "1"};
  EnvironmentVariable indeed{"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"};
};

std::filesystem::path path_of_ranks() {
  return std::filesystem::path(built_program()).parent_path() / "descent_ranks";
}

/// True if MPI exists; otherwise prints a note.
bool has_mpi() {
  const bool is_there =
      std::filesystem::exists(path_of_ranks()) && run_script("command -v mpiexec").status == 0;
  if (!is_there) WARN("not tested with several processes: no mpiexec, or a build without -DDESCENT_MPI=ON");
  return is_there;
}

Json entry_of(const std::string& name, int processes) {
  return {{"name", name}, {"processes", processes}, {"label", fmt::format("{} {}", name, processes)}};
}

void share(TinyExperiment& experiment, const std::vector<Json>& methods) {
  experiment.config["loss"] = "squared_hinge";
  experiment.config["seeds"] = 1;
  experiment.config["passes"] = 30;
  experiment.config["methods"] = methods;
}

std::vector<std::vector<ResultRow>> runs_of(const TinyExperiment& experiment, const std::string& out) {
  std::vector<std::vector<ResultRow>> runs;
  for (const std::string& file : run_files_in(experiment.path(out))) runs.push_back(read_rows(file));
  return runs;
}

/// Runs the experiment twice, with equal bits, into "one" and "two". Returns the first runs.
std::vector<std::vector<ResultRow>> repeated_runs(const TinyExperiment& experiment) {
  for (const std::string out : {"one", "two"}) {
    const ProgramRun run = experiment.run({}, out);
    CAPTURE(run.out, run.err);
    REQUIRE(run.status == 0);
  }
  CHECK(runs_without_times(experiment.path("one")) == runs_without_times(experiment.path("two")));
  return runs_of(experiment, "one");
}

}  // namespace

TEST_CASE("several processes: a run like any other, with the same bits each time", "[processes]") {
  if (!has_mpi()) return;
  const MpiSettings settings;
  const TemporaryFolder temporary;
  const EnvironmentVariable folder("TMPDIR", temporary.path().string());
  TinyExperiment experiment;
  share(experiment, {entry_of("distributed_tron", 2), entry_of("cocoa", 1), entry_of("cocoa", 2),
                     entry_of("consensus_admm", 3), Json{{"name", "permuted_dcd"}}});
  const auto runs = repeated_runs(experiment);
  REQUIRE(runs.size() == 5);
  for (const auto& rows : runs) {
    const ResultRow& last = rows.back();
    CAPTURE(last.method, last.variant);
    CHECK(*last.suboptimality < 0.1 * *last.lower_bound);
    CHECK(last.dual_value.has_value());
    CHECK(last.processes.has_value() == (last.method != "permuted_dcd"));
    if (!last.processes) continue;
    CHECK(rows.front().rounds == 0);
    CHECK(*last.rounds > 0);
    CHECK((*last.bytes_sent > 0) == (*last.processes > 1));
    CHECK(last.cpu_seconds > 0);
    CHECK(last.setup_seconds > 0);
  }
  for (const auto& left : std::filesystem::directory_iterator(temporary.path()))
    CHECK_FALSE(left.path().filename().string().starts_with("descent-temporary-"));
}

TEST_CASE("several processes: they take epsilon and seed from the configuration", "[processes]") {
  if (!has_mpi()) return;
  const MpiSettings settings;
  TinyExperiment experiment;
  share(experiment, {entry_of("cocoa", 2)});
  experiment.config["loss"] = "squared_epsilon_insensitive";
  experiment.config["epsilon"] = 0.5;
  experiment.config["seeds"] = 2;
  experiment.config["passes"] = 500;
  const auto runs = repeated_runs(experiment);
  REQUIRE(runs.size() == 2);
  for (const auto& rows : runs) CHECK(*rows.back().suboptimality < 0.01 * *rows.back().lower_bound);
  CHECK(runs[0].at(1).objective != runs[1].at(1).objective);
}

TEST_CASE("several processes: shared columns come together as one iterate", "[processes]") {
  if (!has_mpi()) return;
  const MpiSettings settings;
  TinyExperiment experiment;
  share(experiment, {entry_of("prox_cocoa", 1), entry_of("prox_cocoa", 2), entry_of("prox_cocoa", 3)});
  experiment.config["regularizer"] = "l1";
  experiment.config["passes"] = 2000;
  const auto runs = repeated_runs(experiment);
  REQUIRE(runs.size() == 3);
  for (const auto& rows : runs) {
    const ResultRow& last = rows.back();
    CAPTURE(last.method, last.variant);
    CHECK(last.status == "converged");
    CHECK(*last.suboptimality < 2e-8 * *last.lower_bound);
    CHECK(*last.objective - last.dual_value.value() <= 1.01e-8 * *last.objective);
    CHECK((*last.bytes_sent > 0) == (*last.processes > 1));
  }
}

TEST_CASE("several processes: one that dies ends its run, which says so, and no other", "[processes]") {
  if (!has_mpi()) return;
  const MpiSettings settings;
  TinyExperiment experiment;
  share(experiment, {entry_of("cocoa", 2), Json{{"name", "tron"}}});
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 60;
  experiment.config["methods"][0]["tolerance"] = 0;
  experiment.config["lambdas"] = {"1e-6/m"};  // too hard to end by itself before
  // The process becomes descent_ranks and is then killed.
  const auto ranks = experiment.write(
      "ranks", fmt::format("#!/bin/sh\n[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && [ \"$1\" != / ] && "
                           "(sleep 1; kill -9 $$) &\nexec {} \"$@\"\n",
                           path_of_ranks().string()));
  std::filesystem::permissions(ranks, std::filesystem::perms::owner_all);
  const EnvironmentVariable of_test("DESCENT_RANKS", ranks.string());
  const ProgramRun run = experiment.run();
  CAPTURE(run.out, run.err);
  CHECK(run.status == 1);
  const auto runs = runs_of(experiment, "out");
  REQUIRE(runs.size() == 2);
  for (const auto& rows : runs) {
    CAPTURE(rows.back().method, rows.back().status);
    if (rows.back().method == "tron") {
      CHECK_FALSE(run_status::is_failed(rows.back().status));
    } else {
      CHECK_THAT(rows.back().status, ContainsSubstring("failed: 2 processes of MPI: ended"));
      CHECK_THAT(rows.back().status, ContainsSubstring("rank 1"));
      CHECK_THAT(rows.back().status, ContainsSubstring("signal 9"));
    }
  }
}

TEST_CASE("several processes: what cannot be had is told before anything runs", "[processes]") {
  TinyExperiment experiment;
  const auto refuses = [&](const Json& processes, const std::string& message) {
    share(experiment, {Json{{"name", "cocoa"}, {"processes", processes}}});
    CAPTURE(processes.dump());
    const ProgramRun run = experiment.run();
    CAPTURE(run.out, run.err);
    CHECK(run.status == 2);
    CHECK(run.err.starts_with("descent: "));
    CHECK_THAT(run.err, ContainsSubstring(message));
    CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
  };
  for (const Json& wrong : {Json(0), Json(1.5), Json(-2), Json("two"), Json(100'000)})
    refuses(wrong, "/methods/0/processes");
  {
    const EnvironmentVariable nowhere("DESCENT_RANKS", "/nowhere/descent_ranks");
    refuses(2, "-DDESCENT_MPI=ON");
  }
  if (!has_mpi()) return;
  const MpiSettings settings;
  {
    const EnvironmentVariable none("DESCENT_MPIEXEC", "no-such-mpiexec");
    refuses(2, "mpiexec cannot be started");
  }
  {
    const EnvironmentVariable hosts("DESCENT_MPIEXEC", "mpiexec --hostfile /nowhere/hosts");
    refuses(2, "\"processes\": 2 cannot be had here");
  }
  {
    const EnvironmentVariable host("DESCENT_MPIEXEC", "mpiexec --host nowhere.invalid:2");
    refuses(2, "\"processes\": 2 cannot be had here");
  }
  {
    const EnvironmentVariable strict("DESCENT_MPIEXEC", "mpiexec");
    refuses(4000, "not enough slots");
  }
}

}  // namespace descent::test
