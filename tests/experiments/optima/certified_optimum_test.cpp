#include "experiments/optima/certified_optimum.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "experiments/optima/optimum_store.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/one_hot_sample.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Dataset dataset_of(Sample sample) {
  Dataset dataset;
  dataset.name = "example";
  dataset.source = "file";
  dataset.train = std::move(sample);
  return dataset;
}

ProblemSpec spec_of(const Dataset& dataset, RegularizerKind regularizer, LossKind loss = LossKind::hinge) {
  return {&dataset, loss, regularizer, *parse_lambda("1/m")};
}

void check_certified(const Problem& problem, const CertifiedOptimum& certified, double gap) {
  CHECK(certified.objective == problem.evaluate_from_above(certified.weights).objective);
  CHECK(certified.lower_bound == problem.lower_bound(certified.dual_weights));
  CHECK(certified.gap() <= gap);
  CHECK(certified.gap() >= -rounding_of_sums);
}

/// A reference in its own file.
class StoredExample {
 public:
  StoredExample() { write_optimum(path, spec, certify(problem, {}), {}); }

  std::string refusal() const {
    return test::error_of<DataError>([&] { read_optimum(path, problem); });
  }

  test::TemporaryFolder folder;
  Dataset dataset = dataset_of(test::random_sample(2, 30, 5));
  ProblemSpec spec = spec_of(dataset, RegularizerKind::l1);
  Problem problem = spec.problem();
  std::filesystem::path path = optimum_path(folder.path(), problem);
};

}  // namespace

TEST_CASE("threads share the certificate of a large problem, and change no bit") {
  const Sample sample = test::random_sample(3, 21'000, 50, 1);
  REQUIRE(sample.rows.nonzeros() > 1'000'000);
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
    const Problem problem(sample, LossKind::logistic, regularizer, 1e-4);
    const CertifiedOptimum alone = certify(problem, {.threads = 1});
    const CertifiedOptimum shared = certify(problem, {.threads = 2});
    check_certified(problem, alone, 1e-8);
    CHECK(shared.weights == alone.weights);
    CHECK(shared.dual_weights == alone.dual_weights);
  }
}

TEST_CASE("reference optima are certified, whatever the shape and the problem") {
  const auto [m, n] = GENERATE(std::pair<Index, Index>{60, 8}, std::pair<Index, Index>{8, 60});
  for (const LossDescription& loss : losses()) {
    const Dataset dataset = dataset_of(test::random_sample_for(loss.kind, 7, m, n));
    for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
      CAPTURE(m, n, loss.name, name_of(regularizer));
      const ProblemSpec spec = spec_of(dataset, regularizer, loss.kind);
      REQUIRE(can_certify(spec));
      const Problem problem = spec.problem();
      const CertifiedOptimum certified = certify(problem, {});
      check_certified(problem, certified, 1e-8);
      CHECK_FALSE(certified.method.empty());
      double norm = 0;
      for (const double w_j : certified.weights) norm += std::abs(w_j);
      CHECK(certified.l1_norm() == norm);
    }
    CHECK_FALSE(can_certify(spec_of(dataset, RegularizerKind::l_half, loss.kind)));
    CHECK_FALSE(can_certify(spec_of(dataset, RegularizerKind::none, loss.kind)));
  }
}

