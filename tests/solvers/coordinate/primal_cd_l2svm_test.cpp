#include <algorithm>
#include <cmath>

#include "solvers/coordinate/l2svm_column.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// D of one column from its definition, in long double.
struct OneWeight {
  double C;
  double w;
  std::vector<Entry> column;
  Vector b;

  long double operator()(double z) const {
    long double sum = 0;
    for (const Entry& entry : column) {
      const long double slack = b[static_cast<std::size_t>(entry.index)] -
                                static_cast<long double>(z) * static_cast<long double>(entry.value);
      if (slack > 0) sum += slack * slack;
    }
    const long double moved = static_cast<long double>(w) + z;
    return moved * moved / 2 + C * sum;
  }

  long double slope(double z) const {
    long double sum = static_cast<long double>(w) + z;
    for (const Entry& entry : column) {
      const auto x = static_cast<long double>(entry.value);
      const long double slack = b[static_cast<std::size_t>(entry.index)] - z * x;
      if (slack > 0) sum -= 2 * C * x * slack;
    }
    return sum;
  }

  /// D'', without rows with slack 0.
  double curvature(double z) const {
    double sum = 1;
    for (const Entry& entry : column) {
      const auto x = entry.value;
      if (b[static_cast<std::size_t>(entry.index)] - z * x > 0) sum += 2 * C * x * x;
    }
    return sum;
  }

  double H() const {
    double squares = 0;
    for (const Entry& entry : column) squares += entry.value * entry.value;
    return 1 + 2 * C * squares;
  }

  /// The possible effect on differences of D of rounding b to double.
  double rounding() const { return 1e-13 * static_cast<double>(1 + (*this)(0)); }
};

/// A column with 0 to 12 of 15 rows: C small to huge; all rows, none or some are active, sometimes exactly at
/// the kink.
OneWeight random_function(Random& random, int kind) {
  OneWeight D{std::pow(10, -3 + 9 * random.uniform()), random.normal(), {}, Vector(15)};
  const double scale = std::pow(10, -2 + 4 * random.uniform());
  for (double& b_i : D.b) {
    b_i = scale * random.normal();
    if (kind % 4 == 1) b_i = -std::abs(b_i);
    if (kind % 4 == 2) b_i = std::abs(b_i);
    if (random.below(10) == 0) b_i = 0;
  }
  const std::uint64_t entries = kind % 50 == 0 ? 0 : 1 + random.below(12);
  const bool is_binary = random.below(3) == 0;
  for (std::uint64_t i = 0; i < entries; ++i) {
    const double x = is_binary ? (random.below(2) == 0 ? 1.0 : -1.0) : random.normal();
    D.column.push_back({static_cast<Index>(i), x});
  }
  return D;
}

L2SvmColumn::Slopes open(L2SvmColumn& column, const OneWeight& D, double reach = 0) {
  static SparseMatrix matrix;  // outlives the column's view of it
  matrix = SparseMatrix({0, std::ssize(D.column)}, D.column, 15);
  return column.open(matrix[0], D.w, D.b.data(), reach, [](Index) { return 1.0; });
}

Problem svm(const Sample& sample, double lambda, RegularizerKind regularizer = RegularizerKind::l2) {
  return Problem(sample, LossKind::squared_hinge, regularizer, lambda);
}

/// A bound that does not come from this method.
double independent_bound(const Problem& problem) {
  const auto solver = start("permuted_dcd", problem);
  advance_passes(*solver, problem, 20'000);
  return problem.lower_bound(*solver->dual());
}

/// With every way to lower D and every order of the coordinates.
template <class Check>
void for_each_variant(const Check& check) {
  for (const char* subproblem : {"line_search", "exact_newton", "cmls"}) {
    for (const char* selection : {"permuted", "cyclic", "uniform"}) {
      CAPTURE(subproblem, selection);
      check(Given{{"subproblem", subproblem}, {"selection", selection}});
    }
  }
}

}  // namespace

