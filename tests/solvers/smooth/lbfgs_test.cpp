#include <cmath>

#include "solvers/smooth/line_search.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("L-BFGS: the line search ends at a step that meets the strong Wolfe conditions") {
  struct Line {
    const char* name;
    double (*value)(double);
    double (*slope)(double);
  };
  const std::vector<Line> lines{
      {"parabola", [](double t) { return (t - 3) * (t - 3); }, [](double t) { return 2 * (t - 3); }},
      {"logarithm", [](double t) { return t / 50 - std::log1p(t); },
       [](double t) { return 0.02 - 1 / (1 + t); }},
      {"quartic", [](double t) { return std::pow(t - 1, 4); },
       [](double t) { return 4 * std::pow(t - 1, 3); }},
      {"wall at 2", [](double t) { return t < 2 ? -t - 0.1 * std::log(2 - t) : NAN; },
       [](double t) { return t < 2 ? -1 + 0.1 / (2 - t) : NAN; }},
      {"two valleys", [](double t) { return -t / 10 + std::sin(3 * t) / 5 - 0.6 * t + t * t / 9; },
       [](double t) { return -0.7 + 0.6 * std::cos(3 * t) + t / 4.5; }}};
  for (const Line& line : lines) {
    for (const double first : {1e-6, 0.1, 1.0, 30.0, 1e6}) {
      CAPTURE(line.name, first);
      StrongWolfe search;
      search.begin(line.slope(0), first);
      double t = search.step();
      while (!search.accepts(line.value(t) - line.value(0), line.slope(t))) {
        REQUIRE_FALSE(search.failed());
        t = search.step();
      }
      CHECK(line.value(t) <= line.value(0) + 1e-4 * t * line.slope(0));
      CHECK(std::abs(line.slope(t)) <= 0.9 * std::abs(line.slope(0)));
    }
  }
}

TEST_CASE("L-BFGS: the objective never rises, and it ends at a zero gradient, whatever C and memory") {
  for (const LossKind loss : smooth_losses) {
    const Sample sample = random_sample_for(loss, 31, 60, 12);
    for (const double C : {1e-4, 1.0, 1e3}) {
      for (const double memory : {1.0, 10.0}) {
        CAPTURE(name_of(loss), C, memory);
        const Problem problem(sample, loss, RegularizerKind::l2, 1 / (C * 60));
        const auto solver = start("lbfgs", problem, {{"memory", memory}});
        check_descent(*solver, problem, 20'000);
        CHECK(certified_gap(*solver, problem) < 1e-9);
      }
    }
  }
}

TEST_CASE("L-BFGS: with a pair for every variable it solves a quadratic problem in few steps") {
  // No row is within the margin's kink: the squared hinge is quadratic there.
  const Sample sample = random_sample(32, 40, 8);
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 10);
  const auto solver = start("lbfgs", problem);
  const Progress progress = solver->advance(1'000'000);
  CHECK(progress.status == Status::converged);
  CHECK(progress.updates <= 20);
}