TEST_CASE("a problem with more columns than any of its solvers takes cannot be certified") {
  for (const std::size_t columns : {8'000, 8'001}) {
    const Dataset dataset = dataset_of(test::sample_of({test::Vector(columns, 1.0)}));
    CHECK(can_certify(spec_of(dataset, RegularizerKind::l1, LossKind::epsilon_insensitive)) ==
          (columns == 8'000));
    CHECK(can_certify(spec_of(dataset, RegularizerKind::l1, LossKind::hinge)));
  }
}

TEST_CASE("next to no regularisation under L1 is certified as well") {
  const Dataset dataset = dataset_of(test::one_hot_sample(8, 500, {2, 7, 12}));
  for (const char* lambda : {"1/m", "1/m^2", "2e-9"}) {
    CAPTURE(lambda);
    const ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l1, *parse_lambda(lambda)};
    const Problem problem = spec.problem();
    check_certified(problem, certify(problem, {}), 1e-8);
  }
}

TEST_CASE("of several solvers the best point is kept, not the last one") {
  const Dataset dataset = dataset_of(test::random_sample(12, 200, 20));
  const ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1e-9")};
  // With gap 0, dual coordinate descent, slow here, gets the second half of the time.
  const CertifiedOptimum optimum = certify(spec.problem(), {.gap = 0, .seconds = 0.2});
  CHECK_THAT(optimum.method, ContainsSubstring("interior_point") && ContainsSubstring(", then permuted_dcd"));
  CHECK(optimum.gap() < 1e-6);
}

TEST_CASE("more columns than an interior point is given first are certified as well") {
  const Dataset dataset = dataset_of(test::random_sample(3, 12, 3'500, 0.02));
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
    CAPTURE(name_of(regularizer));
    const Problem problem = spec_of(dataset, regularizer).problem();
    check_certified(problem, certify(problem, {}), 1e-8);
  }
}

TEST_CASE(
    "scaling the data and lambda, repeating rows and permuting columns change the optimum as they should") {
  const auto rows = test::dense(test::random_sample(5, 25, 6).rows);
  const auto optimum = [](const std::vector<test::Vector>& of, RegularizerKind regularizer, double lambda) {
    const Dataset dataset = dataset_of(test::sample_of(of));
    const Problem problem(dataset.train, LossKind::hinge, regularizer, lambda);
    const CertifiedOptimum certified = certify(problem, {});
    check_certified(problem, certified, 1e-8);
    return certified;
  };
  const double lambda = 1.0 / 25;
  const auto repeated = [&] {
    auto twice = rows;
    twice.insert(twice.end(), rows.begin(), rows.end());
    return twice;
  }();
  auto reversed = rows;
  for (auto& row : reversed) std::reverse(row.begin(), row.end());
  auto scaled = rows;
  for (auto& row : scaled) {
    for (double& value : row) value *= 4;  // exact
  }
  for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
    CAPTURE(name_of(regularizer));
    const CertifiedOptimum plain = optimum(rows, regularizer, lambda);
    // The mean over rows does not depend on equal repetition.
    CHECK(optimum(repeated, regularizer, lambda).objective == Approx(plain.objective).epsilon(3e-8));
    // Only the names of columns change.
    const CertifiedOptimum mirrored = optimum(reversed, regularizer, lambda);
    CHECK(mirrored.objective == Approx(plain.objective).epsilon(3e-8));
    // With z = (4x)·(w/4), the same loss needs a quarter (L1) or a sixteenth (L2) of the penalty.
    const double factor = regularizer == RegularizerKind::l1 ? 4 : 16;
    CHECK(optimum(scaled, regularizer, factor * lambda).objective == Approx(plain.objective).epsilon(3e-8));
    // min F is concave and nondecreasing in λ.
    const double less = optimum(rows, regularizer, lambda / 2).objective;
    const double more = optimum(rows, regularizer, lambda * 2).objective;
    CHECK(less < plain.objective);
    CHECK(plain.objective < more);
    CHECK(plain.objective >= (2 * less + more) / 3 - 1e-7);
  }
}

TEST_CASE("data without a proper problem gives right answers or a clear message") {
  const auto objective = [](const std::vector<test::Vector>& rows, RegularizerKind regularizer,
                            double lambda) {
    const Dataset dataset = dataset_of(test::sample_of(rows));
    const Problem problem(dataset.train, LossKind::hinge, regularizer, lambda);
    const CertifiedOptimum certified = certify(problem, {});
    check_certified(problem, certified, 1e-8);
    return certified.objective;
  };
  const auto l1 = RegularizerKind::l1;
  const auto l2 = RegularizerKind::l2;
  // One row, one column: min λ|w| + max(0, 1 − 2w) is at w = 1/2.
  CHECK(objective({{2}}, l1, 0.1) == Approx(0.05));
  CHECK(objective({{2}}, l2, 0.1) == Approx(0.1 * 0.125));
  // Zero rows and columns: a zero row costs 1 for any w.
  CHECK(objective({{2, 0}, {0, 0}}, l1, 0.1) == Approx(0.5 + 0.05));
  // One of two equal columns suffices; L2 uses both by halves.
  CHECK(objective({{2, 2}}, l1, 0.1) == Approx(0.05));
  CHECK(objective({{2, 2}}, l2, 0.1) == Approx(0.1 * 0.0625));
  // Opposite rows cannot both be right: w = 0 is optimal.
  CHECK(objective({{1}, {-1}}, l1, 0.1) == Approx(1));
  // All on one side, so separable: for small λ only the penalty remains.
  CHECK(objective({{1, 1}, {2, 1}, {1, 3}}, l1, 1e-9) == Approx(1e-9).epsilon(1e-6));
  CHECK(objective({{1, 0}, {-1, 0}}, l2, 1e-9) == Approx(1));

  // λ so large that the optimum is exactly w = 0 with objective 1.
  const Dataset dataset = dataset_of(test::random_sample(4, 20, 5));
  const CertifiedOptimum zero = certify(Problem(dataset.train, LossKind::hinge, l1, 1e3), {});
  CHECK(zero.objective == Approx(1).epsilon(1e-15));
  CHECK(zero.gap() < 1e-15);  // of rounding
  CHECK(std::all_of(zero.weights.begin(), zero.weights.end(), [](double w_j) { return w_j == 0; }));

  const Dataset empty = dataset_of(test::sample_of({{0, 0}}));
  CHECK_THROWS_AS(Problem(empty.train, LossKind::hinge, l1, 1), DataError);
}

TEST_CASE("a reference reads back as it was written, recomputed") {
  const StoredExample example;
  const StoredOptimum back = read_optimum(example.path, example.problem);
  check_certified(example.problem, back.optimum, 1e-8);
  CHECK(back.seconds_allowed == OptimumSettings().seconds);
  CHECK(back.optimum.method == certify(example.problem, {}).method);
  const std::string text = test::file_text(example.path);
  const Json header = Json::parse(text.substr(0, text.find('\n')));
  CHECK(header["rows"] == 30);
  CHECK(header["columns"] == 5);
  CHECK(header["regularizer"] == "l1");
  CHECK(header["lambda"] == 1.0 / 30);
}

TEST_CASE("a reference that is not what was written is damaged, and what is not ours is left alone") {
  const StoredExample example;
  const std::string whole = test::file_text(example.path);
  const std::size_t line = whole.find('\n') + 1;
  const auto refusal_of = [&](std::string bytes) {
    std::ofstream(example.path, std::ios::binary) << bytes;
    return example.refusal();
  };
  const std::string damaged = example.path.string() + ": damaged, computed again";
  CHECK(refusal_of(whole) == "accepted");
  CHECK(refusal_of("") == damaged);
  CHECK(refusal_of(whole.substr(0, line / 2)) == damaged);
  CHECK(refusal_of(whole.substr(0, whole.size() - 1)) == damaged);
  for (std::size_t at = line; at < whole.size(); at += 9) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(refusal_of(changed) == damaged);
  }
  CHECK(refusal_of("something else\n") ==
        example.path.string() + ": is not a reference that descent has written; move it away");
  // Another problem's reference under this name.
  const Dataset other = dataset_of(test::random_sample(9, 40, 5));
  const ProblemSpec spec = spec_of(other, RegularizerKind::l1);
  write_optimum(example.path, spec, certify(spec.problem(), {}), {});
  CHECK(example.refusal() == damaged);
}