TEST_CASE("L2-SVM column: slopes are the derivatives of D, and bounds of D'' hold within reach") {
  Random random(401);
  for (int k = 0; k < 1000; ++k) {
    const OneWeight D = random_function(random, k);
    L2SvmColumn column(D.C, D.column.size());
    const auto slopes = open(column, D);
    const double size = static_cast<double>(std::abs(D.slope(0))) + D.H() * 1e3;
    REQUIRE(slopes.first == Approx(static_cast<double>(D.slope(0))).margin(1e-13 * size));
    REQUIRE(slopes.second == Approx(D.curvature(0)).epsilon(1e-13));
    const double reach = std::pow(10, -2 + 4 * random.uniform());
    const double bound = open(column, D, reach).second;
    for (double z = -reach; z <= reach; z += reach / 50) REQUIRE(D.curvature(z) <= bound * (1 + 1e-13));
    REQUIRE(bound <= D.H() * (1 + 1e-13));
    // As large as at one of the ends: no looser than necessary row by row.
    REQUIRE(bound >= std::max(D.curvature(-reach), D.curvature(reach)) * (1 - 1e-13));
  }
}

TEST_CASE("L2-SVM column: line search takes the first step that descends enough") {
  constexpr double sigma = L2SvmColumn::sigma;
  Random random(402);
  int shortened = 0;
  for (int k = 0; k < 4000; ++k) {
    const OneWeight D = random_function(random, k);
    CAPTURE(k, D.C, D.w, D.column.size());
    L2SvmColumn column(D.C, D.column.size());
    const auto slopes = open(column, D);
    const double z = column.line_search(slopes, D.H());
    REQUIRE(D(z) - D(0) <= -sigma * z * z + D.rounding());
    const double newton = -slopes.first / slopes.second;
    REQUIRE(newton != 0);
    const double s = z / newton;
    REQUIRE(s <= 1);
    REQUIRE(std::exp2(std::round(std::log2(s))) == Approx(s).epsilon(1e-14));
    if (s < 1) {
      const double twice = 2 * z;
      REQUIRE(D(twice) - D(0) > -sigma * twice * twice - D.rounding());
      ++shortened;
    }
    // Theorem 1: below D''(0)/(H/2 + σ) every step descends enough.
    const double sure = std::min(1.0, slopes.second / (D.H() / 2 + sigma)) * newton * random.uniform();
    REQUIRE(D(sure) - D(0) <= -sigma * sure * sure + D.rounding());
  }
  CHECK(shortened > 100);
}

TEST_CASE("L2-SVM column: exact Newton ends in the minimum of D") {
  Random random(403);
  for (int k = 0; k < 4000; ++k) {
    const OneWeight D = random_function(random, k);
    CAPTURE(k, D.C, D.w, D.column.size());
    L2SvmColumn column(D.C, D.column.size());
    const auto slopes = open(column, D);
    const double z = column.exact_newton(slopes, D.H());
    // D'' ≥ 1: the minimum is no farther than |D'(0)|.
    const double farthest = std::abs(slopes.first);
    const double best =
        minimise([&](double at) { return static_cast<double>(D(at) - D(0)); }, -farthest, farthest);
    REQUIRE(D(z) <= D(best) + D.rounding());
    REQUIRE(static_cast<double>(std::abs(D.slope(z))) <=
            1e-12 * std::max(1.0, farthest) + D.H() * 1e-13 * (1 + std::abs(z)));
    REQUIRE(z == Approx(best).margin(1e-6 * farthest));
  }
}

TEST_CASE(
    "L2-SVM column: the cautious step stays within reach and lowers D by what its bound of D'' promises") {
  Random random(404);
  int cut_off = 0;
  for (int k = 0; k < 4000; ++k) {
    const OneWeight D = random_function(random, k);
    const double reach = std::pow(10, -3 + 4 * random.uniform());
    L2SvmColumn column(D.C, D.column.size());
    const auto slopes = open(column, D, reach);
    const double z = L2SvmColumn::cautious_step(slopes, reach);
    REQUIRE(std::abs(z) <= reach);
    REQUIRE(D(z) - D(0) <= -slopes.second / 2 * z * z + D.rounding());
    cut_off += std::abs(z) == reach;
  }
  CHECK(cut_off > 100);
  CHECK(cut_off < 3900);
}

