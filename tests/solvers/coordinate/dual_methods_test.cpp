// Promises of every dual coordinate descent method, for each of its losses.

#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::vector<std::string> names{"cyclic_dcd",       "stochastic_dcd", "permuted_dcd",
                                     "dual_cd_logistic", "svr_dual_cd",    "svr_dual_cd_2l"};

bool has_option(const std::string& method, const std::string& name) {
  const auto& options = find_method(method).options;
  return std::ranges::any_of(options, [&](const Option& option) { return option.name == name; });
}

/// Every method with each of its losses.
template <class Check>
void for_each_dual_method(const Check& check) {
  for (const std::string& name : names) {
    for (const Capability& solved : find_method(name).solves) {
      CAPTURE(name, name_of(solved.loss));
      check(name, solved.loss);
    }
  }
}

/// All choices of shrinking and of step length; only the defaults if the method has no such options.
std::vector<Given> variants(const std::string& method) {
  if (!has_option(method, "shrinking")) return {{}};
  std::vector<Given> all{{{"shrinking", false}}};
  for (const double most : {1.0, 3.0, 1e9}) all.push_back({{"max_shrunk_passes", most}});
  if (has_option(method, "relaxation"))
    for (const double relaxation : {0.6, 1.4, 1.8}) all.push_back({{"relaxation", relaxation}});
  return all;
}

Problem under_l2(const Sample& sample, LossKind loss, double C) {
  return Problem(sample, loss, RegularizerKind::l2, 1 / (C * sample.rows.outer_size()));
}

/// Two empty rows, a duplicate, and the same row with the other sign; in regression also a target inside the
/// tube.
Sample with_edge_rows(LossKind loss) {
  Sample sample = random_sample_for(loss, 61, 14, 5, 0.6);
  Dense rows = dense(sample.rows);
  rows[3] = rows[4] = Vector(5, 0.0);
  rows[7] = rows[1];
  rows[8] = rows[2];
  for (double& value : rows[8]) value = -value;
  sample.rows = sample_of(rows).rows;
  if (description_of(loss).task == Task::regression) sample.labels[4] = -0.05;
  return sample;
}

Vector dual_weights_of(const Solver& solver) {
  const auto a = solver.dual();
  REQUIRE(a.has_value());
  return {a->begin(), a->end()};
}

/// Σ a_i C row_i.
Vector weights_from(const Vector& a, const Problem& problem) {
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  for (Index i = 0; i < problem.m(); ++i)
    add(problem.rows()[i], a[static_cast<std::size_t>(i)] * problem.c(), w.data());
  return w;
}

double clipped(const Problem& problem, double a_i) {
  return with_loss(problem.loss(), problem.epsilon(), [&](auto loss) { return loss.clip_dual(a_i); });
}

}  // namespace

TEST_CASE("dual CD: each step maximises the dual value over its variable, edge rows and bounds included") {
  for_each_dual_method([](const std::string& name, LossKind loss) {
    // The steps of dual_cd_logistic are inexact, and svr_dual_cd_2l has two variables a row.
    if (name == "dual_cd_logistic" || name == "svr_dual_cd_2l") return;
    const Sample sample = with_edge_rows(loss);
    for (const double C : {1e-2, 0.3, 10.0}) {
      CAPTURE(C);
      const Problem problem = under_l2(sample, loss, C);
      const auto solver = start(name, problem);
      Vector a = dual_weights_of(*solver);
      int steps = 0;
      for (int call = 0; call < 60; ++call) {
        solver->advance(1);
        const Vector after = dual_weights_of(*solver);
        for (std::size_t i = 0; i < a.size(); ++i) {
          if (after[i] == a[i]) continue;
          ++steps;
          const auto along = [&](double a_i) {
            Vector trial = after;
            trial[i] = a_i;
            return -problem.lower_bound(trial);
          };
          const double best = minimise(along, clipped(problem, -100), clipped(problem, 100));
          REQUIRE(after[i] == Approx(best).margin(1e-5));
        }
        a = after;
      }
      CHECK(steps > 5);
    }
  });
}