TEST_CASE("a reference that cannot be opened is told with the system's reason, and nobody is to remove it") {
  const StoredExample example;
  std::filesystem::remove(example.path);
  const std::string start = example.path.string() + ": cannot be opened for reading: ";
  CHECK(example.refusal() == start + "No such file or directory");
  std::filesystem::create_symlink(example.path, example.path);
  CHECK(example.refusal() == start + "Too many levels of symbolic links");
}

TEST_CASE("whatever changes the optimum changes the reference's name") {
  const Sample sample = test::random_sample(2, 30, 5);
  const auto id = [](const Sample& of, LossKind loss, RegularizerKind regularizer, double lambda) {
    return optimum_id(Problem(of, loss, regularizer, lambda));
  };
  const auto hinge = LossKind::hinge;
  const auto l1 = RegularizerKind::l1;
  const std::string plain = id(sample, hinge, l1, 0.1);
  CHECK(plain.size() == 16);
  CHECK(id(test::random_sample(2, 30, 5), hinge, l1, 0.1) == plain);
  CHECK(id(sample, LossKind::squared_hinge, l1, 0.1) != plain);
  CHECK(id(sample, hinge, RegularizerKind::l2, 0.1) != plain);
  CHECK(id(sample, hinge, l1, std::nextafter(0.1, 1)) != plain);
  CHECK(id(test::random_sample(3, 30, 5), hinge, l1, 0.1) != plain);
  Sample flipped = sample;
  flipped.rows.negate_line(4);
  CHECK(id(flipped, hinge, l1, 0.1) != plain);
  Sample wider = sample;
  wider.rows.widen(6);
  CHECK(id(wider, hinge, l1, 0.1) != plain);
  Sample weighted = sample;
  weighted.row_weights.assign(30, 2);
  CHECK(id(weighted, hinge, l1, 0.1) != plain);

  const auto id_of = [](const Sample& of, LossKind loss, const ProblemDetails& details) {
    return optimum_id(Problem(of, loss, RegularizerKind::l2, 0.1, details));
  };
  CHECK(id_of(sample, LossKind::logistic, {.free_intercept = true}) != id_of(sample, LossKind::logistic, {}));
  const Sample targets = test::random_sample_for(LossKind::epsilon_insensitive, 1, 20, 6);
  const std::string regression = id_of(targets, LossKind::epsilon_insensitive, {});
  CHECK(id_of(targets, LossKind::epsilon_insensitive, {.epsilon = 0.2}) != regression);
  Sample others = targets;
  others.labels[3] += 1;
  CHECK(id_of(others, LossKind::epsilon_insensitive, {}) != regression);
}

TEST_CASE("reference optima of real data are the known ones") {
  struct Known {
    const char* file;
    double l1, l2;
  };
  constexpr double precision = 1e-9;  // certified to 1e-10 elsewhere
  for (const Known& known :
       {Known{"heart_scale", 0.369962505818, 0.35740102961}, Known{"a9a", 0.351916187404, 0.351150385339},
        Known{"covtype-15k.bz2", 0.581603881757, 0.584741782602}}) {
    auto sample = test::real_sample(known.file);
    if (!sample) continue;
    const Dataset dataset = dataset_of(std::move(*sample));
    for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
      CAPTURE(known.file, name_of(regularizer));
      const Problem problem = spec_of(dataset, regularizer).problem();
      const CertifiedOptimum certified = certify(problem, {});
      check_certified(problem, certified, 1e-8);
      const double optimum = regularizer == RegularizerKind::l1 ? known.l1 : known.l2;
      CHECK(std::abs(certified.objective / optimum - 1) <= precision);
    }
  }
}
