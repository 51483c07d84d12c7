// Row weights. With a sum of losses, an integer weight means repeated rows and 0 a missing row: every method
// must reach the optimum of such data. Work is in passes, so nothing depends on time.

#include <cmath>
#include <set>

#include "experiments/optima/certified_optimum.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The same rows with weights 0, 1, 2 and 8 in turn, from index `first`.
Sample weighted(Sample sample, std::size_t first = 0) {
  constexpr std::array weights{1.0, 8.0, 0.0, 1.0, 2.0, 8.0, 1.0};
  for (std::size_t i = 0; i < sample.labels.size(); ++i)
    sample.row_weights.push_back(weights[(first + i) % weights.size()]);
  return sample;
}

/// Rows repeated by weight.
Sample repeated(const Sample& sample) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < sample.labels.size(); ++i)
    rows.insert(rows.end(), static_cast<std::size_t>(sample.row_weights[i]), static_cast<Index>(i));
  Sample copies = select_rows(sample, rows);
  copies.row_weights.clear();
  return copies;
}

/// One problem in two forms, Σ_i c_i ℓ(z_i) + R(w).
struct Twins {
  Sample weighted_sample;
  Sample repeated_sample;
  Problem by_weight;
  Problem by_repetition;

  Twins(Sample sample, LossKind loss, RegularizerKind regularizer, bool free_intercept = false)
      : weighted_sample(std::move(sample)),
        repeated_sample(repeated(weighted_sample)),
        by_weight(problem(weighted_sample, loss, regularizer, free_intercept)),
        by_repetition(problem(repeated_sample, loss, regularizer, free_intercept)) {}

  /// Factor from an objective of by_repetition to by_weight.
  double scale() const { return static_cast<double>(by_repetition.m()) / by_weight.m(); }

 private:
  static Problem problem(const Sample& sample, LossKind loss, RegularizerKind regularizer,
                         bool free_intercept) {
    return Problem(sample, loss, regularizer, 1.0 / sample.rows.outer_size(),
                   {.epsilon = 0.1, .free_intercept = free_intercept});
  }
};

/// Rows of both classes; stored rows are y_i x_i for all labels.
Sample sample_for(LossKind loss, bool with_constant) {
  Sample sample = random_sample_for(loss, 7, 60, 8);
  if (description_of(loss).task == Task::classification) {
    for (std::size_t i = 0; i < sample.labels.size(); i += 2) sample.labels[i] = -1;
  }
  if (!with_constant) return sample;
  Dataset dataset;
  dataset.task = description_of(loss).task;
  dataset.train = std::move(sample);
  append_constant_feature(dataset, 1);
  return dataset.train;
}

const std::set<std::string> stochastic{"online_comid", "online_rda", "pegasos", "l1_psa"};
const std::set<std::string> slow_on_hinge{"admm_hinge", "fista"};
const std::set<std::string> subgradient{"nonsmooth_scd", "batch_comid", "batch_rda", "subgradient"};

/// F after this work.
double reached(const Method& method, const Problem& problem, const Given& given, double passes) {
  const auto solver = start(method.name, problem, given);
  double best = infinity;
  double highest_bound = -best;
  for (int piece = 0; piece < 10; ++piece) {
    const Progress progress = advance_passes(*solver, problem, passes / 10);
    best = std::min(best, problem.objective(weights_of(*solver, problem)));
    if (const auto a = solver->dual()) highest_bound = std::max(highest_bound, problem.lower_bound(*a));
    if (progress.status != Status::running) break;
  }
  CHECK(highest_bound <= best * (1 + 1e-11));
  return best;
}

}  // namespace

