// Rows of weight 0, which mask rows of a file, may hold any number.

#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Thirty rows, and one of weight 0 that holds nothing else than this number.
Sample masked(double number) {
  const SparseMatrix thirty = random_sample(151, 30, 6).rows;
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < 30; ++i) {
    for (const Entry entry : thirty[i]) entries.push_back(entry);
    starts.push_back(std::ssize(entries));
  }
  for (Index j = 0; j < 6 && number != 0; ++j) entries.push_back({j, number});
  starts.push_back(std::ssize(entries));
  Sample sample{SparseMatrix(std::move(starts), entries, 6), Vector(31, 1.0), Vector(30, 1.0)};
  sample.row_weights.push_back(0);
  return sample;
}

}  // namespace

TEST_CASE("a row of weight 0 adds nothing to objective, error and bound, however large it is") {
  const Sample large = masked(-1e200), empty = masked(0);
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic}) {
    CAPTURE(name_of(loss));
    const Problem of_large(large, loss, RegularizerKind::l2, 0.01),
        of_empty(empty, loss, RegularizerKind::l2, 0.01);
    const Vector w(6, 0.3);
    CHECK(of_large.objective(w) == Approx(of_empty.objective(w)).epsilon(1e-14));
    const std::vector<Vector> iterates{w};
    const WeightBatch batch(iterates);
    CHECK(of_large.evaluate(batch)[0].train_error == of_empty.evaluate(batch)[0].train_error);
    Vector a(31, 0.25);
    a.back() = 1e200;
    CHECK(std::isfinite(of_empty.lower_bound(a)));
  }
}