TEST_CASE("L2-SVM column: edge cases of the three ways to lower D") {
  const auto solve_all = [](const OneWeight& D) {
    L2SvmColumn column(D.C, D.column.size());
    const auto slopes = open(column, D);
    Vector all{column.line_search(slopes, D.H()), column.exact_newton(slopes, D.H())};
    all.push_back(L2SvmColumn::cautious_step(open(column, D, 10), 10));
    return all;
  };
  // An empty column, and a column whose rows stay inactive: D is ½ (w + z)².
  CHECK(solve_all({1, 0.75, {}, {}}) == Vector{-0.75, -0.75, -0.75});
  CHECK(solve_all({1e6, -0.5, {{0, 1}, {1, -1}}, {-100, -100}}) == Vector{0.5, 0.5, 0.5});
  // Already in the minimum.
  CHECK(solve_all({5, 0, {{0, 1}, {1, -1}}, {1, 1}}) == Vector{0, 0, 0});
  // Huge C: the row reaches its margin, z = 2C b/(1 + 2C).
  for (const double z : solve_all({1e12, 0, {{0, 1}}, {1}})) CHECK(z == Approx(1).epsilon(1e-11));
  // A Newton step from a single active row would activate a heavy one: the line search must shorten it.
  const OneWeight heavy{1e4, 0, {{0, 1}, {1, -100}}, {1, -1}};
  for (const double z : solve_all(heavy)) {
    CHECK(z > 0);
    CHECK(heavy(z) < heavy(0));
  }
}

TEST_CASE("L2-SVM column under L1: the direction is the minimiser of equation (4) of Tao et al.") {
  Random random(405);
  int at_zero = 0;
  for (int k = 0; k < 4000; ++k) {
    const L2SvmColumn::Slopes slopes{3 * random.normal(), std::pow(10, -2 + 4 * random.uniform())};
    const double w = k % 3 == 0 ? 0 : 2 * random.normal();
    const auto model = [&](double z) {
      return slopes.first * z + slopes.second * z * z / 2 + std::abs(w + z);
    };
    const double d = L2SvmColumn::l1_direction(slopes, w);
    const double reach = std::abs(w) + (std::abs(slopes.first) + 1) / slopes.second;
    CAPTURE(k, slopes.first, slopes.second, w);
    REQUIRE(model(d) <= model(minimise(model, -reach, reach)) + 1e-13 * (1 + std::abs(model(d))));
    at_zero += w + d == 0;
  }
  CHECK(at_zero > 500);
  CHECK(at_zero < 3500);
  CHECK(L2SvmColumn::l1_direction({0, 0}, -0.75) == 0.75);  // no active row
}

