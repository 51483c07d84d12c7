// Promises of every registered method, checked on each problem that it solves: a new method is checked
// without an edit here.

#include <algorithm>
#include <cmath>
#include <set>

#include "solvers/contract/method_registration.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Values for options that have no usable default.
Given necessary_options(const Method& method) {
  Given given;
  for (const Option& option : method.options) {
    if (option.name == "radius") given["radius"] = 3.0;
  }
  return given;
}

/// Every method on every problem that it solves, over the sample of `sample_for(loss)`.
template <class SampleFor, class Check>
void for_each_method(const SampleFor& sample_for, double lambda, const Check& check) {
  for (const Method* method : methods()) {
    for (const Capability& solved : method->solves) {
      CAPTURE(method->name, name_of(solved.loss), name_of(solved.regularizer));
      const Sample sample = sample_for(solved.loss);
      check(*method, Problem(sample, solved.loss, solved.regularizer, lambda));
    }
  }
}

/// Random rows, with classes or targets as the loss needs.
auto random_samples(std::uint64_t seed, Index m, Index n, double share) {
  return [=](LossKind loss) { return random_sample_for(loss, seed, m, n, share); };
}

std::unique_ptr<Solver> start_with(const Method& method, const Problem& problem, Given given,
                                   std::uint64_t seed = 1) {
  given.merge(necessary_options(method));
  return start(method.name, problem, given, seed);
}

/// Runs 300 passes; a method that restarts runs to its last tolerance.
void advance_far(Solver& solver, const Method& method, const Problem& problem) {
  Progress progress = advance_passes(solver, problem, 300);
  while (method.sampled_by_tolerance && progress.status == Status::running) progress = solver.advance(0);
}

/// The defaults, and each word or flag that suits the problem, one at a time.
std::vector<Given> variants(const Method& method, const Problem& problem) {
  std::vector<Given> all{{}};
  for (const Option& option : method.options) {
    for (const std::string& word : option.words) {
      if (option.name != "radius") all.push_back({{option.name, word}});
    }
    if (const bool* default_value = std::get_if<bool>(&option.default_value))
      all.push_back({{option.name, !*default_value}});
    if (option.range && option.range->integer && option.name == "batch") all.push_back({{option.name, 3.0}});
  }
  std::erase_if(all, [&](Given given) {
    if (!method.complaint) return false;
    given.merge(necessary_options(method));
    const OptionValues options(method.options, given);
    return method.complaint(problem.loss(), problem.regularizer(), options).has_value();
  });
  return all;
}

/// True if a constant of the method depends on the unit of features and targets.
bool has_constant_with_unit(const Method& method) {
  if (method.name == "liblinear" || method.name == "l_half_reweighted") return true;  // nu; epsilon
  return std::ranges::any_of(method.options, [](const Option& option) {
    const bool is_number = std::holds_alternative<double>(option.default_value);
    return option.name == "radius" || (is_number && (option.name == "step" || option.name == "rho"));
  });
}

/// The unit of R, given the unit of w.
double unit_of(RegularizerKind regularizer, double unit) {
  switch (regularizer) {
    case RegularizerKind::l1:
      return unit;
    case RegularizerKind::l2:
      return unit * unit;
    case RegularizerKind::l_half:
      return std::sqrt(unit);
    case RegularizerKind::none:
      return 1;
  }
  return 1;
}

}  // namespace

