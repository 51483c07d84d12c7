// Methods reach optima known from elsewhere: interior-point solutions of λ = 1/m problems without bias,
// certified to 1e-10 relative. Work is given in passes, so that nothing depends on time.

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct Known {
  std::string file;
  double hinge_l1;
  double hinge_l2;
  double norm1;  ///< ‖w*‖₁ under L1
};

const Known heart_scale{"heart_scale", 0.369962505818, 0.35740102961, 4.6101744};
const Known a9a{"a9a", 0.351916187404, 0.351150385339, 33.777715};
const Known covtype_15k{"covtype-15k.bz2", 0.581603881757, 0.584741782602, 62.057582};

/// Iterates may be below the optimum only as far as float values explain (the oracles hold for the file's
/// doubles).
constexpr double rounding = 1e-7;

Problem hinge_problem(const Sample& sample, RegularizerKind kind) {
  return Problem(sample, LossKind::hinge, kind, 1.0 / sample.rows.outer_size());
}

/// F/F* − 1 of the best iterate at `checkpoints` geometric amounts of work; checks each iterate against F*.
double closest(const std::string& name, const Problem& problem, const Given& given, double optimum,
               double passes, int checkpoints = 20) {
  const auto solver = start(name, problem, given);
  double best = infinity;
  double done = 0;
  for (int k = 1; k <= checkpoints; ++k) {
    const double until = std::pow(passes, static_cast<double>(k) / checkpoints);
    advance_passes(*solver, problem, until - done);
    done = until;
    const double objective = problem.objective(weights_of(*solver, problem));
    REQUIRE(objective >= optimum * (1 - rounding));
    if (const auto a = solver->dual()) REQUIRE(problem.lower_bound(*a) <= optimum * (1 + rounding));
    best = std::min(best, objective / optimum - 1);
  }
  return best;
}

/// Runs until primal and dual value are both within 1e-6 of the optimum, at most this many passes.
void check_certified(const std::string& name, const Problem& problem, const Given& given, double optimum,
                     double most_passes) {
  CAPTURE(name);
  const auto solver = start(name, problem, given);
  double objective = infinity;
  double bound = 0;
  for (double passes = 0; passes < most_passes && objective - bound > 1e-6 * optimum;
       passes += most_passes / 60) {
    advance_passes(*solver, problem, most_passes / 60);
    objective = problem.objective(weights_of(*solver, problem));
    bound = problem.lower_bound(*solver->dual());
    REQUIRE(objective >= optimum * (1 - rounding));
    REQUIRE(bound <= optimum * (1 + rounding));
  }
  CHECK(objective <= optimum * (1 + 1e-6));
  CHECK(bound >= optimum * (1 - 1e-6));
}

}  // namespace

TEST_CASE("optimum: the dual methods reach and certify it on covtype-15k and a9a") {
  for (const Known& known : {covtype_15k, a9a}) {
    const auto sample = real_sample(known.file);
    if (!sample) continue;
    CAPTURE(known.file);
    const Problem problem = hinge_problem(*sample, RegularizerKind::l2);
    check_certified("stochastic_dcd", problem, {}, known.hinge_l2, 4000);
    check_certified("permuted_dcd", problem, {{"shrinking", false}}, known.hinge_l2, 4000);
    check_certified("permuted_dcd", problem, {{"shrinking", true}}, known.hinge_l2, 400);
  }
}

// The fixed order is far slower than random orders on these two. After 20,000 passes, ten times what random
// orders need for 1e-6, it is still at 9e-5 on a9a and 3e-5 on covtype-15k.
TEST_CASE("optimum: cyclic DCD comes near it on a9a and covtype-15k") {
  for (const Known& known : {a9a, covtype_15k}) {
    const auto sample = real_sample(known.file);
    if (!sample) continue;
    const Problem problem = hinge_problem(*sample, RegularizerKind::l2);
    CHECK(closest("cyclic_dcd", problem, {}, known.hinge_l2, 600) < 5e-3);
  }
}

TEST_CASE("optimum: with a good step constant the primal methods come within 2 % on a9a") {
  const auto sample = real_sample(a9a.file);
  if (!sample) return;
  struct Run {
    std::string name;
    RegularizerKind kind;
    Given given;
    double passes;
  };
  const auto l1 = RegularizerKind::l1;
  const auto l2 = RegularizerKind::l2;
  const std::vector<Run> runs{
      {"nonsmooth_scd", l1, {{"step", 10.0}}, 60},
      {"nonsmooth_scd", l1, {{"step", 10.0}, {"selection", "permuted"}}, 60},
      {"nonsmooth_scd", l2, {{"step", 3.0}, {"offset", true}}, 60},
      {"batch_comid", l1, {{"step", 10.0}}, 300},
      {"batch_comid", l2, {{"step", 1.0}, {"offset", true}}, 300},
      {"batch_rda", l2, {{"step", 1.0}, {"offset", true}}, 300},
      {"batch_rda", l1, {{"step", 10.0}}, 300},
      {"subgradient", l1, {{"step", 10.0}}, 300},
      {"online_comid", l1, {{"step", 1.0}}, 30},
      {"online_comid", l2, {{"step", 1.0}, {"offset", true}}, 300},
      {"online_rda", l1, {{"step", 1.0}}, 30},
      {"online_rda", l2, {}, 300},
      {"pegasos", l2, {}, 300},
      {"pegasos", l2, {{"step", 1.0}, {"offset", true}}, 300},
      {"l1_psa", l1, {{"step", 1.0}, {"radius", a9a.norm1}}, 30},
      {"l1_psa", l1, {{"step", 10.0}, {"radius", a9a.norm1}, {"batch", "full"}}, 300},
  };
  const Problem under_l1 = hinge_problem(*sample, l1);
  const Problem under_l2 = hinge_problem(*sample, l2);
  for (const Run& run : runs) {
    CAPTURE(run.name, name_of(run.kind));
    const bool is_l1 = run.kind == l1;
    CHECK(closest(run.name, is_l1 ? under_l1 : under_l2, run.given, is_l1 ? a9a.hinge_l1 : a9a.hinge_l2,
                  run.passes) < 0.02);
  }
}

// With the default step constants: near enough to show that each method solves this problem and no other.
TEST_CASE("optimum: every hinge method comes within 3 % on heart_scale, and none below it") {
  const auto sample = real_sample(heart_scale.file);
  if (!sample) return;
  for (const Method* method : methods()) {
    for (const Capability& solved : method->solves) {
      if (solved.loss != LossKind::hinge) continue;
      CAPTURE(method->name, name_of(solved.regularizer));
      const Problem problem = hinge_problem(*sample, solved.regularizer);
      const bool is_l1 = solved.regularizer == RegularizerKind::l1;
      Given given;
      if (method->name == "l1_psa") given["radius"] = heart_scale.norm1;
      CHECK(closest(method->name, problem, given, is_l1 ? heart_scale.hinge_l1 : heart_scale.hinge_l2, 3000,
                    40) < 0.03);
    }
  }
}
