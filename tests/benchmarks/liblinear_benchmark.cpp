// Compares the CPU time of our methods with LIBLINEAR's solver of the same problem in the same form, to the
// same relative suboptimality.
//
//   liblinear_benchmark [METHOD] FILE...      LIBSVM files; only this method's rows
//   liblinear_benchmark --best FILE...        the fastest of our methods (with their defaults, and
//                                             permuted_dcd also over-relaxed) against the fastest of
//                                             LIBLINEAR's solvers
//
// Two classes give the classification problems, other targets the regression problems; C = 1, epsilon = 0.1.
// The optimum is certified first. LIBLINEAR's time is the training to the loosest of a fine sequence of
// tolerances that reaches the target. Our time is an undisturbed run to the first quarter of a
// pass at which the target is reached, found in another run with the same seed. Both times include the
// solver's setup; neither includes reading the data or converting them for LIBLINEAR. Runs of the two
// alternate, several times a seed if they are short: other guests of a machine slow it down for seconds. The
// ratio of the medians is below 1 if we are faster.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/optima/certified_optimum.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/liblinear/liblinear_problem.hpp"
#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int seeds = 5;
constexpr double seconds_of_duel = 1;      // at least
constexpr std::array targets{1e-3, 1e-6};  // relative suboptimality
constexpr double first_tolerance = 10;
constexpr int tolerances_per_decade = 4;
constexpr int last_tolerance = 44;  // 1e-10
constexpr double most_seconds = 60;
constexpr const char* best_of_all = "--best";
constexpr double never = infinity;

double tolerance_at(int place) {
  return first_tolerance * std::pow(10, -static_cast<double>(place) / tolerances_per_decade);
}

/// A problem, LIBLINEAR's solvers of it, and our corresponding method with its options; "": all our methods.
struct Race {
  LossKind loss;
  RegularizerKind regularizer;
  std::vector<int> rivals;
  std::string method;
  std::map<std::string, OptionValue> given = {};
};

/// LIBLINEAR's TRON forms no Hessian.
const std::map<std::string, OptionValue> without_matrix{{"hessian", "product"}};

const std::vector<Race> same_in_both{
    {LossKind::hinge, RegularizerKind::l2, {3}, "permuted_dcd"},
    {LossKind::squared_hinge, RegularizerKind::l2, {1}, "permuted_dcd"},
    {LossKind::squared_hinge, RegularizerKind::l2, {2}, "tron", without_matrix},
    {LossKind::logistic, RegularizerKind::l2, {7}, "dual_cd_logistic"},
    {LossKind::logistic, RegularizerKind::l2, {0}, "tron", without_matrix},
    {LossKind::epsilon_insensitive, RegularizerKind::l2, {13}, "svr_dual_cd"},
    {LossKind::squared_epsilon_insensitive, RegularizerKind::l2, {12}, "svr_dual_cd"},
    {LossKind::squared_epsilon_insensitive, RegularizerKind::l2, {11}, "tron", without_matrix},
};

const std::vector<Race> open_to_all{
    {LossKind::hinge, RegularizerKind::l2, {3}, ""},
    {LossKind::squared_hinge, RegularizerKind::l2, {1, 2}, ""},
    {LossKind::logistic, RegularizerKind::l2, {0, 7}, ""},
    {LossKind::logistic, RegularizerKind::l1, {6}, ""},
    {LossKind::squared_hinge, RegularizerKind::l1, {5}, ""},
};

/// A training of LIBLINEAR that reaches an objective.
struct PeerRun {
  double seconds = never;
  int place = 0;  ///< of its tolerance
};

/// Finds the loosest tolerance that reaches it. Tries tolerances from `place` on: looser ones are known to
/// fail.
PeerRun find_peer_run(const LiblinearProblem& peer, const Problem& problem, int solver, double objective,
                      int place, unsigned int seed) {
  for (; place <= last_tolerance; ++place) {
    LiblinearTraining training;
    const double seconds = seconds_of([&] { training = peer.train(solver, tolerance_at(place), seed); });
    if (problem.objective(training.weights) <= objective) return {seconds, place};
    if (training.end != Status::converged || seconds > most_seconds) break;
  }
  return {never, last_tolerance};
}

/// One run for each seed, up to the first failure.
std::vector<PeerRun> find_peer_runs(const LiblinearProblem& peer, const Problem& problem, int solver,
                                    double objective) {
  std::vector<PeerRun> runs;
  int place = 0;
  for (unsigned int seed = 1; seed <= seeds; ++seed) {
    runs.push_back(find_peer_run(peer, problem, solver, objective, place, seed));
    if (runs.back().seconds == never) break;
    // Other seeds change the path a little: a slightly looser tolerance may suffice.
    place = std::max(0, runs.back().place - 2);
  }
  return runs;
}

/// One of our methods with options.
struct Entrant {
  const Method* method = nullptr;
  std::map<std::string, OptionValue> given = {};

