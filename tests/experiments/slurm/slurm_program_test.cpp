// descent run --slurm and descent status, with programs in place of Slurm's whose jobs are carried out here.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "experiments/plan/plan.hpp"
#include "experiments/slurm/slurm.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/slurm/fake_slurm.hpp"
#include "tests/support/files_in.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Six runs, without anything to tune; jobs have all cores of this machine.
struct SubmittedExperiment {
  std::vector<std::string> words(const std::vector<std::string>& more = {}) const {
    return joined({"run", experiment.write(), "--out", results(), "--slurm", "--exclusive"}, more);
  }
  std::string results() const { return experiment.path("out"); }
  std::string status() const {
    const ProgramRun run = slurm.run({"status", results()});
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run.out;
  }

  TinyExperiment experiment;
  FakeSlurm slurm;
};

/// As if the run had been carried out on another processor model.
void move_to_processor(const std::filesystem::path& file, const std::string& model) {
  const std::filesystem::path folder = file.parent_path().parent_path();
  const std::string former = file.stem().string();
  Json provenance = read_json(provenance_file(folder, former));
  provenance["machine"]["processor"] = model;
  // Empty where code is for any processor and the budget in passes.
  if (provenance["identity"]["processor"] != "") provenance["identity"]["processor"] = model;
  const std::string id = run_id(provenance["identity"]);
  provenance["id"] = id;
  std::filesystem::remove(provenance_file(folder, former));
  const std::filesystem::path moved = file.parent_path() / (id + ".csv");
  std::filesystem::rename(file, moved);
  std::ofstream(provenance_file(folder, id)) << provenance.dump();
  change_rows(moved, [&](std::vector<ResultRow>& rows) {
    for (ResultRow& row : rows) row.run_id = id;
  });
}

}  // namespace

TEST_CASE("program: run --slurm --dry-run prints the scripts, and needs no Slurm") {
  TinyExperiment experiment;
  experiment.config["methods"][0]["offset"] = true;  // with a constant to tune
  experiment.config["seeds"] = 20;
  const ProgramRun run =
      run_script(program_words({"run", experiment.write()}) +
                     " --slurm --dry-run --partition long --constraint 'a&b' --time 1:00:00 --array-tasks 3 "
                     "--require-real --sbatch=--account=me --jobs 2",
                 experiment.folder());
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  for (const std::string& text : std::vector<std::string>{
           "tiny: 60 of 60 runs to submit in 3 tasks, about 1 s the longest\n",
           "# sbatch --parsable results/tiny/slurm/optima.sh\n#!/bin/bash\n",
           "# sbatch --parsable --dependency=afterok:JOB_OF_optima --kill-on-invalid-dep=yes "
           "results/tiny/slurm/tuning.sh\n",
           "# sbatch --parsable --dependency=afterok:JOB_OF_optima,afterany:JOB_OF_tuning "
           "--kill-on-invalid-dep=yes results/tiny/slurm/runs.sh\n",
           "# sbatch --parsable --dependency=afterany:JOB_OF_runs results/tiny/slurm/end.sh\n",
           "#SBATCH '--array=1-3'\n#SBATCH '--ntasks=1'\n#SBATCH '--cpus-per-task=2'\n"
           "#SBATCH '--hint=nomultithread'\n#SBATCH '--partition=long'\n#SBATCH '--constraint=a&b'\n"
           "#SBATCH '--time=1:00:00'\n#SBATCH '--account=me'\n",
           " --jobs 2 --task runs/\"$SLURM_ARRAY_TASK_ID\"\n", " --jobs 2 --task end\n",
           "/descent tune " + experiment.path("tiny.json") +
               " --out results/tiny --references results/references --require-real"}) {
    CHECK_THAT(run.out, ContainsSubstring(text));
  }
  CHECK(files_in(experiment.folder()) == 2);  // the data and the configuration

  const ProgramRun other = run_program(
      {"run", experiment.write(), "--slurm", "--dry-run", "--exclusive", "--untuned"}, experiment.folder());
  CHECK_THAT(other.out, ContainsSubstring("#SBATCH --exclusive\n#SBATCH '--nodes=1'\n") &&
                            !ContainsSubstring("tuning") && !ContainsSubstring("--partition"));
}

