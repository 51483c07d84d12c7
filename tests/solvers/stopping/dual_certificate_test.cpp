#include "solvers/stopping/fresh_sums.hpp"

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The status of a run that rests at this gap.
Status at_rest_with(double relative_gap) {
  const Sample sample = random_sample(31, 6, 3);
  GapVerdict verdict(sample.rows, 1e-10);
  Progress progress;
  REQUIRE(verdict.judge(relative_gap, false, progress) == Status::running);
  progress.entries_touched = 2000 * static_cast<std::uint64_t>(sample.rows.nonzeros());
  return verdict.judge(relative_gap, false, progress);
}

}  // namespace

TEST_CASE("gap verdict: a run at rest ends by its gap, and has diverged where that is no number") {
  CHECK(at_rest_with(1e-7) == Status::converged);
  CHECK(at_rest_with(1e-3) == Status::limit);
  CHECK(at_rest_with(infinity) == Status::diverged);
  CHECK(at_rest_with(std::nan("")) == Status::diverged);
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
