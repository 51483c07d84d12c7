#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/tiny_experiment.hpp"

namespace descent::test {

/// Programs in place of Slurm's. sbatch numbers its jobs and refuses the partition "nope"; squeue prints a
/// file. calls() returns their arguments.
class FakeSlurm {
 public:
  FakeSlurm() {
    write_program(
        "sbatch",
        "echo sbatch \"$@\" >>calls\n"
        "[ \"$1\" != --version ] || exit 0\n"
        "if grep -q -- --partition=nope \"${!#}\" && [[ ${!#} != *optima.sh ]]; then\n"
        "  echo 'sbatch: error: invalid partition specified: nope' >&2\n"
        "  echo 'sbatch: error: Batch job submission failed: Invalid partition name specified' >&2\n"
        "  exit 1\nfi\n"
        "echo >>numbers; wc -l <numbers");
    write_program("squeue", "cat queue 2>/dev/null || true");
    write_program("scancel", "echo scancel \"$@\" >>calls");
  }

  /// The program with the fakes first on its PATH.
  ProgramRun run(const std::vector<std::string>& arguments) const {
    return run_script("PATH=" + shell_quoted(folder_.path().string()) + ":$PATH " + program_words(arguments));
  }

  /// Lets the script of a job do its work, as task number `task` of an array.
  ProgramRun carry_out(const std::filesystem::path& results, const std::string& kind, int task = 0) const {
    return run_script("PATH=" + shell_quoted(folder_.path().string()) +
                      ":$PATH SLURM_ARRAY_TASK_ID=" + std::to_string(task) + " bash " +
                      shell_quoted((results / "slurm" / (kind + ".sh")).string()));
  }

  /// Sets the text that squeue prints from now on: "41_1 RUNNING\n".
  void set_queue(const std::string& text) const { folder_.write("queue", text); }

  std::string calls() const { return file_text(folder_.path() / "calls"); }

  /// Makes or replaces a program.
  void write_program(const std::string& name, const std::string& text) const {
    const auto path = folder_.write(name, "#!/bin/bash\ncd \"$(dirname \"$0\")\" || exit 1\n" + text + '\n');
    chmod(path.c_str(), 0755);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace descent::test
