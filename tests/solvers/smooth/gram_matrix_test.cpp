#include "solvers/smooth/gram_matrix.hpp"

#include <cmath>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

void update(GramMatrix& gram, const Vector& h, bool anew = false) {
  gram.update([&](std::size_t i) { return h[i]; }, anew);
}

/// Σ_i h_i (row_i·v)².
double energy(const Dense& rows, const Vector& h, const Vector& v) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += h[i] * product(rows[i], v) * product(rows[i], v);
  return sum;
}

double energy(const GramMatrix& gram, const Vector& v) {
  Vector image(v.size());
  gram.multiply(v, image);
  return product(image, v);
}

/// Whether "auto" chooses the matrix for random rows of this shape.
bool pays(Index m, Index n, double share) {
  return chooses_gram(OptionValues({hessian_option()}, {}), random_sample(1, m, n, share).rows);
}

}  // namespace

TEST_CASE("Gram matrix: an update is within a fifth of the Hessian in all directions, and anew exact") {
  for (const double share : {0.2, 0.9}) {  // sparse rows and dense ones
    const Sample sample = random_sample(7, 90, 9, share);
    const Dense rows = dense(sample.rows);
    GramMatrix gram(sample.rows);
    Random random(8);
    Vector h(rows.size());
    for (int point = 0; point < 40; ++point) {
      const double speed = point % 2 == 0 ? 2 : 0.1;
      for (double& h_i : h)
        h_i = random.below(5) == 0 ? 0 : (h_i > 0 ? h_i : 1) * std::exp(speed * random.normal());
      update(gram, h, point % 10 == 9);
      const double error = point % 10 == 9 ? 1e-12 : 0.2 * (1 + 1e-9);
      for (int trial = 0; trial < 10; ++trial) {
        const Vector v = random_vector(9, 1, random);
        CHECK(energy(gram, v) == Approx(energy(rows, h, v)).epsilon(error));
      }
      for (Index j = 0; j < 9; ++j) {
        for (Index k = 0; k < j; ++k)
          CHECK(gram.column(j)[static_cast<std::size_t>(k)] == gram.column(k)[static_cast<std::size_t>(j)]);
      }
    }
  }
}

TEST_CASE("Gram matrix: a huge row that leaves takes its rounding along") {
  Dense rows = dense(random_sample(9, 40, 5).rows);
  for (double& value : rows[0]) value = 1e12;
  const Sample sample = sample_of(rows);
  GramMatrix gram(sample.rows);
  Vector h(40, 1.0);
  update(gram, h);
  h[0] = 0;
  update(gram, h);
  Random random(10);
  const Vector v = random_vector(5, 1, random);
  CHECK(energy(gram, v) == Approx(energy(rows, h, v)).epsilon(1e-12));
}

TEST_CASE("Gram matrix: chosen for few columns and many rows, or as told, but never for too many columns") {
  CHECK(pays(300, 13, 1));
  CHECK(pays(3000, 100, 0.15));
  CHECK_FALSE(pays(50, 40, 0.5));      // hardly more rows than columns
  CHECK_FALSE(pays(4000, 1000, 0.1));  // long rows
  const Sample wide = random_sample(2, 2, 10'001, 0.01);
  const Problem problem(wide, LossKind::logistic, RegularizerKind::l2, 0.1);
  for (const char* method : {"tron", "proximal_newton"}) {
    CHECK_THROWS_AS(start(method, problem, {{"hessian", "gram"}}), ConfigError);
    CHECK_NOTHROW(start(method, problem)->advance(100));
  }
}

TEST_CASE("Newton with the Gram matrix: certified, or an honest status, on data that is hard for a matrix") {
  int certified = 0;
  for (const LossKind loss : smooth_losses) {
    for (const int kind : {0, 1, 2, 3}) {
      Sample sample = random_sample_for(loss, 51, 120, 12);
      Dense rows = dense(sample.rows);
      Random random(52);
      for (Vector& row : rows) {
        const double heavy = kind == 1 ? 1 / random.normal() : 1;
        for (std::size_t j = 0; j < row.size(); ++j)
          row[j] *= heavy * (kind == 0 ? std::pow(10, static_cast<double>(j % 7) - 3) : 1);
        if (kind == 2) {
          row[1] = row[0];                  // the same column twice
          row[2] = row[0] + 1e-7 * row[3];  // and nearly a third time
          row[4] = 0;
        }
        if (kind == 3) row[0] = 5 + std::abs(row[0]);  // separable in classification, an offset in regression
      }
      sample.rows = sample_of(rows).rows;
      for (const auto& [method, regularizer] :
           {std::pair{"tron", RegularizerKind::l2}, std::pair{"proximal_newton", RegularizerKind::l2},
            std::pair{"proximal_newton", RegularizerKind::l1}}) {
        for (const double C : {1.0, 1e4}) {
          CAPTURE(name_of(loss), kind, method, name_of(regularizer), C);
          const Problem problem(sample, loss, regularizer, 1 / (C * 120));
          const auto solver = start(method, problem, {{"hessian", "gram"}});
          const Progress progress = advance_passes(*solver, problem, 50'000);
          const double gap = certified_gap(*solver, problem);
          const bool is_proved = progress.status == Status::converged || progress.status == Status::stalled;
          CHECK(progress.status != Status::running);
          if (is_proved) CHECK(gap <= 1e-6);
          certified += is_proved && gap <= 1e-6;
        }
      }
    }
  }
  CHECK(certified > 0);
}

TEST_CASE("Gram matrix: rounding that leaves in small steps, or from a single column, is noticed") {
  for (std::size_t column = 0; column < 5; ++column) {
    CAPTURE(column);
    Dense rows = dense(random_sample(9, 40, 5, 0.9).rows);
    rows[0][column] = 1e12;
    const Sample sample = sample_of(rows);
    GramMatrix gram(sample.rows);
    Vector h(40, 1.0);
    update(gram, h);
    for (; h[0] > 1e-20; h[0] /= 100) update(gram, h);  // each step leaves more than a thousandth
    h[0] = 0;
    update(gram, h);
    Random random(10);
    const Vector v = random_vector(5, 1, random);
    CHECK(energy(gram, v) == Approx(energy(rows, h, v)).epsilon(1e-9));
    // What was lost is forgotten: the next update is one walk over the rows.
    int asked = 0;
    gram.update([&](std::size_t i) { return ++asked, h[i]; }, false);
    const int of_one_walk = asked;
    GramMatrix other(sample.rows);
    asked = 0;
    other.update([&](std::size_t i) { return ++asked, h[i]; }, false);
    CHECK(of_one_walk == asked);
  }
}

TEST_CASE("Gram matrix: ten thousand columns are the most that it is taken for by name") {
  const OptionValues gram({hessian_option()}, {{"hessian", "gram"}});
  CHECK_FALSE(too_wide_for_gram(LossKind::logistic, RegularizerKind::l2, gram, 10'000));
  CHECK(too_wide_for_gram(LossKind::logistic, RegularizerKind::l2, gram, 10'001));
}
