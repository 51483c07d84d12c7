// `descent run` killed at random moments: complete files survive, no half-written file and no child remain,
// and continuing gives the results of an undisturbed run.

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/processes.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr int enough_for_all_phases = 50;

/// Time of an undisturbed experiment from nothing.
double undisturbed_seconds() {
  const SmallExperiment experiment;
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(experiment.run().status == 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Progress of a run, by its files.
enum Phase { before_manifest, no_run, some_runs, all_runs, some_figures, all_files };
constexpr std::array<const char*, 6> phase_names{"before the manifest",     "no run done",
                                                 "some runs done",          "all runs done, no curves.csv",
                                                 "curves, not all figures", "all files there"};

Phase phase_of(const SmallExperiment& experiment) {
  if (!experiment.has("manifest.json")) return before_manifest;
  const std::size_t runs = experiment.run_files().size();
  if (runs < small_runs) return runs == 0 ? no_run : some_runs;
  if (!experiment.has("curves.csv")) return all_runs;
  return experiment.files().size() < undisturbed_results().size() ? some_figures : all_files;
}

/// Counts of kills by phase.
class Hits {
 public:
  void add(Phase phase) {
    ++counts_[phase];
    ++total_;
  }
  int total() const { return total_; }

  std::string text() const {
    std::string text;
    for (std::size_t k = 0; k < counts_.size(); ++k)
      text += fmt::format("{}{}: {}", k == 0 ? "" : "; ", phase_names[k], counts_[k]);
    return text;
  }

  /// Every phase must be hit among so many kills.
  void check_phases() const {
    INFO(text());
    if (total_ < enough_for_all_phases) return;
    for (const Phase phase : {before_manifest, no_run, some_runs, all_runs, some_figures})
      CHECK(counts_[phase] > 0);
  }

 private:
  std::array<int, 6> counts_{};
  int total_ = 0;
};

/// Moments of kills, uniform over an undisturbed run. Its time is measured now and then, since the load of
/// the machine varies. One moment in seven falls in the short time before the first run is done, one between
/// the last run and curves.csv.
class Moments {
 public:
  explicit Moments(std::uint64_t seed) : random_(seed) {}

  void wait_for_next(const SmallExperiment& experiment, StartedProgram& program) {
    const int turn = drawn_++ % 7;  // odd, for first and second kills alike
    if (turn == 6) {
      comes_true([&] { return program.has_ended() || experiment.run_files().size() == small_runs; });
      sleep(0.002);
    } else {
      sleep(turn == 3 ? 0.05 * life_ : life_);
    }
  }

  /// Before a trial, since it takes time.
  void measure_life() {
    if (drawn_ % 10 == 0) life_ = undisturbed_seconds();
  }

  std::size_t choice(std::size_t of) { return random_.below(of); }

 private:
  void sleep(double at_most) {
    std::this_thread::sleep_for(std::chrono::duration<double>(random_.uniform() * at_most));
  }

  Random random_;
  double life_ = 0;
  int drawn_ = 0;
};

/// Continues to the end, with the results of an undisturbed run. Runs that were done stay as they are, unless
/// they get a bound.
void finish(const SmallExperiment& experiment, Damage& damage, bool have_bounds = true) {
  const auto done = have_bounds ? done_runs(experiment.results()) : std::map<std::string, Version>();
  const ProgramRun resumed = experiment.run();
  CAPTURE(resumed.err);
  REQUIRE(resumed.status == 0);
  damage.look_at_end(experiment.folder(), done);
}

}  // namespace

TEST_CASE("faults: killed at random moments, nothing is lost and it goes on from there", "[faults]") {
  const int wanted = number_of_trials("DESCENT_KILLS", 3);
  const Descendants descendants;
  Moments moments(1);
  Hits fresh;  // kills of runs from nothing
  Hits again;  // kills of continued runs
  Damage damage;
  int survivors = 0;
  while (fresh.total() + again.total() < wanted) {
    const SmallExperiment experiment;
    std::map<std::string, Version> done;
    // Each folder is hit twice, if the program still runs at the second moment.
    for (Hits* hits : {&fresh, &again}) {
      moments.measure_life();
      StartedProgram program(built_program(), SmallExperiment::words(), experiment.folder(),
                             {descendants.mark()});
      moments.wait_for_next(experiment, program);
      if (program.end_by(SIGKILL).status != 128 + SIGKILL) break;  // it had ended
      survivors += descendants.survivors();
      hits->add(phase_of(experiment));
      damage.look_into(experiment.folder(), done);
      // curves.csv is written after all runs, so it is final.
      if (experiment.has("curves.csv") &&
          csv_without_times(experiment.results() / "curves.csv") != undisturbed_results().at("curves.csv")) {
        damage.different_files.push_back("curves.csv after a kill");
      }
      done = done_runs(experiment.results());
    }
    finish(experiment, damage);
  }
  INFO(listed(damage));
  CHECK(is_none(damage));
  CHECK(survivors == 0);
  fresh.check_phases();
  report_trials(
      fmt::format("kills of descent run: {}; {}, {} children survived\n"
                  "  {} of a run from nothing ({})\n  {} of one that went on after a kill ({})",
                  fresh.total() + again.total(), damage.text(), survivors, fresh.total(), fresh.text(),
                  again.total(), again.text()));
}

TEST_CASE("faults: a child killed at a random moment is told of, and repeated alone", "[faults]") {
  const int wanted = number_of_trials("DESCENT_KILLS", 2);
  Moments moments(2);
  Hits hits;
  Damage damage;
  int runs = 0;
  int references = 0;
  int figures = 0;
  while (hits.total() < wanted) {
    const SmallExperiment experiment;
    moments.measure_life();
    StartedProgram program(built_program(), SmallExperiment::words(), experiment.folder());
    moments.wait_for_next(experiment, program);
    std::vector<pid_t> children;
    while (!program.has_ended() && children.empty()) children = children_of(program.process());
    if (children.empty()) continue;
    const auto done = done_runs(experiment.results());
    kill(children[moments.choice(children.size())], SIGKILL);
    const Phase phase = phase_of(experiment);
    const ProgramRun struck = program.wait();
    CAPTURE(struck.err, phase_names[phase]);
    damage.look_into(experiment.folder(), done);
    if (struck.status == 0) {  // that child had finished
      finish(experiment, damage);
      continue;
    }
    hits.add(phase);
    const bool is_reference = struck.err.find("no reference optimum") != std::string::npos;
    if (is_reference) {
      ++references;
      CHECK(struck.status == 1);
      CHECK_THAT(struck.err, ContainsSubstring("1 problem without reference optimum:\n"));
      CHECK(done_runs(experiment.results()).size() == small_runs);
    } else if (struck.err.find("gnuplot ended by signal 9") != std::string::npos) {
      ++figures;
      CHECK(struck.status == 2);
    } else {
      ++runs;
      CHECK(struck.status == 1);
      CHECK_THAT(struck.err, ContainsSubstring("ended by signal 9 (Killed)"));
      CHECK(experiment.run_files().size() == small_runs);
      CHECK(done_runs(experiment.results()).size() == small_runs - 1);
    }
    finish(experiment, damage, !is_reference);
  }
  INFO(listed(damage));
  CHECK(is_none(damage));
  report_trials(
      fmt::format("kills of a child: {} ({} of a run, {} of a reference, {} of gnuplot); {}\n  ({})",
                  hits.total(), runs, references, figures, damage.text(), hits.text()));
}