TEST_CASE("program: a task does as many runs at once as it has cores, and has a core for each thread") {
  TinyExperiment experiment;
  experiment.config["loss"] = "squared_hinge";
  experiment.config["methods"] = {{{"name", "lbfgs"}}};
  experiment.config["seeds"] = 6;
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 10;
  const auto submit = [&](const std::string& cores) {
    return run_program(
        {"run", experiment.write(), "--slurm", "--dry-run", "--array-tasks", "1", "--jobs", cores},
        experiment.folder());
  };
  CHECK_THAT(submit("2").out, ContainsSubstring("6 runs to submit in 1 task, about 31 s the longest\n"));
  experiment.config["methods"][0]["threads"] = 2;
  CHECK(submit("2").status == 0);
  const ProgramRun refused = submit("1");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, EndsWith("works in 2 threads, each on a core of its own: give --jobs 2\n"));
}

TEST_CASE("program: runs that processes share have an array of jobs of their own") {
  SubmittedExperiment submitted;
  TinyExperiment& experiment = submitted.experiment;
  experiment.config["loss"] = "squared_hinge";
  experiment.config["regularizer"] = "l2";
  experiment.config["methods"] = {{{"name", "cocoa"}},
                                  {{"name", "cocoa"}, {"processes", 2}, {"label", "two"}},
                                  {{"name", "consensus_admm"}, {"processes", 4}}};
  const ProgramRun dry = run_program(
      {"run", experiment.write(), "--slurm", "--dry-run", "--array-tasks", "2"}, experiment.folder());
  CAPTURE(dry.err, dry.out);
  CHECK(dry.status == 0);
  for (const char* text :
       {"#SBATCH '--array=1-2'\n#SBATCH '--ntasks=1'\n", "results/tiny/slurm/runs-2.sh\n",
        "#SBATCH '--array=3-4'\n#SBATCH '--ntasks=2'\n#SBATCH '--cpus-per-task=1'\n",
        "#SBATCH '--array=5-6'\n#SBATCH '--ntasks=4'\n",
        "results/tiny/slurm/exchange-\"$SLURM_ARRAY_TASK_ID\"\nmkdir -p \"$TMPDIR\"\nexec ",
        "--dependency=afterany:JOB_OF_runs,afterany:JOB_OF_runs-2,afterany:JOB_OF_runs-4 "}) {
    CHECK_THAT(dry.out, ContainsSubstring(text));
  }

  const ProgramRun run = submitted.slurm.run(submitted.words({"--array-tasks", "2"}));
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(submitted.slurm.carry_out(submitted.results(), "optima", 1).status == 0);
  submitted.slurm.set_queue("2_1 RUNNING\n3_3 PENDING\n4_5 RUNNING\n");
  const std::string status = submitted.status();
  CAPTURE(status);
  for (const char* text : {"runs: job 2: 1 running", "runs-2: job 3: 1 pending", "runs-4: job 4: 1 running"})
    CHECK_THAT(status, ContainsSubstring(text));
}

