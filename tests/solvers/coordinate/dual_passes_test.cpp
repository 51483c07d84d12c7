// The passes of dual methods: which variables are left out, when all come back, and when the rule holds.

#include "solvers/coordinate/dual_passes.hpp"

#include <initializer_list>
#include <utility>

#include "solvers/coordinate/gradient_range.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// A rule on the sum of violations.
struct Sum {
  void note(double violation) { sum += violation; }
  bool is_small(double tolerance) const { return sum <= tolerance; }
  void tighten() { is_tight = true; }
  void relax() { is_tight = false; }
  void reset() { sum = 0; }
  double sum = 0;
  bool is_tight = false;
};

ShrinkingPasses<Sum> three_variables(bool shrinking, double tolerance, int max_shrunk_passes) {
  PassSettings settings(tolerance);
  settings.shrinking = shrinking;
  settings.max_shrunk_passes = max_shrunk_passes;
  return {{0, 1, 2}, settings, Random(1)};
}

/// Makes a pass in which active variable i has violation[i], and variables below 0 are left out. Returns
/// whether the stopping rule holds; the next pass begins.
bool pass(ShrinkingPasses<Sum>& passes, const std::vector<double>& violations) {
  while (!passes.at_end()) {
    const double violation = violations[static_cast<std::size_t>(passes.current())];
    if (violation < 0)
      passes.leave_out();
    else
      passes.keep(violation);
  }
  const bool holds = passes.rule_holds();
  passes.begin_next();
  return holds;
}

/// The variables of the pass that begins now, ascending.
std::vector<Index> active(const ShrinkingPasses<Sum>& passes) {
  std::vector<Index> visited(passes.active().begin(), passes.active().end());
  std::sort(visited.begin(), visited.end());
  return visited;
}

}  // namespace

TEST_CASE("dual passes: the rule holds after a pass over all variables only") {
  auto passes = three_variables(true, 1, 100);
  CHECK_FALSE(pass(passes, {5, 2, 3}));
  CHECK(passes.rule().is_tight);
  CHECK_FALSE(pass(passes, {0.5, 0.4, -1}));  // small enough, but the third variable was left out
  CHECK(active(passes) == std::vector<Index>{0, 1, 2});
  CHECK_FALSE(passes.rule().is_tight);
  CHECK_FALSE(pass(passes, {0.5, 0.3, 0.3}));
  CHECK(pass(passes, {0.4, 0.3, 0.2}));
}

TEST_CASE("dual passes: where the rule holds and the run goes on, it takes a tenth, without shrinking") {
  auto passes = three_variables(true, 1, 100);
  CHECK(pass(passes, {0.4, 0.3, 0.2}));
  CHECK_FALSE(pass(passes, {0.4, 0.3, 0.2}));
  CHECK_FALSE(passes.rule().is_tight);
  CHECK(pass(passes, {0.04, 0.03, 0.02}));
}

TEST_CASE("dual passes: all variables come back after at most so many passes") {
  for (const int most : {1, 2, 5}) {
    auto passes = three_variables(true, 1e-10, most);
    for (int round = 0; round < 3; ++round) {
      for (int k = 1; k < most; ++k) {
        CHECK_FALSE(pass(passes, {1, 1, -1}));
        CHECK(active(passes) == std::vector<Index>{0, 1});
      }
      CHECK_FALSE(pass(passes, {1, 1, -1}));
      CHECK(active(passes) == std::vector<Index>{0, 1, 2});
    }
  }
  auto whole = three_variables(false, 1, 100);
  CHECK_FALSE(pass(whole, {5, 2, 3}));
  CHECK_FALSE(whole.rule().is_tight);
}

TEST_CASE(
    "dual passes: a bound for shrinking is the extreme gradient of the pass before, if it has that sign") {
  const auto bounds_after = [](std::initializer_list<double> gradients) {
    GradientRange range;
    for (const double PG : gradients) range.note(PG);
    range.tighten();
    return std::pair(range.lower(), range.upper());
  };
  CHECK(bounds_after({-3, 2, -1, 0.5}) == std::pair(-3.0, 2.0));
  CHECK(bounds_after({2, 0.5, 0}) == std::pair(-infinity, 2.0));
  CHECK(bounds_after({-3, 0}) == std::pair(-3.0, infinity));
}
