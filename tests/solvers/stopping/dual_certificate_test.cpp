#include "solvers/stopping/fresh_sums.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The status of a run that rests at this gap.
Status at_rest_with(double relative_gap, double tolerance = 1e-10) {
  const Sample sample = random_sample(31, 6, 3);
  GapVerdict verdict(sample.rows, tolerance);
  Progress progress;
  REQUIRE(verdict.judge(relative_gap, false, progress) == Status::running);
  progress.entries_touched = 1000 * static_cast<std::uint64_t>(sample.rows.nonzeros());
  REQUIRE(verdict.judge(relative_gap, false, progress) == Status::running);
  progress.entries_touched = 2000 * static_cast<std::uint64_t>(sample.rows.nonzeros());
  return verdict.judge(relative_gap, false, progress);
}

}  // namespace

TEST_CASE("gap verdict: a run at rest ends by its gap, and has diverged where that is no number") {
  CHECK(at_rest_with(1e-7) == Status::converged);
  CHECK(at_rest_with(1e-3) == Status::limit);
  CHECK(at_rest_with(1e-9, 1e-14) == Status::stalled);
  CHECK(at_rest_with(2e-9, 1e-14) == Status::limit);
  CHECK(at_rest_with(0.01, 1e-4) == Status::converged);
  CHECK(at_rest_with(0.02, 1e-4) == Status::stopped);
  CHECK(at_rest_with(infinity) == Status::diverged);
  CHECK(at_rest_with(std::nan("")) == Status::diverged);
}

TEST_CASE("gap verdict: while gap or value improve by more than rounding, the run is not at rest") {
  const Sample sample = random_sample(31, 6, 3);
  const auto thousand_passes = 1000 * static_cast<std::uint64_t>(sample.rows.nonzeros());
  GapVerdict verdict(sample.rows, 1e-10);
  Progress progress;
  for (int k = 1; k <= 4; ++k, progress.entries_touched += thousand_passes)
    CHECK(verdict.judge(0.1 / k, false, progress) == Status::running);
  for (int k = 1; k <= 4; ++k, progress.entries_touched += thousand_passes) {
    CHECK(verdict.rises(k, progress));
    CHECK(verdict.judge(0.1, false, progress) == Status::running);
  }
  CHECK_FALSE(verdict.rises(std::nextafter(4.0, 5.0), progress));
}

TEST_CASE("dual certificate: a proof is two walks over the rows, and w is summed anew 128 passes later") {
  const Sample sample = random_sample(32, 20, 4);
  const auto nonzeros = static_cast<std::uint64_t>(sample.rows.nonzeros());
  const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 0.1);
  DualCertificate certificate(problem, 1e-10);
  Progress progress;
  progress.entries_touched = 1000;
  Vector w(4);
  certificate.judge<SquaredHinge>(
      true, [](Index) { return 0.01; }, w, progress);
  CHECK(progress.entries_touched == 1000 + 2 * nonzeros);
  progress.entries_touched += 126 * nonzeros;
  CHECK_FALSE(certificate.is_due(progress));
  progress.entries_touched += nonzeros;
  CHECK(certificate.is_due(progress));
}

TEST_CASE("dual certificate: rounding of F on a row of large weight is no convergence") {
  // One row x on its margin: w = x/‖x‖², F = λ/(2 ‖x‖²). A rounded margin below 1 costs 10⁻¹⁶ of the weight.
  int converged = 0;
  int beyond = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Sample sample = random_sample(seed, 1, 9, 1.0);
    sample.row_weights = {1e12};
    const Vector x = dense(sample.rows)[0];
    const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
    DualCertificate certificate(problem, 1e-10);
    Progress progress;
    Vector w(9);
    const Status status = certificate.judge<Hinge>(
        true, [&](Index) { return 1 / product(x, x); }, w, progress);
    const bool is_optimal = problem.objective(w) <= (1 + 1e-6) * 0.1 / (2 * product(x, x));
    if (status == Status::converged) CHECK(is_optimal);
    converged += status == Status::converged;
    beyond += !is_optimal;
  }
  CHECK(converged > 0);
  CHECK(beyond > 0);
}

TEST_CASE("dual certificate: dual weights that are no numbers prove nothing") {
  const Sample sample = random_sample(32, 20, 4);
  for (const double alpha : {std::nan(""), infinity}) {
    const Problem problem(sample, LossKind::squared_hinge, RegularizerKind::l2, 0.1);
    DualCertificate certificate(problem, 1e-10);
    Progress progress;
    Vector w(4);
    const auto judge = [&] {
      return certificate.judge<SquaredHinge>(
          true, [&](Index) { return alpha; }, w, progress);
    };
    CHECK(judge() == Status::running);
    progress.entries_touched += 2000 * static_cast<std::uint64_t>(sample.rows.nonzeros());
    CHECK(judge() == Status::diverged);
  }
}
