#include "solvers/svr_dual_cd_2l.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const auto names = {std::string("svr_dual_cd"), std::string("svr_dual_cd_2l")};
const auto loss_kinds = {LossKind::epsilon_insensitive, LossKind::squared_epsilon_insensitive};

Problem svr(const Sample& sample, LossKind loss, double C, double width = 0.1) {
  return Problem(sample, loss, RegularizerKind::l2, 1 / (C * sample.rows.lines()), {.epsilon = width});
}

/// Random rows with an empty one, a duplicate, a negated one and one whose target is inside the tube.
Sample with_edge_rows() {
  Dense rows = dense(random_sample(101, 14, 5, 0.6).rows);
  rows[3] = Vector(5, 0.0);
  rows[4] = Vector(5, 0.0);
  rows[7] = rows[1];
  rows[8] = rows[2];
  for (double& value : rows[8]) value = -value;
  Sample sample = sample_of(rows);
  Random random(102);
  sample.labels = random_vector(14, 2, random);
  sample.labels[4] = -0.05;
  sample.labels[9] = 0;
  return sample;
}

std::optional<Sample> abalone() {
  const char* folder = std::getenv("DESCENT_DATA");
  const std::filesystem::path path = folder == nullptr ? "" : std::filesystem::path(folder) / "abalone";
  if (folder == nullptr || !std::filesystem::exists(path)) {
    WARN("not tested on abalone, which is not in the folder DESCENT_DATA");
    return std::nullopt;
  }
  RawSample raw = read_libsvm(path);
  return Sample{std::move(raw.rows), std::move(raw.labels)};
}

/// β, from what the solver hands over.
Vector beta_of(const Solver& solver, const Problem& problem) {
  const auto a = solver.dual();
  REQUIRE(a.has_value());
  Vector beta(a->begin(), a->end());
  for (double& beta_i : beta) beta_i *= problem.c();
  return beta;
}

Vector weights_from(const Vector& beta, const Problem& problem) {
  Vector w(static_cast<std::size_t>(problem.n()), 0.0);
  for (Index i = 0; i < problem.m(); ++i) add(problem.rows()[i], beta[static_cast<std::size_t>(i)], w.data());
  return w;
}

/// μ/2 of the dual functions.
double half_mu(const Problem& problem) {
  return problem.loss() == LossKind::epsilon_insensitive ? 0.0 : 1 / (4 * problem.c());
}

/// f_B, from its definition.
double f_B(const Problem& problem, const Vector& beta) {
  const Vector w = weights_from(beta, problem);
  double sum = product(w, w) / 2;
  for (Index i = 0; i < problem.m(); ++i) {
    const double beta_i = beta[static_cast<std::size_t>(i)];
    sum += half_mu(problem) * beta_i * beta_i - problem.target(i) * beta_i +
           problem.epsilon() * std::abs(beta_i);
  }
  return sum;
}

