// CPU time of our methods against LIBLINEAR's own solver of the same problem in the same form, to the same
// relative suboptimality.
//
//   liblinear_benchmark [METHOD] FILE...      LIBSVM files; only this method's rows
//   liblinear_benchmark --best FILE...        the fastest of our methods against the fastest of LIBLINEAR's
//   solvers
//
// Two classes give the classification problems, other targets the regression problems; C = 1, epsilon = 0.1.
// The optimum is certified first. LIBLINEAR's time is that of the training to the loosest of a fine sequence
// of tolerances whose result is at the target. Ours is that of an undisturbed run to the end of the first
// pass at which the target is reached, found in another run with the same seed. Both times include the
// solver's setup, and neither includes reading the data or converting them for LIBLINEAR. The ratio of the
// medians is below 1 where we are faster.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "experiments/optima/certified_optimum.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/liblinear/liblinear_problem.hpp"
#include "support/errors.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int repetitions = 5;
constexpr std::array targets{1e-3, 1e-6};  // relative suboptimality
constexpr double first_tolerance = 10;
constexpr int tolerances_per_decade = 4;
constexpr int last_tolerance = 44;  // 1e-10
constexpr double most_seconds = 60;
constexpr const char* best_of_all = "--best";
constexpr double never = std::numeric_limits<double>::infinity();

/// A method of ours, and the number of the solver of LIBLINEAR that does the same.
struct Contest {
  const char* method;
  LossKind loss;
  int rival;
};

constexpr std::array contests{
    Contest{"permuted_dcd", LossKind::hinge, 3},
    Contest{"permuted_dcd", LossKind::squared_hinge, 1},
    Contest{"tron", LossKind::squared_hinge, 2},
    Contest{"dual_cd_logistic", LossKind::logistic, 7},
    Contest{"tron", LossKind::logistic, 0},
    Contest{"svr_dual_cd", LossKind::epsilon_insensitive, 13},
    Contest{"svr_dual_cd", LossKind::squared_epsilon_insensitive, 12},
    Contest{"tron", LossKind::squared_epsilon_insensitive, 11},
};

struct Result {
  double seconds = never;
  int tolerance = 0;  ///< LIBLINEAR's: its place in the sequence
};

double tolerance_at(int place) {
  return first_tolerance * std::pow(10, -static_cast<double>(place) / tolerances_per_decade);
}

/// A problem, and LIBLINEAR's solvers of it.
struct Race {
  LossKind loss;
  RegularizerKind regularizer;
  std::vector<int> rivals;
};

const std::vector<Race>& races() {
  static const std::vector<Race> all{{LossKind::hinge, RegularizerKind::l2, {3}},
                                     {LossKind::squared_hinge, RegularizerKind::l2, {1, 2}},
                                     {LossKind::logistic, RegularizerKind::l2, {0, 7}},
                                     {LossKind::logistic, RegularizerKind::l1, {6}},
                                     {LossKind::squared_hinge, RegularizerKind::l1, {5}}};
  return all;
}

/// LIBLINEAR's time to the objective. Tolerances are tried from `place` on: the looser ones are known to miss
/// it.
Result peer_time(const LiblinearProblem& peer, const Problem& problem, int solver, double objective,
                 int place, unsigned int seed) {
  for (; place <= last_tolerance; ++place) {
    LiblinearTraining training;
    const double seconds = seconds_of([&] { training = peer.train(solver, tolerance_at(place), seed); });
    if (problem.objective(training.weights) <= objective) return {seconds, place};
    if (training.end != Status::converged || seconds > most_seconds) break;
  }
  return {never, last_tolerance};
}

std::unique_ptr<Solver> make(const Method& method, const Problem& problem, std::uint64_t seed) {
  return make_solver(method, problem, OptionValues(method.options, {}), Random(seed));
}