TEST_CASE("L2-SVM column under L1: line search takes the first step that descends enough") {
  constexpr double sigma = L2SvmColumn::sigma;
  Random random(406);
  int shortened = 0;
  for (int k = 0; k < 4000; ++k) {
    OneWeight D = random_function(random, k);
    if (k % 3 == 0) D.w = 0;
    const double ridge = D.w * D.w / 2;  // absent from the L1 problem
    const auto F = [&](double z) {
      const long double moved = static_cast<long double>(D.w) + z;
      return static_cast<double>(D(z) - moved * moved / 2 + std::abs(moved));
    };
    CAPTURE(k, D.C, D.w, D.column.size());
    L2SvmColumn column(D.C, D.column.size(), 0);
    const auto slopes = open(column, D);
    REQUIRE(slopes.first == Approx(static_cast<double>(D.slope(0)) - D.w).epsilon(1e-9).margin(1e-9));
    REQUIRE(slopes.second == Approx(D.curvature(0) - 1).epsilon(1e-9).margin(1e-9));
    const double d = L2SvmColumn::l1_direction(slopes, D.w);
    const double z = column.l1_line_search(slopes, D.H() - 1);
    if (d == 0) {
      REQUIRE(z == 0);
      continue;
    }
    const double promised = slopes.first * d + std::abs(D.w + d) - std::abs(D.w);
    const double s = z / d;
    const double rounding = 1e-13 * (1 + ridge + std::abs(F(0)) + std::abs(slopes.first * d));
    REQUIRE(promised <= rounding);
    if (promised > -rounding) continue;  // in the minimum up to rounding
    REQUIRE(s > 0);
    REQUIRE(s <= 1);
    REQUIRE(std::exp2(std::round(std::log2(s))) == Approx(s).epsilon(1e-14));
    REQUIRE(F(z) - F(0) <= sigma * s * promised + rounding);
    if (s < 1) {
      REQUIRE(F(2 * z) - F(0) > sigma * 2 * s * promised - rounding);
      ++shortened;
    }
    // Every step below the bound on s descends enough.
    const double sure = std::min(1.0, -2 * (1 - sigma) * promised / ((D.H() - 1) * d * d)) * random.uniform();
    REQUIRE(F(sure * d) - F(0) <= sigma * sure * promised + rounding);
  }
  CHECK(shortened > 100);
}

