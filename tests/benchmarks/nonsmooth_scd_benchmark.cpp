// Compares the cost of a stored entry in nonsmooth_scd with a plain loop that visits the same columns in the
// same order with the same arithmetic, but without draws, prefetching, slices or bookkeeping.
//
//   nonsmooth_scd_benchmark FILE[:C]...      LIBSVM files, C the step constant (10 if not given)

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/loss.hpp"
#include "support/errors.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int repetitions = 15;
constexpr std::uint64_t seed = 1;

struct Contest {
  std::string path;
  double c = 10;
};

Contest parse(const std::string& argument) {
  const std::size_t colon = argument.rfind(':');
  if (colon == std::string::npos) return {argument};
  return {argument.substr(0, colon), std::stod(argument.substr(colon + 1))};
}

/// The plain loop, hinge with the L1 or L2 proximal step and η = c/√t.
template <class Regularizer>
class HandLoop {
 public:
  HandLoop(const Problem& problem, double c)
      : columns_(problem.columns()),
        m_(problem.m()),
        lambda_(problem.lambda()),
        c_(c),
        visited_(nonempty_lines(columns_)),
        random_(seed),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        z_(static_cast<std::size_t>(problem.m()), 0.0) {}

  /// Draws the columns of the next steps, off the clock, until they hold this many entries.
  std::vector<Index> draw(std::uint64_t nonzeros) {
    std::vector<Index> order;
    for (std::uint64_t drawn = 0; drawn < nonzeros; drawn += columns_[order.back()].size()) {
      order.push_back(visited_[random_.below(visited_.size())]);
    }
    return order;
  }

  void walk(std::span<const Index> order) {
    for (const Index j : order) {
      double g = 0;
      for_each_entry(columns_[j], [&](Index i, double value) {
        g += Hinge::derivative(z_[static_cast<std::size_t>(i)]) * value;
      });
      g /= m_;
      const double eta =
          c_ / std::sqrt(1 + static_cast<double>(steps_++) / static_cast<double>(visited_.size()));
      double& w_j = w_[static_cast<std::size_t>(j)];
      const double change = Regularizer::prox(w_j - eta * g, eta * lambda_) - w_j;
      if (change == 0) continue;
      w_j += change;
      for_each_entry(columns_[j],
                     [&](Index i, double value) { z_[static_cast<std::size_t>(i)] += change * value; });
    }
  }

  std::span<const double> weights() const { return w_; }

 private:
  const SparseMatrix& columns_;
  double m_;
  double lambda_;
  double c_;
  std::vector<Index> visited_;
  Random random_;
  std::uint64_t steps_ = 0;
  std::vector<double> w_;
  std::vector<double> z_;
};

template <class Regularizer>
void compete(const Contest& contest, const Sample& sample) {
  const Problem problem(sample, LossKind::hinge, Regularizer::kind, 1.0 / sample.rows.outer_size());
  const auto nnz = static_cast<std::uint64_t>(sample.rows.nonzeros());
  const std::uint64_t chunk = std::max<std::uint64_t>(nnz, 2'000'000);
  const Method& method = find_method("nonsmooth_scd");
  const auto solver = make_solver(
      method, problem, OptionValues(method.options, {{"step", contest.c}, {"schedule", "inverse_sqrt"}}),
      Random(seed));
  HandLoop<Regularizer> hand_loop(problem, contest.c);

  std::vector<double> ours;
  std::vector<double> plain;
  std::vector<double> ratios;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const std::vector<Index> order = hand_loop.draw(chunk);
    const double plain_seconds = seconds_of([&] { hand_loop.walk(order); });
    const double our_seconds = seconds_of([&] { solver->advance(chunk); });
    plain.push_back(plain_seconds);
    ours.push_back(our_seconds);
    ratios.push_back(our_seconds / plain_seconds);
  }
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  solver->weights(w);
  double difference = 0;
  for (std::size_t j = 0; j < w.size(); ++j)
    difference = std::max(difference, std::abs(w[j] - hand_loop.weights()[j]));

  const double to_nanoseconds = 1e9 / static_cast<double>(chunk);
  fmt::print("{:<20} {:>3} {:>10.0f} {:>12.2f} {:>12.2f} {:>7.2f}   {:.1e}\n",
             std::filesystem::path(contest.path).filename().string(), Regularizer::name,
             static_cast<double>(nnz) / static_cast<double>(nonempty_lines(problem.columns()).size()),
             median(plain) * to_nanoseconds, median(ours) * to_nanoseconds, median(ratios), difference);
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    if (argc < 2) throw ConfigError("usage: nonsmooth_scd_benchmark FILE[:C]...");
    fmt::print(
        "CPU nanoseconds a stored entry, medians of {} interleaved repetitions; same: largest difference "
        "between\n"
        "the two programs' weights at the end\n{:<20} {:>3} {:>10} {:>12} {:>12} {:>7}   {}\n",
        benchmark::repetitions, "data", "R", "nnz/column", "plain loop", "solver", "ratio", "same");
    for (int k = 1; k < argc; ++k) {
      const benchmark::Contest contest = benchmark::parse(argv[k]);
      const Sample sample = benchmark::load(contest.path);
      benchmark::compete<L1>(contest, sample);
      benchmark::compete<L2>(contest, sample);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