TEST_CASE("row weights: objective and dual value are those of repeated rows") {
  for (const LossDescription& loss : losses()) {
    for (const auto regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
      for (const bool free_intercept : {false, true}) {
        CAPTURE(loss.name, name_of(regularizer), free_intercept);
        const Twins twins(weighted(sample_for(loss.kind, free_intercept)), loss.kind, regularizer,
                          free_intercept);
        Random random(3);
        const Vector w = random_vector(static_cast<std::size_t>(twins.by_weight.n()), 1, random);
        CHECK(twins.by_weight.objective(w) ==
              Approx(twins.scale() * twins.by_repetition.objective(w)).epsilon(1e-13));
        const Vector a = random_vector(static_cast<std::size_t>(twins.by_weight.m()), 1, random);
        Vector repeated_a;
        for (std::size_t i = 0; i < a.size(); ++i)
          repeated_a.insert(repeated_a.end(), static_cast<std::size_t>(twins.by_weight.row_weights()[i]),
                            a[i]);
        CHECK(twins.by_weight.lower_bound(a) ==
              Approx(twins.scale() * twins.by_repetition.lower_bound(repeated_a)).epsilon(1e-12));
      }
    }
  }
}

// Subgradient methods take equal steps on both, unless they draw rows. Steps proportional to c/sqrt(t) have
// another scale.
TEST_CASE("row weights: every method comes to the optimum of repeated rows") {
  std::size_t runs = 0;
  for (const Method* method : methods()) {
    if (method->takes_weights != TakesWeights::of_rows) continue;
    for (const Capability& solved : method->solves) {
      for (const bool free_intercept : {false, true}) {
        if (free_intercept && !method->free_intercept) continue;
        CAPTURE(method->name, name_of(solved.loss), name_of(solved.regularizer), free_intercept);
        const Twins twins(weighted(sample_for(solved.loss, free_intercept)), solved.loss, solved.regularizer,
                          free_intercept);
        const bool is_certified = twins.by_weight.has_lower_bound();
        double optimum = 0;
        double radius = 1;
        if (is_certified) {
          const CertifiedOptimum certified = certify(twins.by_repetition, {.gap = 1e-9});
          REQUIRE(certified.gap() <= 1e-9);
          optimum = twins.scale() * certified.objective;
          radius = certified.l1_norm();
        } else {
          optimum = twins.scale() * reached(find_method("proximal_newton"), twins.by_repetition, {}, 2000);
        }
        Given by_weight;
        Given by_repetition;
        if (method->name == "admm") by_weight["balancing"] = true;
        if (method->name == "l1_psa") by_weight["radius"] = by_repetition["radius"] = radius;
        if (subgradient.contains(method->name) && solved.regularizer == RegularizerKind::l1) {
          by_weight["step"] = 0.05 * twins.by_weight.m();
          by_repetition["step"] = 0.05 * twins.by_repetition.m();
        }
        const bool is_slow = slow_on_hinge.contains(method->name) && solved.loss == LossKind::hinge;
        const double passes = is_slow || stochastic.contains(method->name) ? 20'000 : 2000;
        const double above = reached(*method, twins.by_weight, by_weight, passes) / optimum - 1;
        CHECK(above >= -2e-9);
        if (stochastic.contains(method->name)) {
          CHECK(above < 0.02);
        } else if (is_slow || subgradient.contains(method->name)) {
          const double repeated_above =
              twins.scale() * reached(*method, twins.by_repetition, by_repetition, passes) / optimum - 1;
          CHECK(above < 1.1 * repeated_above + 1e-6);
          CHECK(above < (is_slow ? 1e-4 : 0.05));
        } else {
          CHECK(above < 1e-6);
        }
        ++runs;
      }
    }
  }
  CHECK(runs > 90);
  // None of these bounds holds for a method that ignores the weights.
  for (const LossDescription& loss : losses()) {
    CAPTURE(loss.name);
    const Twins twins(weighted(sample_for(loss.kind, false)), loss.kind, RegularizerKind::l2);
    Sample plain = twins.weighted_sample;
    plain.row_weights.clear();
    const CertifiedOptimum without =
        certify(Problem(plain, loss.kind, RegularizerKind::l2, twins.by_weight.lambda(), {0.1}), {});
    const CertifiedOptimum with = certify(twins.by_weight, {});
    CHECK(twins.by_weight.objective(without.weights) > 1.05 * with.objective);
  }
}