/// Stored entries that the method touches until an objective is reached, in whole passes; none if that takes
/// more seconds.
std::optional<std::uint64_t> work_to(const Method& method, const Problem& problem, double objective,
                                     std::uint64_t seed, double at_most) {
  const auto solver = make(method, problem, seed);
  const auto pass = static_cast<std::uint64_t>(problem.rows().nonzeros());
  std::vector<double> w(static_cast<std::size_t>(problem.n()), 0.0);
  std::uint64_t work = 0;
  Progress progress;
  for (double seconds = 0; seconds < at_most && progress.status == Status::running;) {
    work += pass;
    seconds +=
        seconds_of([&] { progress = solver->advance(work - std::min(work, progress.entries_touched)); });
    solver->weights(w);
    if (problem.objective(w) <= objective) return work;
  }
  return std::nullopt;
}

/// Of ours; never where it is more than `at_most`.
double our_time(const Method& method, const Problem& problem, double objective, std::uint64_t seed,
                double at_most = most_seconds) {
  const auto work = work_to(method, problem, objective, seed, at_most);
  if (!work) return never;
  return seconds_of([&] { make(method, problem, seed)->advance(*work); });
}

void compete(const std::string& name, const Problem& problem, const Contest& contest) {
  const Method& method = find_method(contest.method);
  const CertifiedOptimum optimum = certify(problem, {.gap = 1e-9, .seconds = most_seconds});
  const LiblinearProblem peer(problem);
  std::array<std::vector<double>, targets.size()> ours;
  std::array<std::vector<double>, targets.size()> theirs;
  std::array<int, targets.size()> loosest{};  // the place of the tolerance in the repetition before
  for (unsigned int repetition = 1; repetition <= repetitions; ++repetition) {
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const double objective = optimum.lower_bound * (1 + targets[k]);
      // Other seeds change the way a little: a slightly looser tolerance may do this time.
      const Result result =
          peer_time(peer, problem, contest.rival, objective, std::max(0, loosest[k] - 2), repetition);
      loosest[k] = result.tolerance;
      theirs[k].push_back(result.seconds);
      ours[k].push_back(our_time(method, problem, objective, repetition));
    }
  }
  const auto text = [](double number, int digits) {
    return std::isfinite(number) ? fmt::format("{:.{}f}", number, digits) : std::string("never");
  };
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const double our_median = median(ours[k]);
    const double their_median = median(theirs[k]);
    const bool has_ratio = std::isfinite(our_median) && std::isfinite(their_median);
    fmt::print("{:<18} {:<28} {:<17} {:>4} {:>7.0e} {:>10} {:>10} {:>7} {:>10} {:>9.1e}\n", name,
               name_of(contest.loss), contest.method, contest.rival, targets[k], text(our_median, 4),
               text(their_median, 4), has_ratio ? text(our_median / their_median, 2) : "-",
               std::isfinite(their_median) ? fmt::format("{:.1e}", tolerance_at(loosest[k])) : "-",
               optimum.gap());
    std::fflush(stdout);
  }
}

/// The fastest of several competitors, by medians.
struct Fastest {
  std::string name = "-";
  double seconds = never;

  void consider(const std::string& other, const std::vector<double>& times) {
    const double middle = median(times);
    if (middle < seconds) *this = {other, middle};
  }
};

/// Our own methods that take the problem and need no constant chosen first.
std::vector<const Method*> competitors(const Problem& problem) {
  std::vector<const Method*> all;
  for (const Method* method : methods()) {
    const bool is_left_to_tuning = std::ranges::any_of(method->options, [&](const Option& option) {
      return option.is_left_to_tuning({}) &&
             option.matters(problem.regularizer(), OptionValues(method->options, {}));
    });
    const bool fits =
        !method->too_wide || !method->too_wide(problem.loss(), problem.regularizer(), problem.n());
    if (capability(*method, problem.loss(), problem.regularizer()) != nullptr && fits && !is_left_to_tuning &&
        !method->sampled_by_tolerance)
      all.push_back(method);
  }
  return all;
}