TEST_CASE("program: what --slurm cannot do is refused with one message") {
  const SubmittedExperiment submitted;
  const std::string config = submitted.experiment.write();
  check_refused({
      {{"run", config, "--partition", "long"}, "--partition: goes with --slurm"},
      {{"run", config, "--array-tasks", "3"}, "--array-tasks: goes with --slurm"},
      {{"run", config, "--exclusive"}, "--exclusive: goes with --slurm"},
      {{"run", config, "--sbatch=--mem=1G"}, "--sbatch: goes with --slurm"},
      {{"run", config, "--slurm", "--array-tasks", "0"}, "--array-tasks: must be >= 1, got 0"},
      {{"run", config, "--slurm", "--partition", ""}, "--partition: must not be empty"},
      {{"run", config, "--slurm", "--sbatch", "me"},
       "--sbatch: must be an option, as in --sbatch=--account=me"},
      {{"run", config, "--slurm", "--task", "end"}, "--task: is what a job does"},
      {{"run", config, "--task", "runs"}, "--task: must be optima/N, runs/N or end, got \"runs\""},
      {{"run", config, "--task", "runs/0"}, "--task: must be optima/N, runs/N or end"},
      {{"run", config, "--task", "tuning/1"}, "--task: must be optima/N, runs/N or end"},
      {{"run", config, "--task", "runs/1", "--out", submitted.results()},
       "--task: nothing was submitted for"},
      {{"run", config, "--processor", "Abacus"}, "runs on another one need --slurm"},
      {{"status", submitted.experiment.path("nowhere")}, "manifest.json"},
  });
  CHECK_FALSE(std::filesystem::exists(submitted.results()));
  const std::string no_programs = "PATH=" + shell_quoted(submitted.experiment.folder().string()) + " ";
  check_refused(run_script(no_programs + program_words(submitted.words())),
                "--slurm: there is no sbatch on the PATH");
  CHECK_FALSE(std::filesystem::exists(submitted.results()));

  // The first job is accepted, the next refused: none stays.
  const ProgramRun refused = submitted.slurm.run(submitted.words({"--partition", "nope", "--quiet"}));
  check_refused(refused,
                "runs.sh: invalid partition specified: nope; Batch job submission failed: Invalid partition "
                "name specified");
  CHECK_THAT(submitted.slurm.calls(), ContainsSubstring("scancel 1\n"));
}

