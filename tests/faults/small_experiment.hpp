#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/experiments/tiny_experiment.hpp"
#include "tests/faults/started_program.hpp"
#include "tests/faults/times_left_out.hpp"

namespace descent::test {

/// A configuration of about a second that ends by passes and makes most kinds of files: runs under L1 and L2,
/// with and without randomness and dual weights, lines in the plane, references, tables, figures.
inline Json small_config() {
  return Json::parse(R"({
    "name": "small",
    "datasets": ["points"],
    "loss": "hinge",
    "regularizer": ["l1", "l2"],
    "methods": [
      {"name": "nonsmooth_scd"},
      {"name": "permuted_dcd", "regularizer": "l2", "shrinking": false},
      {"name": "batch_comid", "step": 0.5}
    ],
    "seeds": 3,
    "passes": 30000,
    "checkpoints": 1,
    "bias": 1,
    "decision_lines": true
  })");
}

/// Number of its runs.
inline constexpr std::size_t small_runs = 3 * (2 + 3);

/// True for a path in a results folder.
inline bool is_run_file(const std::string& name) {
  return name.starts_with("runs/") && name.ends_with(".csv");
}

/// Data file of all experiments.
inline std::filesystem::path shared_points() {
  static const TemporaryFolder folder;
  static const std::filesystem::path path = folder.write("points", tiny_data(3, 300, 2));
  return path;
}

/// The experiment in its own folder. The program starts there with the same words each time, so results
/// differ only in times.
class SmallExperiment {
 public:
  explicit SmallExperiment(const Json& config = small_config()) {
    std::filesystem::create_symlink(shared_points(), folder() / "points");
    write_config(config);
  }

  void write_config(const Json& config) const { folder_.write("small.json", config.dump(1)); }

  /// Replaces the constants of `descent tune`.
  void write_tuned(const std::string& text) const { folder_.write("tuned/small.json", text); }

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::filesystem::path results() const { return folder() / "out"; }
  std::filesystem::path references() const { return folder() / "references"; }

  /// Arguments of `descent run` in this folder.
  static std::vector<std::string> words() {
    return {"run", "small.json", "--out", "out", "--references", "references", "--jobs", "2", "--quiet"};
  }

  /// The same for a shell, with the program.
  static std::string shell_words() { return program_words(words()); }

  ProgramRun run(const std::vector<std::string>& environment = {}) const {
    return run_to_end(words(), folder(), environment);
  }

  /// Files of the results folder under final names, if it exists.
  std::vector<std::string> files() const {
    return std::filesystem::exists(results()) ? final_files(results()) : std::vector<std::string>();
  }

  std::vector<std::string> run_files() const {
    std::vector<std::string> names = files();
    std::erase_if(
        names, [](const std::string& name) { return !name.starts_with("runs/") || !name.ends_with(".csv"); });
    return names;
  }

  bool has(const char* name) const { return std::filesystem::exists(results() / name); }

 private:
  TemporaryFolder folder_;
};

/// Results of an undisturbed experiment without times; computed once for all tests.
inline const std::map<std::string, std::string>& undisturbed_results() {
  static const std::map<std::string, std::string> results = [] {
    const SmallExperiment experiment;
    const ProgramRun run = experiment.run();
    if (run.status != 0) throw std::runtime_error("undisturbed, the experiment failed: " + run.err);
    return results_without_times(experiment.results());
  }();
  return results;
}

}  // namespace descent::test