/// f_A, from its definition.
double f_A(const Problem& problem, const Vector& plus, const Vector& minus) {
  Vector beta = plus;
  for (std::size_t i = 0; i < beta.size(); ++i) beta[i] -= minus[i];
  const Vector w = weights_from(beta, problem);
  double sum = product(w, w) / 2;
  for (Index i = 0; i < problem.m(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum += half_mu(problem) * (plus[at] * plus[at] + minus[at] * minus[at]) - problem.target(i) * beta[at] +
           problem.epsilon() * (plus[at] + minus[at]);
  }
  return sum;
}

struct Halves {
  Vector plus;
  Vector minus;
};

Halves halves_of(const SvrDualCd2l& solver, const Problem& problem) {
  Halves halves;
  for (Index i = 0; i < problem.m(); ++i) {
    halves.plus.push_back(solver.plus(i));
    halves.minus.push_back(solver.minus(i));
  }
  return halves;
}

SvrDualCd2l start_2l(const Problem& problem, const Given& given = {}) {
  return SvrDualCd2l(problem, OptionValues(find_method("svr_dual_cd_2l").options, given), Random(1));
}

/// One-variable problems with their edges: bounds, 0, ties, no width, no bound.
struct OneVariable {
  SvrDual dual;
  double H;
  double beta;
  double G;

  double bound() const {
    return std::isfinite(dual.U) ? dual.U : std::abs(beta) + (std::abs(G) + dual.epsilon) / H + 1;
  }
};

OneVariable random_case(const Problem& problem, Random& random) {
  const auto magnitude = [&](double lowest, double highest) {
    return std::pow(10.0, lowest + (highest - lowest) * random.uniform());
  };
  OneVariable one{SvrDual(problem), magnitude(-4, 4), 0, 0};
  SvrDual& dual = one.dual;
  dual.C = random.below(4) == 0 ? magnitude(-8, 8) : magnitude(-2, 2);
  const bool bounded = random.below(2) == 0;
  dual.U = bounded ? dual.C : std::numeric_limits<double>::infinity();
  dual.mu = bounded ? 0 : 1 / (2 * dual.C);
  dual.epsilon = random.below(5) == 0 ? 0 : magnitude(-3, 1);
  one.H += dual.mu;
  one.G = random.normal() * magnitude(-3, 3);
  switch (random.below(6)) {
    case 0:
      break;
    case 1:
      one.beta = bounded ? dual.U : dual.C;
      break;
    case 2:
      one.beta = bounded ? -dual.U : -dual.C;
      break;
    case 3:  // an exact tie: 0 at an end of the subdifferential
      one.G = random.below(2) == 0 ? dual.epsilon : -dual.epsilon;
      break;
    default:
      one.beta = dual.C * (2 * random.uniform() - 1);
  }
  return one;
}

/// Makes single steps and checks each against the brute-force minimiser of f_B over the variable that it
/// changed.
void check_steps(const Problem& problem, int steps) {
  CAPTURE(name_of(problem.loss()), problem.c());
  const double upper = problem.loss() == LossKind::epsilon_insensitive ? problem.c() : 1e3 * problem.c();
  const auto solver = start("svr_dual_cd", problem);
  Vector beta = beta_of(*solver, problem);
  int unchanged = 0;
  for (int step = 0; step < steps; ++step) {
    solver->advance(1);
    const Vector after = beta_of(*solver, problem);
    unchanged += after == beta;
    for (std::size_t i = 0; i < beta.size(); ++i) {
      if (after[i] == beta[i]) continue;
      const auto along = [&](double beta_i) {
        Vector trial = after;
        trial[i] = beta_i;
        return f_B(problem, trial);
      };
      REQUIRE(after[i] == Approx(minimise(along, -upper, upper)).margin(1e-6 * problem.c()));
    }
    beta = after;
  }
  CHECK(unchanged < steps);
}

/// The same for the halves and f_A.
void check_half_steps(const Problem& problem, int steps) {
  CAPTURE(name_of(problem.loss()), problem.c());
  const double upper = problem.loss() == LossKind::epsilon_insensitive ? problem.c() : 1e3 * problem.c();
  SvrDualCd2l solver = start_2l(problem);
  Halves before = halves_of(solver, problem);
  double value = f_A(problem, before.plus, before.minus);
  int changed = 0;
  for (int step = 0; step < steps; ++step) {
    solver.advance(1);
    const Halves after = halves_of(solver, problem);
    const auto check = [&](Vector Halves::*half, std::size_t i) {
      if ((after.*half)[i] == (before.*half)[i]) return;
      ++changed;
      const auto along = [&](double alpha) {
        Halves trial = after;
        (trial.*half)[i] = alpha;
        return f_A(problem, trial.plus, trial.minus);
      };
      REQUIRE((after.*half)[i] == Approx(minimise(along, 0, upper)).margin(1e-6 * problem.c()));
    };
    for (std::size_t i = 0; i < after.plus.size(); ++i) {
      check(&Halves::plus, i);
      check(&Halves::minus, i);
    }
    const double now = f_A(problem, after.plus, after.minus);
    REQUIRE(now <= value + 1e-12 * (1 + std::abs(value)));
    value = now;
    before = after;
  }
  CHECK(changed > 10);
}

double relative_gap(const Solver& solver, const Problem& problem) {
  const double objective = problem.objective(weights_of(solver, problem));
  return (objective - problem.lower_bound(*solver.dual())) / objective;
}

}  // namespace