TEST_CASE("dual CD: w = sum of alpha row, a in its domain, the dual value never falls, the primal above it") {
  for_each_dual_method([](const std::string& name, LossKind loss) {
    for (const Given& given : variants(name)) {
      for (const double C : {1e-4, 1e-2, 1.0, 100.0}) {
        CAPTURE(C, given.size());
        const Sample sample = C < 1 ? with_edge_rows(loss) : random_sample_for(loss, 62, 60, 20);
        const Problem problem = under_l2(sample, loss, C);
        const auto solver = start(name, problem, given);
        double last_bound = 0;
        for (int k = 0; k < 150; ++k) {
          solver->advance(60);
          const Vector a = dual_weights_of(*solver);
          double magnitude = 1;  // of the sums in w: rounding is relative to it
          for (const double a_i : a) {
            REQUIRE(a_i == Approx(clipped(problem, a_i)).epsilon(1e-14));
            magnitude += std::abs(a_i) * C;
          }
          const Vector w = weights_of(*solver, problem);
          REQUIRE(difference(w, weights_from(a, problem)) < 1e-12 * magnitude);
          const double bound = problem.lower_bound(a);
          // In the 2l form −f_A rises instead, which is below this bound until one half of each pair is 0.
          if (name != "svr_dual_cd_2l") REQUIRE(bound >= last_bound - 1e-10);
          REQUIRE(problem.objective(w) >= bound - 1e-12);
          last_bound = bound;
        }
        CHECK(last_bound > 0);
      }
    }
  });
}

TEST_CASE(
    "dual CD: however passes shrink and steps are relaxed, it stops at the one optimum and only there, and "
    "stays") {
  for_each_dual_method([](const std::string& name, LossKind loss) {
    if (!has_option(name, "tolerance")) return;
    for (const double C : {0.05, 2.0}) {
      for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
        const Sample sample = C < 1 ? with_edge_rows(loss) : random_sample_for(loss, 71, 80, 12);
        const Problem problem = under_l2(sample, loss, C);
        std::vector<Vector> found;
        for (Given given : variants(name)) {
          CAPTURE(C, tolerance, given.size());
          given["tolerance"] = tolerance;
          const auto solver = start(name, problem, given);
          const Progress progress = advance_passes(*solver, problem, 100'000);
          REQUIRE(progress.status == Status::converged);
          // The gap is quadratic in the violations that the rules measure.
          CHECK(certified_gap(*solver, problem) <= 10 * tolerance);
          found.push_back(weights_of(*solver, problem));
          CHECK(difference(found.back(), found.front()) < 1e4 * tolerance);
          CHECK(solver->advance(1'000'000).entries_touched == progress.entries_touched);
          CHECK(weights_of(*solver, problem) == found.back());
        }
      }
    }
  });
}

TEST_CASE("dual CD: rows of weight 0 are not visited") {
  Dense rows = dense(random_sample(47, 40, 6).rows);
  Sample all = sample_of(rows);
  all.row_weights.assign(30, 1.0);
  all.row_weights.resize(40, 0.0);
  rows.resize(30);
  Sample counted = sample_of(rows);
  counted.row_weights.assign(30, 1.0);
  const Problem of_all(all, LossKind::hinge, RegularizerKind::l2, 0.0075);
  const Problem of_counted(counted, LossKind::hinge, RegularizerKind::l2, 0.01);  // as much for each row
  for (const char* const name : {"cyclic_dcd", "stochastic_dcd", "permuted_dcd", "accelerated_dual_cd"}) {
    CAPTURE(name);
    const auto solver = start(name, of_all);
    const auto peer = start(name, of_counted);
    CHECK(advance_to(*solver, 100).updates == advance_to(*peer, 100).updates);
    CHECK(difference(weights_of(*solver, of_all), weights_of(*peer, of_counted)) < 1e-9);
  }
}

TEST_CASE("dual CD: an empty row counts with its loss and changes nothing else") {
  for_each_dual_method([](const std::string& name, LossKind loss) {
    constexpr double C = 2;
    const Sample without = random_sample_for(loss, 63, 20, 4, 0.8);
    Dense rows = dense(without.rows);
    rows.insert(rows.begin() + 5, Vector(4, 0.0));
    Sample with = sample_of(rows);
    with.labels = without.labels;
    with.labels.insert(with.labels.begin() + 5, 0.7);
    const Problem small = under_l2(without, loss, C);
    const Problem large = under_l2(with, loss, C);
    const auto a = start(name, small);
    const auto b = start(name, large);
    advance_passes(*a, small, 3000);
    advance_passes(*b, large, 3000);
    CHECK(difference(weights_of(*a, small), weights_of(*b, large)) < 1e-6);
    CHECK(std::abs(certified_gap(*b, large)) < 1e-8);
  });
}