  std::unique_ptr<Solver> start(const Problem& problem, std::uint64_t seed) const {
    return make_solver(*method, problem, OptionValues(method->options, given), Random(seed));
  }
  std::string name() const { return method->name + (given.empty() ? "" : "*"); }
};

const Entrant& over_relaxed() {
  static const Entrant entrant{&find_method("permuted_dcd"), {{"relaxation", 1.4}}};
  return entrant;
}

/// Stored entries that the method touches until it reaches an objective, in quarters of a pass; empty if that
/// takes more seconds.
std::optional<std::uint64_t> work_to(const Entrant& entrant, const Problem& problem, double objective,
                                     std::uint64_t seed, double at_most) {
  const auto solver = entrant.start(problem, seed);
  const auto piece = (static_cast<std::uint64_t>(problem.rows().nonzeros()) + 3) / 4;
  std::vector<double> w(static_cast<std::size_t>(problem.n()), 0.0);
  std::uint64_t work = 0;
  Progress progress;
  for (double seconds = 0; seconds < at_most && progress.status == Status::running;) {
    work += piece;
    seconds +=
        seconds_of([&] { progress = solver->advance(work - std::min(work, progress.entries_touched)); });
    solver->weights(w);
    if (problem.objective(w) <= objective) return work;
  }
  return std::nullopt;
}

/// A run of our method that reaches an objective.
struct OurRun {
  double seconds = never;
  std::uint64_t work = 0;  ///< stored entries
};

/// Uses a fresh problem, made off the clock: for methods that walk columns, transposing the rows is part of
/// their setup.
double seconds_of_run(const Entrant& entrant, const Problem& problem, std::uint64_t seed,
                      std::uint64_t work) {
  const Problem fresh(problem.sample(), problem.loss(), problem.regularizer(), problem.lambda());
  return seconds_of([&] { entrant.start(fresh, seed)->advance(work); });
}

/// One run for each seed, up to the first that takes longer than `at_most`.
std::vector<OurRun> find_our_runs(const Entrant& entrant, const Problem& problem, double objective,
                                  double at_most = most_seconds) {
  std::vector<OurRun> runs;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto work = work_to(entrant, problem, objective, seed, at_most);
    runs.push_back(work ? OurRun{seconds_of_run(entrant, problem, seed, *work), *work} : OurRun{});
    if (!work) break;
  }
  return runs;
}

/// The median of the runs' seconds; never if a run did not arrive.
template <class Run>
double median_seconds(const std::vector<Run>& runs) {
  std::vector<double> all;
  for (const Run& run : runs) {
    if (run.seconds == never) return never;
    all.push_back(run.seconds);
  }
  return all.empty() ? never : median(std::move(all));
}

/// Two competitors in turn, each seed of both equally often. If one does not arrive, the other's seconds come
/// from its first runs.
struct Duel {
  double ours = never;
  double theirs = never;

  Duel(const Problem& problem, const Entrant& entrant, const std::vector<OurRun>& our_runs,
       const LiblinearProblem& peer, int solver, const std::vector<PeerRun>& peer_runs)
      : ours(median_seconds(our_runs)), theirs(median_seconds(peer_runs)) {
    if (ours == never || theirs == never) return;
    std::vector<double> our_seconds;
    std::vector<double> peer_seconds;
    for (double spent = 0; spent < seconds_of_duel || our_seconds.empty();) {
      for (unsigned int seed = 1; seed <= seeds; ++seed) {
        our_seconds.push_back(seconds_of_run(entrant, problem, seed, our_runs[seed - 1].work));
        peer_seconds.push_back(seconds_of(
            [&] { static_cast<void>(peer.train(solver, tolerance_at(peer_runs[seed - 1].place), seed)); }));
        spent += our_seconds.back() + peer_seconds.back();
      }
    }
    ours = median(std::move(our_seconds));
    theirs = median(std::move(peer_seconds));
  }

  std::string ratio() const {
    return ours == never || theirs == never ? "-" : fmt::format("{:.2f}", ours / theirs);
  }
};

std::string seconds_text(double seconds) {
  return seconds == never ? "never" : fmt::format("{:.5f}", seconds);
}

/// Our methods that solve the problem and need no tuned constant.
std::vector<Entrant> competitors(const Problem& problem) {
  std::vector<Entrant> all;
  for (const Method* method : methods()) {
    const OptionValues options(method->options, {});
    const bool is_left_to_tuning = std::ranges::any_of(method->options, [&](const Option& option) {
      return option.is_left_to_tuning({}) && option.matters(problem.regularizer(), options);
    });
    const bool fits = !misfit(*method, problem.loss(), problem.regularizer(), options, problem.sample());
    if (capability(*method, problem.loss(), problem.regularizer()) != nullptr && fits && !is_left_to_tuning &&
        !method->sampled_by_tolerance)
      all.push_back({method});
  }
  if (capability(*over_relaxed().method, problem.loss(), problem.regularizer()) != nullptr)
    all.push_back(over_relaxed());
  return all;
}

/// The fastest of several, and its runs.
template <class Competitor, class Run>
struct Fastest {
  Competitor competitor{};
  std::vector<Run> runs = {};
  double seconds = never;

