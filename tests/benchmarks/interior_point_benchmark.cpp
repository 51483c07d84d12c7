// Compares CertifiedOptimum solvers with HiGHS's interior point on the same linear program, hinge + L1 with λ
// = 1/m. Also compares the hot loop, forming ZᵀΛ⁻¹Z, with the machine's limits.
//
//   interior_point_benchmark FILE[:METHOD]...      LIBSVM files, METHOD a registered one (interior_point)
//
// Our time is the CPU time to build the solver and run it until it converges, the median of some runs. The
// peer's time is the solve alone in one run of highs_peer.py, with SciPy in Python: DESCENT_PYTHON, or
// /usr/bin/python3.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "support/errors.hpp"
#include "support/numbers/random.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int repetitions = 5;

struct Contest {
  std::string path;
  std::string method = "interior_point";

  std::string name() const { return std::filesystem::path(path).filename().string(); }
};

Contest parse(const std::string& argument) {
  const std::size_t colon = argument.rfind(':');
  if (colon == std::string::npos) return {argument};
  return {argument.substr(0, colon), argument.substr(colon + 1)};
}

struct Outcome {
  double seconds = 0;
  double objective = 0;
  double gap = 0;  ///< relative
  std::uint64_t updates = 0;
  bool converged = false;
};

Outcome solve(const Problem& problem, const std::string& name) {
  const Method& method = find_method(name);
  std::unique_ptr<Solver> solver;
  Progress progress;
  Outcome outcome;
  outcome.seconds = seconds_of([&] {
    solver = make_solver(method, problem, OptionValues(method.options, {}), Random(1));
    do progress = solver->advance(1);
    while (progress.status == Status::running);
  });
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  solver->weights(w);
  outcome.objective = problem.objective(w);
  if (const auto a = solver->dual()) outcome.gap = 1 - problem.lower_bound(*a) / outcome.objective;
  outcome.updates = progress.updates;
  outcome.converged = progress.status == Status::converged;
  return outcome;
}

Outcome solve_by_highs(const std::string& path) {
  const char* python = std::getenv("DESCENT_PYTHON");
  const auto script = std::filesystem::path(__FILE__).parent_path() / "highs_peer.py";
  const std::string command =
      fmt::format("{} '{}' '{}'", python == nullptr ? "/usr/bin/python3" : python, script.string(), path);
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), pclose);
  Outcome outcome;
  std::array<char, 16> word{};
  if (!output ||
      std::fscanf(output.get(), "%lf %lf %15s", &outcome.seconds, &outcome.objective, word.data()) != 3) {
    throw RunError(fmt::format("the peer gave no result: {}", command));
  }
  outcome.converged = std::string(word.data()) == "optimal";
  return outcome;
}

void compete(const Contest& contest) {
  const Sample sample = load(contest.path);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1.0 / sample.rows.outer_size());
  std::vector<double> seconds;
  Outcome ours;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    ours = solve(problem, contest.method);
    seconds.push_back(ours.seconds);
  }
  const Outcome theirs = solve_by_highs(contest.path);
  fmt::print("{:<16} {:<18} {:>4} {:>9.4f} {:>9.3f} {:>7.1f}x {:>16.12f} {:>9.1e} {:>9.1e}{}\n",
             contest.name(), contest.method, ours.updates, median(seconds), theirs.seconds,
             theirs.seconds / median(seconds), ours.objective, ours.gap,
             theirs.objective / ours.objective - 1,
             ours.converged && theirs.converged ? "" : "  NOT CONVERGED");
}

/// Multiply-adds of doubles in registers, 10⁹ flop/s: the limit of anything that multiplies.
double arithmetic_peak() {
  constexpr int lanes = 64;
  constexpr int rounds = 20'000'000;
  std::array<double, lanes> sums{};
  volatile double unknown = 0.999;
  const double factor = unknown;
  const double seconds = seconds_of([&] {
    for (int round = 0; round < rounds; ++round) {
      for (double& sum : sums) sum = sum * factor + factor;
    }
  });
  unknown = std::accumulate(sums.begin(), sums.end(), 0.0);
  return 2e-9 * lanes * rounds / seconds;
}

