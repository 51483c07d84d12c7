// The method that `descent solve` chooses: rules that cover every problem, and shapes that turn the choice.

#include "experiments/solve/method_choice.hpp"

#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// m rows, each with the value in `stored` of n columns.
Dataset spread_rows(Index m, Index n, Index stored, double value) {
  Dataset dataset{.name = "rows", .classes = Classes{}};
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (Index i = 0; i < m; ++i) {
    for (Index k = 0; k < stored; ++k) entries.push_back({k == 0 ? i % (n - stored) : n - stored + k, value});
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  dataset.train = {SparseMatrix(std::move(starts), entries, n), Vector(static_cast<std::size_t>(m), 1.0)};
  return dataset;
}

std::string choice(const Dataset& dataset, LossKind loss, RegularizerKind regularizer,
                   const std::string& lambda = "1/m", bool free_intercept = false) {
  const ProblemSpec problem{
      &dataset, loss, regularizer, *parse_lambda(lambda), {.free_intercept = free_intercept}};
  const MethodChoice chosen = choose_method(problem);
  CHECK_FALSE(chosen.reason.empty());
  return chosen.method->name;
}

}  // namespace

TEST_CASE("rules name methods that solve the problem, and under L1 and L2 prove a gap") {
  for (const LossDescription& loss : losses()) {
    for (const RegularizerDescription& regularizer : regularizers()) {
      const bool is_solved = std::ranges::any_of(methods(), [&](const Method* method) {
        return capability(*method, loss.kind, regularizer.kind) != nullptr;
      });
      for (const bool free_intercept : {false, true}) {
        CAPTURE(loss.name, regularizer.name, free_intercept);
        const auto rules = method_rules(loss.kind, regularizer.kind, free_intercept);
        CHECK(rules.empty() != is_solved);
        if (rules.empty()) continue;
        CHECK(rules.back().when.text.empty());  // for every shape
        const Sample sample = random_sample(1, 12, 4);
        const Problem problem(sample, loss.kind, regularizer.kind, 0.1, {.free_intercept = free_intercept});
        for (const MethodRule& rule : rules) {
          CAPTURE(rule.method);
          const auto solver = start(rule.method, problem);
          CHECK((solver->dual().has_value() || !problem.has_lower_bound()));
        }
      }
    }
  }
}

TEST_CASE("unscaled rows, a small lambda, a free intercept and many columns turn the choice") {
  using enum LossKind;
  using enum RegularizerKind;
  const Dataset scaled = spread_rows(60, 8, 4, 1);
  CHECK(choice(scaled, hinge, l2) == "permuted_dcd");                       // C ‖row‖² = 4
  CHECK(choice(scaled, hinge, l2, "0.1/m") == "interior_point");            // 40
  CHECK(choice(spread_rows(60, 8, 4, 10), hinge, l2) == "interior_point");  // 400
  CHECK(choice(scaled, hinge, l2, "1/m", true) == "interior_point");
  CHECK(choice(scaled, epsilon_insensitive, l2) == "svr_dual_cd");
  CHECK(choice(scaled, hinge, l1) == "column_generation");
  CHECK(choice(scaled, hinge, l1, "1/m", true) == "interior_point");
  CHECK(choice(scaled, squared_hinge, l2) == "proximal_newton");
  CHECK(choice(scaled, logistic, none) == "proximal_newton");

  Dataset weighted = scaled;
  weighted.train.row_weights.assign(60, 10.0);
  CHECK(choice(weighted, hinge, l2) == "interior_point");  // as with ten times C

  const Dataset wide = spread_rows(60, 100, 4, 100);
  CHECK(choice(wide, squared_hinge, l2) == "permuted_dcd");
  CHECK(choice(wide, logistic, l2) == "dual_cd_logistic");
  CHECK(choice(wide, squared, l2) == "svr_dual_cd");
  CHECK(choice(wide, hinge, l2) == "interior_point");

  CHECK(choice(spread_rows(60, 60, 4, 100), squared_hinge, l2) == "proximal_newton");
  CHECK(choice(spread_rows(60, 61, 4, 100), squared_hinge, l2) == "permuted_dcd");

  const Dataset large = spread_rows(4'000, 3'500, 4, 100);
  CHECK(choice(large, hinge, l2) == "permuted_dcd");
  CHECK(choice(large, squared_hinge, l2) == "permuted_dcd");
  CHECK(choice(large, hinge, l2, "1/m", true) == "interior_point");
  CHECK(choice(large, logistic, l2, "1/m", true) == "proximal_newton");
  CHECK(choice(spread_rows(4'000, 3'000, 4, 100), hinge, l2) == "interior_point");
  CHECK(choice(spread_rows(4'000, 3'001, 4, 100), hinge, l2) == "permuted_dcd");
}

TEST_CASE("the last rule's method is tried last, if it suits the rows") {
  const auto last = [](Index n, LossKind loss, RegularizerKind regularizer) -> std::string {
    const Dataset dataset = spread_rows(30, n, 2, 1);
    const Method* const method = last_resort({&dataset, loss, regularizer, *parse_lambda("1/m"), {}});
    return method == nullptr ? "none" : method->name;
  };
  CHECK(last(8, LossKind::logistic, RegularizerKind::l2) == "lbfgs");
  CHECK(last(8, LossKind::hinge, RegularizerKind::l2) == "interior_point");
  CHECK(last(10'001, LossKind::hinge, RegularizerKind::l2) == "none");
  CHECK(last(8, LossKind::hinge, RegularizerKind::l1) == "interior_point");
}

TEST_CASE("without a method for the rows the reasons are told, and what the free intercept costs") {
  const Dataset dataset = spread_rows(30, 10'001, 2, 1);
  CHECK_THROWS_WITH(choice(dataset, LossKind::hinge, RegularizerKind::l2, "1/m", true),
                    StartsWith("--method: none suits rows, hinge, free intercept + l2, λ = 1/m: "
                               "interior_point forms a matrix of 10001 x 10001 numbers") &&
                        EndsWith("; without --free-bias permuted_dcd is chosen"));
  CHECK_THROWS_WITH(choice(dataset, LossKind::epsilon_insensitive, RegularizerKind::l1),
                    EndsWith("use nonsmooth_scd, which certifies no optimum"));
}
