// CPU time of permuted_dcd against LIBLINEAR's solver of the same dual, `train -s 3 -c 1`, to the same primal
// objective.
//
//   liblinear_dcd_benchmark FILE...      LIBSVM files
//
// LIBLINEAR is run with falling tolerances; for each, the objective that it ends with is the target, and
// permuted_dcd's time is where its curve (one point a pass, the objective evaluated off the clock) first
// crosses the target. Both times include the set-up of the solver and neither includes reading or converting
// data.

#include <fmt/format.h>
#include <linear.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "datasets/errors.hpp"
#include "solvers/method.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int repetitions = 5;
constexpr std::array tolerances{1.0, 0.1, 0.01, 1e-3, 1e-4};

/// The sample in LIBLINEAR's own structures.
class LiblinearProblem {
 public:
  explicit LiblinearProblem(const Sample& sample) : labels_(sample.labels) {
    nodes_.reserve(static_cast<std::size_t>(sample.rows.nonzeros() + sample.rows.lines()));
    for (Index i = 0; i < sample.rows.lines(); ++i) {
      rows_.push_back(nodes_.data() + nodes_.size());
      for (const Entry& entry : sample.rows[i]) {
        nodes_.push_back(
            {entry.index + 1, labels_[static_cast<std::size_t>(i)] * static_cast<double>(entry.value)});
      }
      nodes_.push_back({-1, 0});
    }
    problem_ = {.l = sample.rows.lines(),
                .n = sample.rows.width(),
                .y = labels_.data(),
                .x = rows_.data(),
                .bias = -1};
  }

  struct Outcome {
    double seconds;
    double objective;
  };

  /// `train -s 3 -c 1`.
  Outcome train(double tolerance, const Problem& judge) const {
    parameter options{};
    options.solver_type = L2R_L1LOSS_SVC_DUAL;
    options.eps = tolerance;
    options.C = 1;
    model* trained = nullptr;
    const double seconds = seconds_of([&] { trained = ::train(&problem_, &options); });
    std::vector<double> w(trained->w, trained->w + trained->nr_feature);
    // Its weights separate its first label from the other.
    if (trained->label[0] < 0) {
      for (double& w_j : w) w_j = -w_j;
    }
    free_and_destroy_model(&trained);
    return {seconds, judge.objective(w)};
  }

 private:
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> rows_;
  std::vector<double> labels_;
  ::problem problem_{};
};

/// CPU seconds that permuted_dcd needs to each of the falling target objectives.
std::vector<double> times_to(const std::vector<double>& targets, const Problem& problem, bool shrinking,
                             std::uint64_t seed) {
  const Method& method = find_method("permuted_dcd");
  std::unique_ptr<Solver> solver;
  double seconds = seconds_of([&] {
    solver =
        make_solver(method, problem, OptionValues(method.options, {{"shrinking", shrinking}}), Random(seed));
  });
  const auto pass = static_cast<std::uint64_t>(problem.rows().nonzeros());
  std::vector<double> w(static_cast<std::size_t>(problem.n()), 0.0);
  double objective = problem.objective(w);
  std::vector<double> times;
  for (int passes = 0; times.size() < targets.size() && passes < 20'000; ++passes) {
    const double seconds_before = seconds;
    const double objective_before = objective;
    seconds += seconds_of([&] { solver->advance(pass); });
    solver->weights(w);
    objective = problem.objective(w);
    while (times.size() < targets.size() && objective <= targets[times.size()]) {
      const double drop = objective_before - objective;
      const double share = drop > 0 ? (objective_before - targets[times.size()]) / drop : 1;
      times.push_back(seconds_before + std::clamp(share, 0.0, 1.0) * (seconds - seconds_before));
    }
  }
  times.resize(targets.size(), std::numeric_limits<double>::infinity());
  return times;
}

void compete(const std::string& path) {
  const Sample sample = load(path);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1.0 / sample.rows.lines());
  const LiblinearProblem peer(sample);

  std::array<std::vector<double>, tolerances.size()> peer_seconds;
  std::array<std::vector<double>, tolerances.size()> peer_objectives;
  std::array<std::array<std::vector<double>, tolerances.size()>, 2> our_seconds;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<double> targets;
    for (std::size_t k = 0; k < tolerances.size(); ++k) {
      const auto outcome = peer.train(tolerances[k], problem);
      peer_seconds[k].push_back(outcome.seconds);
      peer_objectives[k].push_back(outcome.objective);
      // A run that happens to end above the one before it, with a larger tolerance, is no harder to reach.
      targets.push_back(targets.empty() ? outcome.objective : std::min(outcome.objective, targets.back()));
    }
    for (const std::size_t shrinking : {0U, 1U}) {
      const auto times = times_to(targets, problem, shrinking == 1, static_cast<std::uint64_t>(repetition));
      for (std::size_t k = 0; k < times.size(); ++k) our_seconds[shrinking][k].push_back(times[k]);
    }
  }

  for (std::size_t k = 0; k < tolerances.size(); ++k) {
    const double theirs = median(peer_seconds[k]);
    const double whole = median(our_seconds[0][k]);
    const double shrunk = median(our_seconds[1][k]);
    fmt::print("{:<18} {:>7} {:>15.10f} {:>10.4f} {:>10.4f} {:>10.4f} {:>7.2f} {:>7.2f}\n",
               std::filesystem::path(path).filename().string(), tolerances[k], median(peer_objectives[k]),
               theirs, whole, shrunk, whole / theirs, shrunk / theirs);
  }
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    if (argc < 2) throw ConfigError("usage: liblinear_dcd_benchmark FILE...");
    set_print_string_function([](const char*) {});
    fmt::print(
        "CPU seconds to LIBLINEAR's final objective, medians of {} interleaved repetitions\n"
        "{:<18} {:>7} {:>15} {:>10} {:>10} {:>10} {:>7} {:>7}\n",
        benchmark::repetitions, "data", "eps", "objective", "LIBLINEAR", "permuted", "shrinking", "ratio",
        "ratio");
    for (int k = 1; k < argc; ++k) benchmark::compete(argv[k]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