TEST_CASE("program: what is submitted comes to the same results as a run here, and is gone on with") {
  const SubmittedExperiment submitted;
  const std::string results = submitted.results();
  const ProgramRun run = submitted.slurm.run(submitted.words({"--array-tasks", "3"}));
  CAPTURE(run.err, run.out);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("job 1: the missing optima, in 1 task\n") &&
                          ContainsSubstring("job 2: 6 runs in 3 tasks") && ContainsSubstring("job 3: draws"));
  CHECK_THAT(submitted.slurm.calls(), ContainsSubstring("--dependency=afterok:1 --kill-on-invalid-dep=yes") &&
                                          ContainsSubstring("--dependency=afterany:2"));
  submitted.slurm.set_queue("1_1 RUNNING\n2_1 PENDING\n2_2 PENDING\n2_3 PENDING\n3 PENDING\n99 RUNNING\n");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 6 waiting\n  optima: job 1: 1 running\n  runs: "
                                                   "job 2: 3 pending\n  end: job 3: 1 pending\n"));
  // Neither another submission nor a run here comes between them.
  submitted.slurm.write_program("squeue", "[ \"$1\" = --version ]");
  check_refused(submitted.slurm.run(submitted.words()), "squeue does not answer, and jobs of the folder may");
  submitted.slurm.write_program("squeue", "cat queue");
  for (const auto& words :
       {submitted.words(), std::vector<std::string>{"run", submitted.experiment.write(), "--out", results}})
    check_refused(submitted.slurm.run(words), "its jobs 1, 2, 3 have not ended");

  CHECK_THAT(submitted.slurm.carry_out(results, "runs", 1).err,
             ContainsSubstring("the job of the optima has not left one"));
  CHECK(submitted.slurm.carry_out(results, "optima", 1).status == 0);
  const ProgramRun task = submitted.slurm.carry_out(results, "runs", 1);
  CAPTURE(task.err);
  CHECK(task.status == 0);
  const std::vector<std::string> of_task = run_files_in(results);
  CHECK(of_task.size() == 2);
  submitted.slurm.set_queue("2_1 RUNNING\n2_2 PENDING\n2_3 PENDING\n3 PENDING\n");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 2 done, 4 waiting\n"));
  std::filesystem::rename(of_task[0], of_task[0] + ".away");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 1 done, 1 running, 4 waiting\n"));
  write_task_note(results, 1, {.at_once = 1, .ids = read_task_note(results, 1).value().ids});
  std::filesystem::rename(of_task[1], of_task[1] + ".away");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 1 running, 5 waiting\n"));
  for (const std::string& file : of_task) std::filesystem::rename(file + ".away", file);
  CHECK(submitted.slurm.carry_out(results, "runs", 3).status == 0);
  CHECK(submitted.slurm.carry_out(results, "runs", 4).status == 2);
  submitted.slurm.set_queue("2_2 RUNNING\n3 PENDING\n");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 4 done, 2 waiting\n"));

  // Task 2 is lost with its node.
  submitted.slurm.set_queue("");
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 4 done, 2 missing\n"));
  const ProgramRun end = submitted.slurm.carry_out(results, "end");
  CHECK(end.status == 1);
  CHECK_THAT(end.err, ContainsSubstring("2 runs are missing; `descent run ") &&
                          ContainsSubstring("--slurm --exclusive --array-tasks 3` submits what is"));
  const auto part = versions_in(results + "/runs");
  const Json sessions = read_json(results + "/manifest.json")["sessions"];
  REQUIRE(sessions.size() == 1);
  CHECK(sessions[0]["runs"] == 4);
  CHECK(sessions[0]["machine"]["processor"] == processor_model());

  const ProgramRun again = submitted.slurm.run(submitted.words());
  CHECK_THAT(again.out, ContainsSubstring("2 runs in 2 tasks") && !ContainsSubstring("optima"));
  for (const int number : {1, 2}) CHECK(submitted.slurm.carry_out(results, "runs", number).status == 0);
  const ProgramRun last = submitted.slurm.carry_out(results, "end");
  CAPTURE(last.err);
  CHECK(last.status == 0);
  CHECK_THAT(submitted.status(), ContainsSubstring("6 runs: 6 done\n"));
  CHECK(std::filesystem::exists(results + "/figures/tiny.svg"));
  CHECK(std::filesystem::exists(results + "/report.html"));
  auto all = versions_in(results + "/runs");
  for (const auto& [name, version] : part) CHECK(all[name] == version);
  CHECK(read_json(results + "/manifest.json")["sessions"].size() == 2);

  REQUIRE(submitted.experiment.run({}, "alone").status == 0);
  CHECK(runs_without_times(results) == runs_without_times(submitted.experiment.path("alone")));
  CHECK_THAT(submitted.slurm.run(submitted.words()).out, ContainsSubstring("nothing is missing"));

  const std::string failed = run_files_in(results).back();
  const std::vector<ResultRow> rows = read_rows(failed);
  let_fail(failed);
  CHECK_THAT(
      submitted.status(),
      ContainsSubstring("6 runs: 5 done, 1 failed\n") &&
          ContainsSubstring("submits what is missing, is damaged or has failed, when no job is left\n"));
  change_rows(failed, [&](std::vector<ResultRow>& changed) { changed = rows; });

  std::ofstream(run_files_in(results).front(), std::ios::app) << "damage\n";
  const ProgramRun outdated = submitted.slurm.carry_out(results, "end");
  CHECK(outdated.status != 0);
  CHECK_THAT(outdated.err, ContainsSubstring("1 run is missing"));
}

TEST_CASE("program: a task refuses another configuration, and cores that are not its own") {
  SubmittedExperiment submitted;
  const std::string results = submitted.results();
  REQUIRE(submitted.slurm.run(submitted.words()).status == 0);
  submitted.experiment.config["seeds"] = 1;
  submitted.experiment.write();
  check_refused(submitted.slurm.carry_out(results, "optima", 9), "9 is not among the 1 task");
  CHECK_THAT(submitted.slurm.carry_out(results, "runs", 2).err,
             ContainsSubstring("is not what was submitted: it has no "));

  const std::string record = results + "/slurm/submission.json";
  Json changed = read_json(record);
  changed["command"] = "run other.json";
  std::ofstream(record) << changed;
  check_refused(submitted.slurm.run({"status", results}), record + ": is damaged: it was changed");
  std::ofstream(record) << "{}";
  check_refused(submitted.slurm.run(submitted.words()), "; remove it when no job of the folder is left");
  std::filesystem::remove(record);

  if (physical_cores().size() < 2) return;
  REQUIRE(submitted.slurm.run({"run", submitted.experiment.write(), "--out", results, "--slurm"}).status ==
          0);
  const ProgramRun task = submitted.slurm.carry_out(results, "runs", 1);
  CHECK(task.status == 1);
  CHECK_THAT(task.err, ContainsSubstring("this job was given 1 core and may use "));
}