TEST_CASE("row weights: twice the weight is half the regularisation, step for step") {
  const std::vector<std::pair<std::string, LossKind>> exact{
      {"permuted_dcd", LossKind::hinge},
      {"permuted_dcd", LossKind::squared_hinge},
      {"cyclic_dcd", LossKind::hinge},
      {"stochastic_dcd", LossKind::squared_hinge},
      {"dual_cd_logistic", LossKind::logistic},
      {"svr_dual_cd", LossKind::epsilon_insensitive},
      {"svr_dual_cd_2l", LossKind::squared_epsilon_insensitive}};
  for (const auto& [name, loss] : exact) {
    CAPTURE(name);
    const Sample plain = sample_for(loss, false);
    Sample twofold = plain;
    twofold.row_weights.assign(plain.labels.size(), 2.0);
    const Problem by_weight(twofold, loss, RegularizerKind::l2, 0.02);
    const Problem by_lambda(plain, loss, RegularizerKind::l2, 0.01);
    const auto one = start(name, by_weight);
    const auto other = start(name, by_lambda);
    advance_passes(*one, by_weight, 7.5);
    advance_passes(*other, by_lambda, 7.5);
    CHECK(weights_of(*one, by_weight) == weights_of(*other, by_lambda));
    CHECK(Vector(one->dual()->begin(), one->dual()->end()) ==
          Vector(other->dual()->begin(), other->dual()->end()));
  }
}

TEST_CASE("row weights: LIBLINEAR takes those of classes") {
  const Method& method = find_method("liblinear");
  const OptionValues options(method.options, {});
  for (const Capability& solved : method.solves) {
    CAPTURE(name_of(solved.loss), name_of(solved.regularizer));
    Sample sample = sample_for(solved.loss, false);
    const bool has_classes = description_of(solved.loss).task == Task::classification;
    for (const double label : sample.labels) sample.row_weights.push_back(label > 0 ? 5 : 0.5);
    const auto wrong = misfit(method, solved.loss, solved.regularizer, options, sample);
    if (!has_classes) {
      CHECK(wrong == "liblinear takes weights of classes only, and regression targets have no classes");
      continue;
    }
    CHECK_FALSE(wrong);
    const Problem problem(sample, solved.loss, solved.regularizer, 1.0 / 60);
    const auto solver = start("liblinear", problem);
    while (solver->advance(1).status == Status::running) continue;
    CHECK(problem.objective(weights_of(*solver, problem)) < certify(problem, {}).objective * (1 + 1e-6));

    Sample of_rows = sample;
    of_rows.row_weights[2] = 4;
    CHECK(misfit(method, solved.loss, solved.regularizer, options, of_rows) ==
          "liblinear takes weights > 0 of whole classes alone; here rows of one class differ, or weigh 0");
  }
}

TEST_CASE("row weights: what is refused") {
  const Sample plain = sample_for(LossKind::logistic, false);
  const auto with = [&](double weight) {
    Sample sample = plain;
    sample.row_weights.assign(plain.labels.size(), 1.0);
    sample.row_weights[3] = weight;
    return sample;
  };
  const auto problem_of = [](const Sample& sample, RegularizerKind regularizer = RegularizerKind::l2) {
    return Problem(sample, LossKind::logistic, regularizer, 0.1);
  };
  for (const double wrong : {-1.0, std::nan(""), infinity, 1e-320}) {
    const Sample sample = with(wrong);
    CHECK_THROWS_WITH(problem_of(sample), StartsWith("row 4 has the weight "));
  }
  Sample none = plain;
  none.row_weights.assign(plain.labels.size(), 0.0);
  CHECK_THROWS_WITH(
      problem_of(none),
      "the training rows with a weight > 0 have no nonzero value: there is nothing to optimise");
  const Sample sample = with(2);
  const Problem l_half = problem_of(sample, RegularizerKind::l_half);
  CHECK_THROWS_WITH(start("l_half_logistic", l_half), "l_half_logistic does not take weights of rows");
}