/// Scattered multiply-adds from one long line into a vector, both in the first-level cache, 10⁹ flop/s: the
/// limit of the memory ports when a product needs an index, a value, a load and a store.
double scatter_peak() {
  constexpr Index length = 1024;
  constexpr int rounds = 20'000;
  std::vector<SingleEntry> entries;
  for (Index k = 0; k < length; ++k) entries.push_back({k, 1});
  Random random(1);
  shuffle(entries.begin(), entries.end(), random);
  const Line line(std::as_bytes(std::span(entries)).data(), entries.size(), {Storage::single_precision});
  std::vector<double> sums(static_cast<std::size_t>(length), 0.0);
  const double seconds = seconds_of([&] {
    for (int round = 0; round < rounds; ++round) add(line, 1e-3 * round, sums.data());
  });
  return 2e-9 * length * rounds / seconds;
}

/// Rows of 30 to 60 normal values in columns of very different popularity, like the columns that column
/// generation picks from text.
SparseMatrix popular_columns(Index m, Index n) {
  Random random(3);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < m; ++i) {
    std::vector<Index> chosen;
    for (std::uint64_t k = 30 + random.below(31); k > 0; --k) {
      chosen.push_back(std::min(n - 1, static_cast<Index>(n * std::pow(random.uniform(), 2.0))));
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const Index j : chosen) entries.push_back({j, random.normal()});
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), std::move(entries), n};
}

/// Multiply-adds that form the lower triangle once.
std::size_t products_of(const SparseMatrix& rows) {
  std::size_t sum = 0;
  for (Index i = 0; i < rows.outer_size(); ++i) sum += rows[i].size() * (rows[i].size() + 1) / 2;
  return sum;
}

void time_kernels(const std::string& name, const SparseMatrix& rows, double arithmetic, double scatter) {
  const auto n = static_cast<std::size_t>(rows.inner_size());
  std::vector<double> weight(static_cast<std::size_t>(rows.outer_size()));
  Random random(2);
  for (double& weight_i : weight) weight_i = random.uniform();
  std::vector<double> matrix(n * n);
  const auto chosen = NormalMatrix(rows).kernel();
  for (const auto kernel : {NormalMatrix::Kernel::by_rows, NormalMatrix::Kernel::by_columns}) {
    NormalMatrix normal_matrix(rows, kernel);
    std::vector<double> seconds;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      seconds.push_back(seconds_of([&] { normal_matrix.form(weight, matrix); }));
    }
    const double speed = 2e-9 * static_cast<double>(products_of(rows)) / median(seconds);
    fmt::print("{:<16} {:>6} {:<11}{} {:>9.3f} {:>9.2f} {:>9.0f} % {:>9.0f} %\n", name, rows.inner_size(),
               kernel == NormalMatrix::Kernel::by_rows ? "by rows" : "by columns",
               kernel == chosen ? '*' : ' ', 1e3 * median(seconds), speed, 100 * speed / scatter,
               100 * speed / arithmetic);
  }
}

void report_kernels(const std::vector<Contest>& contests) {
  const double arithmetic = arithmetic_peak();
  const double scatter = scatter_peak();
  fmt::print(
      "\nForming the lower triangle of ZᵀΛ⁻¹Z (* the kernel that is used); a product is one multiply-add\n"
      "multiply-adds in registers {:.1f} GFlop/s, scattered into the first-level cache {:.1f} GFlop/s\n"
      "{:<16} {:>6} {:<12} {:>9} {:>9} {:>11} {:>11}\n",
      arithmetic, scatter, "data", "n", "kernel", "ms", "GFlop/s", "of scatter", "of peak");
  for (const Contest& contest : contests) {
    const Sample sample = load(contest.path);
    if (sample.rows.inner_size() <= 10'000) time_kernels(contest.name(), sample.rows, arithmetic, scatter);
  }
  for (const Index n : {500, 1000, 2000}) {
    time_kernels("popular columns", popular_columns(11'000, n), arithmetic, scatter);
  }
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    if (argc < 2) throw ConfigError("usage: interior_point_benchmark FILE[:METHOD]...");
    std::vector<benchmark::Contest> contests;
    for (int k = 1; k < argc; ++k) contests.push_back(benchmark::parse(argv[k]));
    fmt::print(
        "CPU seconds to the optimum of hinge + L1, λ = 1/m: ours to a certified gap (median of {}), HiGHS's\n"
        "interior point as it stops by itself; 'HiGHS' at the end: how far its objective is from ours\n"
        "{:<16} {:<18} {:>4} {:>9} {:>9} {:>8} {:>16} {:>9} {:>9}\n",
        benchmark::repetitions, "data", "method", "its", "ours", "HiGHS", "ratio", "objective", "gap",
        "HiGHS");
    for (const auto& contest : contests) benchmark::compete(contest);
    benchmark::report_kernels(contests);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