TEST_CASE("every method: how advance is sliced does not change a bit") {
  const auto samples = random_samples(81, 70, 25, 0.2);
  for_each_method(samples, 0.01, [](const Method& method, const Problem& problem) {
    if (method.sampled_by_tolerance) return;  // each call is a separate run
    for (const Given& given : variants(method, problem)) {
      const auto whole = start_with(method, problem, given);
      const Progress reached = whole->advance(40'000);
      const auto sliced = start_with(method, problem, given);
      Progress progress;
      Random random(5);
      // A call may end within an update of several walks: equal updates need not mean equal work.
      while ((progress.updates < reached.updates || progress.entries_touched < reached.entries_touched) &&
             progress.status == Status::running) {
        const std::uint64_t left = reached.entries_touched - progress.entries_touched;
        progress = sliced->advance(std::min(left, random.below(random.below(2) == 0 ? 3 : 2000)));
      }
      CHECK(progress.updates == reached.updates);
      CHECK(progress.entries_touched == reached.entries_touched);
      CHECK(weights_of(*sliced, problem) == weights_of(*whole, problem));
    }
  });
}

TEST_CASE("every method: at least as many stored entries are counted as were asked for, and hardly more") {
  const auto samples = random_samples(82, 60, 10, 0.5);
  for_each_method(samples, 0.01, [](const Method& method, const Problem& problem) {
    if (method.sampled_by_tolerance) return;  // a run ends at its tolerance
    const auto solver = start_with(method, problem, {});
    Progress last;
    for (const std::uint64_t asked : {1U, 0U, 5U, 100U, 1000U, 7U}) {
      const Progress progress = solver->advance(asked);
      if (progress.status == Status::running) CHECK(progress.entries_touched - last.entries_touched >= asked);
      CHECK(progress.entries_touched - last.entries_touched <=
            asked + static_cast<std::uint64_t>(problem.rows().nonzeros()));
      CHECK(progress.updates >= last.updates);
      last = progress;
    }
    CHECK(last.updates > 0);
  });
}

TEST_CASE("every method: the same seed gives the same bits, another one another path if it is random") {
  const auto samples = random_samples(83, 80, 20, 0.3);
  for_each_method(samples, 0.01, [](const Method& method, const Problem& problem) {
    const auto run = [&](std::uint64_t seed) {
      const auto solver = start_with(method, problem, {}, seed);
      advance_passes(*solver, problem, 3);
      return weights_of(*solver, problem);
    };
    const Vector w = run(1);
    CHECK(run(1) == w);
    // Some of LIBLINEAR's solvers draw, some do not.
    if (!method.sampled_by_tolerance) CHECK((run(2) == w) != method.randomized);
  });
}

TEST_CASE("every method: it starts at 0 and lowers the objective") {
  const auto samples = random_samples(84, 100, 10, 0.5);
  for_each_method(samples, 0.01, [](const Method& method, const Problem& problem) {
    const auto solver = start_with(method, problem, {});
    CHECK(weights_of(*solver, problem) == Vector(10, 0.0));
    advance_far(*solver, method, problem);
    const double objective = problem.objective(weights_of(*solver, problem));
    CHECK(objective < 0.9 * problem.objective(Vector(10, 0.0)));
  });
}

TEST_CASE("every method: the unit of the features changes nothing but for constants in that unit") {
  const auto samples = random_samples(86, 60, 12, 0.5);
  for (const int exponent : {-40, 40}) {
    const double unit = std::ldexp(1.0, exponent);
    for_each_method(samples, 0.01, [&](const Method& method, const Problem& problem) {
      if (has_constant_with_unit(method)) return;
      const auto solver = start_with(method, problem, {});
      advance_far(*solver, method, problem);
      Sample sample = problem.sample();
      Dense rows = dense(sample.rows);
      for (Vector& row : rows) {
        for (double& value : row) value *= unit;
      }
      sample.rows = sample_of(rows).rows;
      const double lambda = 0.01 * unit_of(problem.regularizer(), unit);
      const Problem same(sample, problem.loss(), problem.regularizer(), lambda);
      const auto other = start_with(method, same, {});
      advance_far(*other, method, same);
      CAPTURE(exponent);
      CHECK(same.objective(weights_of(*other, same)) ==
            Approx(problem.objective(weights_of(*solver, problem))).epsilon(1e-7));
    });
  }
}

TEST_CASE("every method: nor does the unit of the targets") {
  const auto samples = random_samples(87, 60, 12, 0.5);
  for (const int exponent : {-40, 40}) {
    const double unit = std::ldexp(1.0, exponent);
    for_each_method(samples, 0.01, [&](const Method& method, const Problem& problem) {
      const bool squared = computed_as(problem.loss()) == LossKind::squared_epsilon_insensitive;
      if (!squared && problem.loss() != LossKind::epsilon_insensitive) return;
      if (has_constant_with_unit(method)) return;
      const auto solver = start_with(method, problem, {});
      advance_far(*solver, method, problem);
      Sample sample = problem.sample();
      for (double& target : sample.labels) target *= unit;
      // F and w are in proportion to the targets, or to their square: λ has the unit of F/R.
      const double of_F = squared ? unit * unit : unit;
      const double lambda = 0.01 * of_F / unit_of(problem.regularizer(), unit);
      const Problem same(sample, problem.loss(), problem.regularizer(), lambda, {.epsilon = 0.1 * unit});
      const auto other = start_with(method, same, {});
      advance_far(*other, method, same);
      CAPTURE(exponent);
      CHECK(same.objective(weights_of(*other, same)) / of_F ==
            Approx(problem.objective(weights_of(*solver, problem))).epsilon(1e-7));
    });
  }
}

TEST_CASE("every method: odd data gives finite weights and an end to every call") {
  const std::vector<Sample> odd_samples{
      sample_of({{1, 2}, {0, 0}, {0, 0}, {-1, 1}}),    // rows without entries
      sample_of({{1, 1, 0}, {2, 2, 0}, {-1, -1, 0}}),  // duplicated and empty columns
      sample_of({{0.5, -2, 0, 1}}),                    // one row
      sample_of({{1}, {2}, {-1}, {0.5}}),              // one column
      sample_of({{1, 2}, {3, 1}, {2, 2}}),             // all rows on one side
      sample_of({{1e6, 0}, {0, 1e-6}, {-1e6, 1e-6}}),  // badly scaled
      sample_of({{1}}),                                // one value
      sample_of({{1, 1}, {-1, -1}}),                   // the same row in both classes
  };
  for (const Sample& sample : odd_samples) {
    for (const double lambda : {1e-6, 0.1, 1e3}) {
      for_each_method(
          [&](LossKind) { return sample; }, lambda,
          [&](const Method& method, const Problem& problem) {
            for (const Given& given : variants(method, problem)) {
              const auto solver = start_with(method, problem, given);
              Progress progress;
              for (int k = 0; k < 20; ++k) progress = solver->advance(100);
              const Vector w = weights_of(*solver, problem);
              CAPTURE(lambda, w.size());
              // Subgradient steps diverge if the constant is far too large for λ, and must then report it.
              const bool has_constant =
                  std::ranges::find(method.options, "step", &Option::name) != method.options.end();
              if (has_constant && progress.status == Status::diverged) continue;
              CHECK(std::all_of(w.begin(), w.end(), [](double w_j) { return std::isfinite(w_j); }));
              if (const auto a = solver->dual()) {
                CHECK(problem.lower_bound(*a) <= problem.objective(w) * (1 + 1e-12));
              }
            }
          });
    }
  }
}

TEST_CASE("every method: no bound that it certifies lies above any iterate of any other") {
  const auto samples = random_samples(85, 50, 15, 0.4);
  std::map<std::pair<LossKind, RegularizerKind>, double> lowest;
  std::map<std::pair<LossKind, RegularizerKind>, double> highest;
  for_each_method(samples, 0.02, [&](const Method& method, const Problem& problem) {
    const std::pair kind{problem.loss(), problem.regularizer()};
    const auto solver = start_with(method, problem, {});
    for (int k = 0; k < 100; ++k) {
      advance_passes(*solver, problem, 20);
      const double objective = problem.objective(weights_of(*solver, problem));
      lowest[kind] = lowest.contains(kind) ? std::min(lowest[kind], objective) : objective;
      if (const auto a = solver->dual(); a && std::isfinite(problem.lower_bound(*a)))
        highest[kind] = std::max(highest[kind], problem.lower_bound(*a));
    }
  });
  REQUIRE_FALSE(highest.empty());
  for (const auto& [kind, bound] : highest) {
    CHECK(bound <= lowest[kind] * (1 + 1e-12));
    CHECK(bound >= lowest[kind] * (1 - 1e-6));
  }
}

TEST_CASE("every method: options have distinct names, descriptions and defaults that are allowed") {
  REQUIRE(methods().size() >= 11);
  for (const Method* method : methods()) {
    CAPTURE(method->name);
    CHECK_FALSE(method->title.empty());
    CHECK_FALSE(method->source.empty());
    CHECK_FALSE(method->solves.empty());
    CHECK(method->file.ends_with(".cpp"));
    std::set<std::string> names;
    for (const Option& option : method->options) {
      CAPTURE(option.name);
      CHECK(names.insert(option.name).second);
      CHECK_FALSE(option.description.empty());
      CHECK_FALSE(complaint(option, option.default_value).has_value());
    }
  }
}

TEST_CASE("methods: a problem that a method does not solve is refused with what it does solve") {
  const Sample sample = random_sample(86, 10, 3);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 0.1);
  CHECK_THROWS_AS(start("permuted_dcd", problem), ConfigError);
  CHECK_THROWS_WITH(start("permuted_dcd", problem),
                    "permuted_dcd does not solve hinge + l1; it solves hinge + l2, squared_hinge + l2");
  CHECK_THROWS_AS(find_method("newton"), ConfigError);
  CHECK_THROWS_WITH(find_method("newton"), ContainsSubstring("nonsmooth_scd"));
  CHECK(capability(find_method("permuted_dcd"), LossKind::hinge, RegularizerKind::l1) == nullptr);
}

TEST_CASE("methods: a name can be registered once") {
  CHECK_THROWS_AS(MethodRegistration(find_method("pegasos")), ConfigError);
}