void race(const std::string& name, const Problem& problem, const Race& race) {
  const CertifiedOptimum optimum = certify(problem, {.gap = 1e-9, .seconds = most_seconds});
  const LiblinearProblem peer(problem);
  for (const double target : targets) {
    const double objective = optimum.lower_bound * (1 + target);
    Fastest theirs;
    for (const int rival : race.rivals) {
      std::vector<double> times;
      int loosest = 0;
      for (unsigned int seed = 1; seed <= repetitions; ++seed) {
        const Result result = peer_time(peer, problem, rival, objective, std::max(0, loosest - 2), seed);
        loosest = result.tolerance;
        times.push_back(result.seconds);
      }
      theirs.consider(fmt::format("-s {}", rival), times);
    }
    Fastest ours;
    for (const Method* method : competitors(problem)) {
      std::vector<double> times;
      for (unsigned int seed = 1; seed <= repetitions; ++seed) {
        // One that takes several times as long will not be the fastest.
        const double at_most = 4 * std::min({ours.seconds, theirs.seconds, most_seconds});
        times.push_back(our_time(*method, problem, objective, seed, at_most));
        if (times.back() == never) break;
      }
      ours.consider(method->name, times);
    }
    fmt::print("{:<18} {:<14} {:<4} {:>7.0e} {:>18} {:>10.5f} {:>6} {:>10.5f} {:>7.2f} {:>9.1e}\n", name,
               name_of(race.loss), name_of(race.regularizer), target, ours.name, ours.seconds, theirs.name,
               theirs.seconds, ours.seconds / theirs.seconds, optimum.gap());
    std::fflush(stdout);
  }
}

bool is_registered(const std::string& name) {
  const auto all = methods();
  return std::any_of(all.begin(), all.end(), [&](const Method* method) { return method->name == name; });
}

void compete_on(const std::string& path, const std::string& only) {
  RawSample raw = read_libsvm(path);
  const bool has_classes = std::set<double>(raw.labels.begin(), raw.labels.end()).size() == 2;
  const Sample sample = has_classes
                            ? make_classification_sample(std::move(raw.rows), std::move(raw.labels), path)
                            : Sample{std::move(raw.rows), std::move(raw.labels)};
  const std::string name = std::filesystem::path(path).filename().string();
  const double lambda = 1.0 / sample.rows.outer_size();
  if (only == best_of_all) {
    if (!has_classes) throw ConfigError(path + ": has other targets than two classes");
    for (const Race& each : races()) race(name, Problem(sample, each.loss, each.regularizer, lambda), each);
    return;
  }
  for (const Contest& contest : contests) {
    if ((description_of(contest.loss).task == Task::classification) != has_classes) continue;
    if (!only.empty() && only != contest.method) continue;
    compete(name, Problem(sample, contest.loss, RegularizerKind::l2, lambda), contest);
  }
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    std::string only = argc > 1 ? argv[1] : "";
    if (only != benchmark::best_of_all && !benchmark::is_registered(only)) only.clear();
    const int first = only.empty() ? 1 : 2;
    if (argc <= first) throw ConfigError("usage: liblinear_benchmark [METHOD|--best] FILE...");
    fmt::print("CPU seconds to a relative suboptimality, medians of {} repetitions\n",
               benchmark::repetitions);
    if (only == benchmark::best_of_all) {
      fmt::print("{:<18} {:<14} {:<4} {:>7} {:>18} {:>10} {:>6} {:>10} {:>7} {:>9}\n", "data", "loss", "P",
                 "target", "our fastest", "ours", "-s", "LIBLINEAR", "ratio", "gap of F*");
    } else {
      fmt::print("{:<18} {:<28} {:<17} {:>4} {:>7} {:>10} {:>10} {:>7} {:>10} {:>9}\n", "data", "loss",
                 "method", "-s", "target", "ours", "LIBLINEAR", "ratio", "tolerance", "gap of F*");
    }
    for (int k = first; k < argc; ++k) benchmark::compete_on(argv[k], only);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