TEST_CASE("SVR dual: the step in beta finds the minimiser over its variable, edge cases included") {
  const Sample sample = with_edge_rows();
  const Problem problem = svr(sample, LossKind::epsilon_insensitive, 1);
  Random random(103);
  for (int k = 0; k < 4000; ++k) {
    const OneVariable one = random_case(problem, random);
    CAPTURE(k, one.dual.U, one.dual.mu, one.dual.epsilon, one.H, one.beta, one.G);
    const double found = one.dual.minimiser(one.beta, one.G, 1 / one.H);
    const auto along = [&](double s) {
      return one.dual.epsilon * std::abs(s) + one.G * (s - one.beta) +
             one.H / 2 * (s - one.beta) * (s - one.beta);
    };
    const double bound = one.bound();
    const double best = minimise(along, -bound, bound);
    const double scale = std::abs(one.beta) + std::abs(found) + std::abs(best);
    REQUIRE(std::abs(found) <= one.dual.U);
    const double rounding = 1e-14 * (std::abs(one.G) + one.dual.epsilon + one.H * scale);
    REQUIRE(along(found) <= along(best) + rounding * scale);
    REQUIRE(std::abs(found - best) <= 1e-6 * bound);

    // A variable is at its minimiser exactly when nothing is violated, and then only can it be settled.
    const double violation = one.dual.violation(one.beta, one.G);
    REQUIRE(violation >= 0);
    if (found == one.beta) REQUIRE(violation <= rounding);
    if (violation == 0) REQUIRE(std::abs(found - one.beta) * one.H <= rounding);
    if (one.dual.settled(one.beta, one.G, 0)) {
      REQUIRE(found == one.beta);
      REQUIRE(violation == 0);
      const double slack = random.uniform();
      for (const double change : {-slack, slack}) {
        if (one.dual.settled(one.beta, one.G, slack))
          REQUIRE(one.dual.minimiser(one.beta, one.G + change, 1 / one.H) == one.beta);
      }
    }
  }
}

TEST_CASE("SVR dual: the step in one half finds the minimiser over its variable, edge cases included") {
  const Sample sample = with_edge_rows();
  const Problem problem = svr(sample, LossKind::epsilon_insensitive, 1);
  Random random(104);
  for (int k = 0; k < 2000; ++k) {
    OneVariable one = random_case(problem, random);
    one.beta = std::abs(one.beta);
    if (random.below(10) == 0) one.G = 0;
    CAPTURE(k, one.dual.U, one.dual.mu, one.H, one.beta, one.G);
    const double found = one.dual.half_minimiser(one.beta, one.G, 1 / one.H);
    const auto along = [&](double s) {
      return one.G * (s - one.beta) + one.H / 2 * (s - one.beta) * (s - one.beta);
    };
    REQUIRE(found >= 0);
    REQUIRE(found <= one.dual.U);
    REQUIRE(std::abs(found - minimise(along, 0, one.bound())) <= 1e-6 * one.bound());
    const double violation = one.dual.half_violation(one.beta, one.G);
    const double rounding = 1e-14 * (std::abs(one.G) + one.H * (one.beta + found));
    if (found == one.beta) REQUIRE(violation <= rounding);
    if (violation == 0) REQUIRE(std::abs(found - one.beta) * one.H <= rounding);
    if (one.dual.half_settled(one.beta, one.G, 0)) {
      REQUIRE(found == one.beta);
      REQUIRE(violation == 0);
    }
  }
}

TEST_CASE("SVR dual: a row without curvature has its minimiser at a corner") {
  const Sample sample = with_edge_rows();
  Random random(105);
  for (int k = 0; k < 1000; ++k) {
    SvrDual dual(svr(sample, LossKind::epsilon_insensitive, std::pow(10.0, 4 * random.normal())));
    dual.epsilon = random.below(5) == 0 ? 0 : std::abs(random.normal());
    const double y = 2 * random.normal();
    const auto along = [&](double beta) { return dual.epsilon * std::abs(beta) - y * beta; };
    CHECK(dual.flat_minimiser(y) == Approx(minimise(along, -dual.U, dual.U)).margin(1e-6 * dual.U));
    CHECK(dual.flat_minimiser(dual.epsilon) == 0);
    CHECK(dual.flat_minimiser(-dual.epsilon) == 0);
  }
}

