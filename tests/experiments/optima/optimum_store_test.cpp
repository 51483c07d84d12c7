#include "experiments/optima/optimum_store.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Dataset named(Sample sample) {
  Dataset dataset;
  dataset.name = "example";
  dataset.source = "file";
  dataset.train = std::move(sample);
  return dataset;
}

/// A problem's reference with a bound that is too low, from dual weights reduced by a tenth.
class RoughReference {
 public:
  explicit RoughReference(const OptimumSettings& settings) {
    CertifiedOptimum optimum = certify(spec.problem(), {});
    for (double& a_i : optimum.dual_weights) a_i *= 0.9;
    optimum.lower_bound = spec.problem().lower_bound(optimum.dual_weights);
    write_optimum(path, spec, optimum, settings);
  }

  StoredOptimum stored() const { return read_optimum(path, spec.problem()); }
  /// The stored optimum after a request.
  StoredOptimum provided(const OptimumSettings& settings) const {
    OptimumStore store(folder.path());
    store.provide(std::vector{spec}, {.settings = settings, .jobs = {.output = Output::quiet}});
    return stored();
  }

  test::TemporaryFolder folder;
  Dataset dataset = named(test::random_sample(5, 300, 40));
  ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  std::filesystem::path path = optimum_path(folder.path(), spec.problem());
};

}  // namespace

TEST_CASE("a reference for which a larger gap was wanted is worked on for a smaller one") {
  const RoughReference rough({.gap = 0.5, .seconds = 600});
  const double gap = rough.stored().optimum.gap();
  REQUIRE(gap > 1e-4);
  CHECK(rough.provided({.gap = 2 * gap, .seconds = 600}).optimum.gap() == gap);
  CHECK(rough.provided({.gap = 1e-8, .seconds = 20}).optimum.gap() <= 1e-8);
}

TEST_CASE("a reference that is not as wanted is not read, unless any will do") {
  const RoughReference rough({.gap = 0.5, .seconds = 600});
  OptimumStore store(rough.folder.path());
  store.read(std::vector{rough.spec}, OptimumSettings{.gap = 1e-8, .seconds = 600});
  CHECK(store.find(rough.spec) == nullptr);
  store.read(std::vector{rough.spec});
  REQUIRE(store.find(rough.spec) != nullptr);
  CHECK(store.find(rough.spec)->gap_wanted == 0.5);
}

TEST_CASE("a reference that has had less time is worked on anew, one that has had as much is not") {
  const RoughReference rough({.gap = 1e-8, .seconds = 10});
  const double gap = rough.stored().optimum.gap();
  CHECK(rough.provided({.gap = 1e-8, .seconds = 10}).optimum.gap() == gap);
  CHECK(rough.provided({.gap = 1e-9, .seconds = 5}).optimum.gap() == gap);
  CHECK(rough.provided({.gap = 1e-8, .seconds = 20}).optimum.gap() <= 1e-8);
}

TEST_CASE("a reference does not become worse where less time is allowed for a smaller gap") {
  const RoughReference rough({.gap = 0.5, .seconds = 600});
  const double gap = rough.stored().optimum.gap();
  constexpr OptimumSettings no_time{.gap = 1e-12, .seconds = 1e-9};
  REQUIRE(certify(rough.spec.problem(), no_time).gap() > gap);
  const StoredOptimum after = rough.provided(no_time);
  CHECK(after.optimum.gap() == gap);
  CHECK(after.gap_wanted == no_time.gap);
}