  void consider(Competitor other, std::vector<Run> its_runs) {
    const double its_seconds = median_seconds(its_runs);
    if (its_seconds < seconds) *this = {other, std::move(its_runs), its_seconds};
  }
};

/// Ratios of all duels: those without a peer that arrives count as 0.
struct Tally {
  std::vector<double> ratios;

  void record(const Duel& duel) {
    if (duel.ours != never) ratios.push_back(duel.theirs == never ? 0 : duel.ours / duel.theirs);
  }
  void print() const {
    if (ratios.empty()) return;
    fmt::print("{} cells: {} at most 0.5, median {:.2f}, largest {:.2f}\n", ratios.size(),
               std::ranges::count_if(ratios, [](double ratio) { return ratio <= 0.5; }), median(ratios),
               *std::ranges::max_element(ratios));
  }
};

void run_race(const std::string& name, const Problem& problem, const Race& race, Tally& tally) {
  const CertifiedOptimum optimum = certify(problem, {.gap = 1e-9, .seconds = most_seconds});
  const LiblinearProblem peer(problem);
  const std::vector<Entrant> entrants = race.method.empty()
                                            ? competitors(problem)
                                            : std::vector<Entrant>{{&find_method(race.method), race.given}};
  for (const double target : targets) {
    const double objective = optimum.lower_bound * (1 + target);
    Fastest<int, PeerRun> theirs{.competitor = race.rivals.front()};
    for (const int rival : race.rivals)
      theirs.consider(rival, find_peer_runs(peer, problem, rival, objective));
    Fastest<Entrant, OurRun> ours{.competitor = entrants.front()};
    for (const Entrant& entrant : entrants) {
      // A method that takes several times as long will not be the fastest.
      const double at_most =
          entrants.size() == 1 ? most_seconds : 4 * std::min({ours.seconds, theirs.seconds, most_seconds});
      ours.consider(entrant, find_our_runs(entrant, problem, objective, at_most));
    }
    const Duel duel(problem, ours.competitor, ours.runs, peer, theirs.competitor, theirs.runs);
    fmt::print("{:<18} {:<28} {:<4} {:>7.0e} {:>18} {:>10} {:>6} {:>10} {:>7} {:>10} {:>9.1e}\n", name,
               name_of(race.loss), name_of(race.regularizer), target, ours.competitor.name(),
               seconds_text(duel.ours), fmt::format("-s {}", theirs.competitor), seconds_text(duel.theirs),
               duel.ratio(),
               theirs.runs.empty() ? "-" : fmt::format("{:.1e}", tolerance_at(theirs.runs.back().place)),
               optimum.gap());
    std::fflush(stdout);
    tally.record(duel);
  }
}

bool is_registered(const std::string& name) {
  const auto all = methods();
  return std::any_of(all.begin(), all.end(), [&](const Method* method) { return method->name == name; });
}

/// All races that suit the file's targets, or only races of one method.
void race_on(const std::string& path, const std::vector<Race>& races, const std::string& only, Tally& tally) {
  RawSample raw = read_libsvm(path);
  const bool has_classes = std::set<double>(raw.labels.begin(), raw.labels.end()).size() == 2;
  const Sample sample = has_classes ? test::classified(std::move(raw.rows), std::move(raw.labels), path)
                                    : Sample{std::move(raw.rows), std::move(raw.labels)};
  const std::string name = std::filesystem::path(path).filename().string();
  const double lambda = 1.0 / sample.rows.outer_size();
  int run = 0;
  for (const Race& each : races) {
    if ((description_of(each.loss).task == Task::classification) != has_classes) continue;
    if (!only.empty() && only != each.method) continue;
    run_race(name, Problem(sample, each.loss, each.regularizer, lambda), each, tally);
    ++run;
  }
  if (run == 0) throw ConfigError(path + ": no race is for targets such as these");
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    const std::string first = argc > 1 ? argv[1] : "";
    const bool best = first == benchmark::best_of_all;
    const std::string only = benchmark::is_registered(first) ? first : "";
    const int first_file = best || !only.empty() ? 2 : 1;
    if (argc <= first_file) throw ConfigError("usage: liblinear_benchmark [METHOD|--best] FILE...");
    fmt::print("CPU seconds to a relative suboptimality, medians over {} seeds\n", benchmark::seeds);
    fmt::print("{}\n", best ? "permuted_dcd*: with relaxation 1.4" : "tron*: with hessian product");
    fmt::print("{:<18} {:<28} {:<4} {:>7} {:>18} {:>10} {:>6} {:>10} {:>7} {:>10} {:>9}\n", "data", "loss",
               "P", "target", "ours", "seconds", "-s", "LIBLINEAR", "ratio", "tolerance", "gap of F*");
    benchmark::Tally tally;
    for (int k = first_file; k < argc; ++k)
      benchmark::race_on(argv[k], best ? benchmark::open_to_all : benchmark::same_in_both, only, tally);
    tally.print();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