TEST_CASE("SVR dual CD: each step minimises the dual over its variable, empty rows and bounds included") {
  const Sample sample = with_edge_rows();
  for (const LossKind loss : loss_kinds) {
    for (const double C : {1e-3, 0.1, 10.0}) {
      check_steps(svr(sample, loss, C), 150);
      check_half_steps(svr(sample, loss, C), 150);
    }
  }
}

TEST_CASE("SVR dual CD: empty rows have their minimiser and nothing ever divides by 0") {
  const Sample sample = with_edge_rows();
  for (const std::string& name : names) {
    for (const LossKind loss : loss_kinds) {
      const Problem problem = svr(sample, loss, 0.5);
      const auto solver = start(name, problem);
      REQUIRE(advance_passes(*solver, problem, 100'000).status == Status::converged);
      const Vector beta = beta_of(*solver, problem);
      const double y = problem.target(3);
      const double expected = loss == LossKind::epsilon_insensitive
                                  ? std::copysign(0.5, y)
                                  : std::copysign(std::max(std::abs(y) - 0.1, 0.0), y);  // 1/μ = 2C = 1
      CHECK(beta[3] == Approx(expected).epsilon(1e-8));
      CHECK(beta[4] == 0);
      CHECK(std::abs(relative_gap(*solver, problem)) < 1e-8);
    }
  }
}

TEST_CASE("SVR dual CD: w = sum of beta x, beta in its box, dual value rises, primal above dual") {
  const Sample sample = random_regression_sample(106, 60, 20);
  for (const std::string& name : names) {
    for (const LossKind loss : loss_kinds) {
      for (const double C : {1e-2, 1.0, 10.0}) {
        for (const bool shrinking : {false, true}) {
          CAPTURE(name, name_of(loss), C, shrinking);
          const Problem problem = svr(sample, loss, C);
          const auto solver = start(name, problem, {{"shrinking", shrinking}});
          CHECK(weights_of(*solver, problem) == Vector(20, 0.0));
          double last_bound = 0;
          for (int k = 0; k < 300; ++k) {
            solver->advance(50);
            const Vector beta = beta_of(*solver, problem);
            for (const double beta_i : beta) {
              if (loss == LossKind::epsilon_insensitive) REQUIRE(std::abs(beta_i) <= C * (1 + 1e-15));
            }
            const Vector w = weights_of(*solver, problem);
            REQUIRE(difference(w, weights_from(beta, problem)) < 1e-11);
            const double bound = problem.lower_bound(*solver->dual());
            // What rises in the 2l form is −f_A, which lies below this bound until one half of each is 0.
            if (name == "svr_dual_cd") REQUIRE(bound >= last_bound - 1e-12);
            REQUIRE(problem.objective(w) >= bound - 1e-12);
            last_bound = bound;
          }
          CHECK(last_bound > 0);
        }
      }
    }
  }
}

TEST_CASE("SVR dual CD: at the optimum of the 2l form one half of each pair is 0") {
  const Sample sample = with_edge_rows();
  for (const LossKind loss : loss_kinds) {
    for (const double C : {1e-2, 1.0, 10.0}) {
      const Problem problem = svr(sample, loss, C);
      SvrDualCd2l solver = start_2l(problem);
      REQUIRE(advance_passes(solver, problem, 200'000).status == Status::converged);
      const Halves halves = halves_of(solver, problem);
      const Vector beta = beta_of(solver, problem);
      for (std::size_t i = 0; i < beta.size(); ++i) {
        CHECK(halves.plus[i] * halves.minus[i] == 0);
        CHECK(std::max(beta[i], 0.0) == Approx(halves.plus[i]));
        CHECK(std::max(-beta[i], 0.0) == Approx(halves.minus[i]));
      }
      CHECK(f_A(problem, halves.plus, halves.minus) == Approx(f_B(problem, beta)));
    }
  }
}

TEST_CASE("SVR dual CD: with and without shrinking both forms stop at the one optimum and only there") {
  const Sample sample = random_regression_sample(107, 80, 12);
  for (const LossKind loss : loss_kinds) {
    for (const double C : {0.05, 2.0}) {
      const Problem problem = svr(sample, loss, C);
      std::vector<Vector> found;
      for (const std::string& name : names) {
        for (const bool shrinking : {false, true}) {
          for (const double max_shrunk_passes : {1.0, 3.0, 1e9}) {
            CAPTURE(name, name_of(loss), C, shrinking, max_shrunk_passes);
            const auto solver =
                start(name, problem, {{"shrinking", shrinking}, {"max_shrunk_passes", max_shrunk_passes}});
            Progress progress;
            for (int k = 0; k < 1000 && progress.status == Status::running; ++k)
              progress = advance_passes(*solver, problem, 100);
            REQUIRE(progress.status == Status::converged);
            CHECK(std::abs(relative_gap(*solver, problem)) < 1e-8);
            found.push_back(weights_of(*solver, problem));
            CHECK(difference(found.back(), found.front()) < 1e-6);
            CHECK(solver->advance(1'000'000).nonzeros == progress.nonzeros);
            CHECK(weights_of(*solver, problem) == found.back());
          }
        }
      }
    }
  }
}

TEST_CASE("SVR dual CD: a loose tolerance is one on all variables, not on the active ones") {
  const Sample sample = random_regression_sample(108, 200, 8);
  for (const std::string& name : names) {
    for (const LossKind loss : loss_kinds) {
      const Problem problem = svr(sample, loss, 5);
      const auto solver = start(name, problem, {{"tolerance", 1e-3}});
      REQUIRE(advance_passes(*solver, problem, 50'000).status == Status::converged);
      const Vector beta = beta_of(*solver, problem);
      const Vector w = weights_of(*solver, problem);
      const SvrDual dual(problem);
      double violations = 0;
      double at_start = 0;
      for (Index i = 0; i < problem.m(); ++i) {
        const double beta_i = beta[static_cast<std::size_t>(i)];
        violations +=
            dual.violation(std::abs(beta_i) > dual.U * (1 - 1e-15) ? std::copysign(dual.U, beta_i) : beta_i,
                           dot(problem.rows()[i], w.data()) - problem.target(i) + dual.mu * beta_i);
        at_start += dual.violation(0, -problem.target(i));
      }
      CAPTURE(name, name_of(loss), violations, at_start);
      CHECK(violations <= 1e-2 * at_start);
    }
  }
}

TEST_CASE("SVR dual CD: targets inside the tube are solved by w = 0 in one pass") {
  const Sample sample = random_regression_sample(109, 20, 5);
  for (const std::string& name : names) {
    const Problem problem = svr(sample, LossKind::epsilon_insensitive, 1, 100);
    const auto solver = start(name, problem);
    const Progress progress = solver->advance(1'000'000);
    CHECK(progress.status == Status::converged);
    CHECK(progress.updates == (name == "svr_dual_cd" ? 20 : 40));
    CHECK(weights_of(*solver, problem) == Vector(5, 0.0));
    CHECK(problem.lower_bound(*solver->dual()) == 0);
  }
}

TEST_CASE("SVR dual CD: both forms certify the optimum on abalone to 1e-6 and agree") {
  const auto sample = abalone();
  if (!sample) return;
  for (const LossKind loss : loss_kinds) {
    const Problem problem = svr(*sample, loss, 1);
    std::vector<Vector> found;
    std::vector<double> objectives;
    for (const std::string& name : names) {
      CAPTURE(name, name_of(loss));
      const auto solver = start(name, problem);
      for (int k = 0; k < 100 && relative_gap(*solver, problem) > 1e-8; ++k)
        advance_passes(*solver, problem, 10);
      CHECK(relative_gap(*solver, problem) <= 1e-6);
      CHECK(relative_gap(*solver, problem) >= -1e-12);
      found.push_back(weights_of(*solver, problem));
      objectives.push_back(problem.objective(found.back()));
    }
    CHECK(objectives[0] == Approx(objectives[1]).epsilon(1e-6));
    CHECK(difference(found[0], found[1]) < 1e-3);
  }
}