TEST_CASE("program: runs of another processor count on a cluster, unless one is asked for") {
  const SubmittedExperiment submitted;
  const std::string results = submitted.results();
  REQUIRE(submitted.experiment.run().status == 0);
  const std::string moved = run_files_in(results)[2];
  move_to_processor(moved, "Abacus 3000");
  CHECK_THAT(submitted.slurm.run(submitted.words()).out, ContainsSubstring("nothing is missing"));

  for (const char* command : {"plot", "verify", "report"}) {
    check_refused(run_program({command, results}),
                  "times of different processors do not compare, and there are 5 runs on " +
                      processor_model() + ", 1 on Abacus 3000; to be repeated on the first: ");
  }
  const ProgramRun mixed = run_program({"plot", results, "--mixed-processors"});
  CAPTURE(mixed.err);
  CHECK(mixed.status == 0);
  CHECK(std::filesystem::exists(results + "/figures/tiny.svg"));
  CHECK_FALSE(std::filesystem::exists(results + "/figures/tiny-selection.svg"));

  const std::vector<std::string> here = submitted.words({"--processor", processor_model()});
  CHECK_THAT(submitted.slurm.run(here).out, ContainsSubstring("1 run in 1 task"));
  CHECK(submitted.slurm.carry_out(results, "runs", 1).status == 0);
  CHECK(submitted.slurm.carry_out(results, "end").status == 0);
  CHECK(run_program({"plot", results}).status == 0);
  // A run on both counts on the processor of most runs, also without that option.
  CHECK_THAT(submitted.slurm.run(submitted.words()).out, ContainsSubstring("nothing is missing"));
  CHECK(run_program({"plot", results}).status == 0);

  REQUIRE(submitted.slurm.run(submitted.words({"--processor", "Abacus 3000"})).status == 0);
  check_refused(submitted.slurm.carry_out(results, "runs", 1),
                "and the runs are to be of Abacus 3000; --constraint chooses among nodes");
}

TEST_CASE("program: status counts damaged runs, names their files and ends with 1") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string results = experiment.path("out");
  const std::vector<std::string> files = run_files_in(results);
  const auto status = [&] { return run_program({"status", results}); };
  CHECK(status().out == results + ": 6 runs: 6 done\n");
  const std::string sound = experiment.path("sound");
  std::filesystem::copy(results, sound, std::filesystem::copy_options::recursive);
  change_rows(run_files_in(sound)[0],
              [](std::vector<ResultRow>& rows) { rows.back().status = run_status::diverged; });

  std::ofstream(files[0], std::ios::app) << "damaged";
  const auto provenance = provenance_file(results, std::filesystem::path(files[1]).stem().string());
  std::filesystem::remove(provenance);
  std::filesystem::remove(files[2]);
  const auto other = provenance_file(results, std::filesystem::path(files[3]).stem().string());
  Json identity = read_json(other);
  identity["identity"]["dataset"]["sha256"] = "4567";
  std::ofstream(other) << sealed(identity).dump(1) << '\n';
  const ProgramRun damaged = status();
  CAPTURE(damaged.out, damaged.err);
  CHECK(damaged.status == 1);
  CHECK_THAT(damaged.out, StartsWith(results + ": 6 runs: 2 done, 3 damaged, 1 missing\n"));
  CHECK_THAT(damaged.out, ContainsSubstring("\n  " + files[0] + ":") &&
                              ContainsSubstring("\n  " + provenance.string() + ": is missing") &&
                              ContainsSubstring(other.string() + ": /identity: does not give the id"));
  const ProgramRun both = run_program({"status", results, sound});
  CHECK(both.status == 1);
  CHECK(both.out.starts_with(damaged.out + sound + ": 6 runs: 5 done, 1 diverged\n"));
  CHECK(both.out.ends_with(": diverged\n"));

  REQUIRE(experiment.run().status == 0);
  const ProgramRun mended = status();
  CHECK(mended.status == 0);
  CHECK(mended.out == results + ": 6 runs: 6 done\n");
}