// In the first pass every row has G = −1 when it is visited, so M − m = 0. Yet the third step changes the
// first two rows' gradients: not an optimum.
TEST_CASE("permuted DCD: projected gradients that are all alike but not 0 are no convergence") {
  const Sample sample = sample_of({{1, 0}, {0, 1}, {1, -1}});
  const Problem problem = under_l2(sample, LossKind::hinge, 10);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto solver = start("permuted_dcd", problem, {}, seed);
    REQUIRE(advance_passes(*solver, problem, 10'000).status == Status::converged);
    CHECK(certified_gap(*solver, problem) < 1e-9);
  }
}

TEST_CASE("permuted DCD: relaxation multiplies steps, which end at the bounds as ever") {
  const Sample sample = sample_of({{2, 0}, {0, 1}});
  const Problem problem = under_l2(sample, LossKind::hinge, 0.6);
  const auto solver = start("permuted_dcd", problem, {{"relaxation", 0.8}});
  advance_passes(*solver, problem, 1);
  // α = 0.8 / 4, and 0.8 cut to C.
  CHECK(weights_of(*solver, problem)[0] == Approx(2 * 0.2));
  CHECK(weights_of(*solver, problem)[1] == Approx(0.6));
}

TEST_CASE("SVR dual CD: targets inside the tube are solved by w = 0 in one pass") {
  const Sample sample = random_regression_sample(109, 20, 5);
  const Problem problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 0.05, {.epsilon = 100});
  for (const auto& [name, variables] : {std::pair{"svr_dual_cd", 20u}, {"svr_dual_cd_2l", 40u}}) {
    const auto solver = start(name, problem);
    const Progress progress = solver->advance(1'000'000);
    CHECK(progress.status == Status::converged);
    CHECK(progress.updates == variables);
    CHECK(weights_of(*solver, problem) == Vector(5, 0.0));
  }
}

TEST_CASE("coordinate descent: converged is proven, also where C is so large that gradients are small") {
  int converged = 0;
  int runs = 0;
  const auto check = [&](const std::string& name, LossKind loss) {
    if (!has_option(name, "tolerance")) return;
    for (const double C : {1.0, 1e3, 1e6}) {
      CAPTURE(name, name_of(loss), C);
      const Sample sample = random_sample_for(loss, 81, 40, 120);
      const Problem problem = under_l2(sample, loss, C);
      const auto solver = start(name, problem);
      const Progress progress = advance_passes(*solver, problem, 5'000);
      CHECK(progress.status != Status::stalled);  // the tolerance is reachable
      ++runs;
      if (progress.status != Status::converged) continue;
      ++converged;
      CHECK(certified_gap(*solver, problem) <= 1.001e-6);
    }
  };
  for_each_dual_method(check);
  check("primal_cd_l2svm", LossKind::squared_hinge);
  CAPTURE(converged, runs);
  CHECK(3 * converged >= 2 * runs);
}

TEST_CASE("dual CD: a tolerance out of reach is the end as stalled, at the optimum") {
  for (const char* method : {"permuted_dcd", "dual_cd_logistic"}) {
    CAPTURE(method);
    const LossKind loss = find_method(method).solves.front().loss;
    const Sample sample = random_sample_for(loss, 83, 60, 10);
    const Problem problem(sample, loss, RegularizerKind::l2, 0.01);
    const auto solver = start(method, problem, {{"tolerance", 0.0}});
    const Progress progress = advance_passes(*solver, problem, 100'000);
    CHECK((progress.status == Status::stalled || progress.status == Status::converged));
    CHECK(certified_gap(*solver, problem) < 1e-12);
  }
}

TEST_CASE("dual CD: roundings in w do not add up, columns of very different size included") {
  for (const char* method : {"cyclic_dcd", "permuted_dcd", "dual_cd_logistic", "svr_dual_cd"}) {
    for (const double exponent : {0.0, 4.0}) {
      CAPTURE(method, exponent);
      const LossKind loss = find_method(method).solves.front().loss;
      // Powers of two, so that a_i C is exactly α_i.
      Sample sample = random_sample_for(loss, 84, 256, 6, 1);
      Random random(84);
      Dense rows = dense(sample.rows);
      for (std::size_t j = 0; j < 6; ++j) {
        const double scale = std::pow(10.0, exponent * (random.uniform() - 0.5));
        for (Vector& row : rows) row[j] *= scale;
      }
      sample.rows = sample_of(rows).rows;
      const Problem problem(sample, loss, RegularizerKind::l2, 1.0 / 256);
      const auto solver =
          start(method, problem, has_option(method, "tolerance") ? Given{{"tolerance", 0.0}} : Given{});
      advance_passes(*solver, problem, 5'000);
      const Vector w = weights_of(*solver, problem);
      const Vector a = dual_weights_of(*solver);
      long double distance = 0;
      long double size = 0;
      for (std::size_t j = 0; j < w.size(); ++j) {
        long double sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
          sum += static_cast<long double>(a[i]) * static_cast<float>(rows[i][j]);
        distance += (w[j] - sum) * (w[j] - sum);
        size += sum * sum;
      }
      CHECK(std::sqrt(distance / size) < 1e-12L);
    }
  }
}