TEST_CASE("primal CD for squared hinge and L1: F never rises, and the weights end in the certified optimum") {
  Dense rows = dense(random_sample(414, 50, 9, 0.6).rows);
  for (Vector& row : rows) row[4] = 0;       // an empty column
  for (Vector& row : rows) row[5] = row[6];  // twins
  for (Vector& row : rows) row[7] *= 1e3;    // another unit
  for (Vector& row : rows) row[8] *= 1e-3;
  rows[7] = Vector(9, 0.0);  // an empty row
  rows[8] = rows[9];
  const Sample sample = sample_of(rows);
  for (const double lambda : {10.0, 0.1, 0.02, 1e-4}) {
    const Problem problem = svm(sample, lambda, RegularizerKind::l1);
    const auto reference = start("proximal_newton", problem, {{"tolerance", 0.0}});
    advance_passes(*reference, problem, 20'000);
    const double bound = problem.lower_bound(*reference->dual());
    for (const char* selection : {"permuted", "cyclic", "uniform"}) {
      CAPTURE(lambda, selection);
      const auto solver = start("primal_cd_l2svm", problem, {{"selection", selection}});
      double objective = problem.objective(weights_of(*solver, problem));
      Progress progress;
      for (int piece = 0; piece < 2000 && progress.status == Status::running; ++piece) {
        progress = piece < 1000 ? solver->advance(1) : advance_passes(*solver, problem, 200);
        const double lower = problem.objective(weights_of(*solver, problem));
        REQUIRE(lower <= objective * (1 + 1e-14));
        objective = lower;
      }
      CHECK(progress.status == Status::converged);
      CHECK(objective <= bound * (1 + 1e-8));
      CHECK(objective >= bound * (1 - 1e-12));
      CHECK(problem.lower_bound(*solver->dual()) >= objective * (1 - 1e-6));
    }
  }
}

TEST_CASE("primal CD for squared hinge and L1: on heart_scale to 1e-9, and with sparse weights") {
  const auto heart = small_real_sample(LossKind::squared_hinge);
  if (!heart) return;
  for (const double scale : {0.1, 1.0, 10.0}) {
    const Problem problem = svm(*heart, scale / heart->rows.outer_size(), RegularizerKind::l1);
    const auto reference = start("proximal_newton", problem, {{"tolerance", 0.0}});
    advance_passes(*reference, problem, 20'000);
    const auto solver = start("primal_cd_l2svm", problem, {{"tolerance", 1e-13}});
    CHECK(advance_passes(*solver, problem, 50'000).status == Status::converged);
    const Vector w = weights_of(*solver, problem);
    CHECK(problem.objective(w) <= problem.lower_bound(*reference->dual()) * (1 + 1e-9));
    CHECK(std::ranges::count(w, 0.0) == std::ranges::count(weights_of(*reference, problem), 0.0));
  }
}

TEST_CASE("primal CD for squared hinge and L1: the other subproblems are refused") {
  const Problem problem = svm(random_sample(415, 20, 5), 0.1, RegularizerKind::l1);
  for (const char* subproblem : {"exact_newton", "cmls"})
    CHECK_THROWS_AS(start("primal_cd_l2svm", problem, {{"subproblem", subproblem}}), ConfigError);
}

TEST_CASE("primal CD for L2-SVM: every step moves one weight, lowers F enough and keeps the slacks") {
  const Sample sample = random_sample(411, 60, 12, 0.5);
  for (const double lambda : {1.0, 1e-2, 1e-6}) {
    const Problem problem = svm(sample, lambda);
    for_each_variant([&](const Given& given) {
      CAPTURE(lambda);
      const auto solver = start("primal_cd_l2svm", problem, given);
      Vector w = weights_of(*solver, problem);
      double objective = problem.objective(w);
      for (int step = 0; step < 300; ++step) {
        solver->advance(1);
        const Vector after = weights_of(*solver, problem);
        double distance = 0;
        int changed = 0;
        for (std::size_t j = 0; j < w.size(); ++j) {
          changed += after[j] != w[j];
          distance += (after[j] - w[j]) * (after[j] - w[j]);
        }
        REQUIRE(changed <= 1);
        const double lower = problem.objective(after);
        REQUIRE(lower <= objective - lambda * L2SvmColumn::sigma * distance + 1e-14);
        w = after;
        objective = lower;
      }
      const auto a = *solver->dual();
      const Dense rows = dense(sample.rows);
      for (std::size_t i = 0; i < rows.size(); ++i)
        REQUIRE(a[i] == Approx(2 * std::max(0.0, 1 - product(rows[i], w))).margin(1e-11));
    });
  }
}

TEST_CASE("primal CD for L2-SVM: it converges, in the optimum, whatever the options") {
  Dense rows = dense(random_sample(412, 50, 9, 0.6).rows);
  for (Vector& row : rows) row[4] = 0;  // an empty column
  rows[7] = Vector(9, 0.0);             // an empty row
  const Sample sample = sample_of(rows);
  for (const double lambda : {10.0, 0.02, 1e-4}) {
    const Problem problem = svm(sample, lambda);
    const double bound = independent_bound(problem);
    for_each_variant([&](const Given& given) {
      CAPTURE(lambda);
      const auto solver = start("primal_cd_l2svm", problem, given);
      CHECK(advance_passes(*solver, problem, 50'000).status == Status::converged);
      const double objective = problem.objective(weights_of(*solver, problem));
      CHECK(objective <= bound * (1 + 1e-9));
      CHECK(problem.lower_bound(*solver->dual()) >= objective * (1 - 1e-9));
    });
  }
}

TEST_CASE("primal CD for L2-SVM: a step counts its column once, and once more for each further look at D") {
  const Sample sample = random_sample(413, 40, 5, 1.0);
  const Problem problem = svm(sample, 0.1);
  // At w = 0 all rows are active, D''(0) = H, and Theorem 1 accepts the Newton step without a look at D.
  CHECK(start("primal_cd_l2svm", problem)->advance(1).entries_touched == 40);
  CHECK(start("primal_cd_l2svm", problem, {{"subproblem", "cmls"}})->advance(1).entries_touched == 40);
  const Progress exact = start("primal_cd_l2svm", problem, {{"subproblem", "exact_newton"}})->advance(1);
  CHECK(exact.entries_touched >= 80);
  CHECK(exact.entries_touched % 40 == 0);
  CHECK(exact.updates == 1);
}
