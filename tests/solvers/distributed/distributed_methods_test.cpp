// Methods that several processes share, tested with threads.

#include "solvers/distributed/local_dual.hpp"
#include "solvers/distributed/local_rounds.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/distributed/thread_ranks.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr const char* distributed[] = {"cocoa", "consensus_admm", "distributed_tron", "prox_cocoa"};

/// Checks every problem that the method solves.
template <class Check>
void for_each_problem(const std::string& name, Index m, Index n, double lambda, const Check& check) {
  for (const Capability& solved : find_method(name).solves) {
    CAPTURE(name, name_of(solved.loss), name_of(solved.regularizer));
    const Sample sample = random_sample_for(solved.loss, 21, m, n, 0.5);
    check(Problem(sample, solved.loss, solved.regularizer, lambda));
  }
}

/// Advances step by step until this many updates are made.
Vector after_updates(Solver& solver, const Problem& problem, std::uint64_t updates) {
  advance_to(solver, updates);
  return weights_of(solver, problem);
}

}  // namespace

TEST_CASE("distributed: in one process it is the serial method, to the last bit") {
  for_each_problem("distributed_tron", 90, 20, 0.001, [](const Problem& problem) {
    for (const std::string preconditioner : {"none", "diagonal"}) {
      const auto shared = start("distributed_tron", problem, {{"preconditioner", preconditioner}});
      const auto serial =
          start("tron", problem, {{"preconditioner", preconditioner}, {"hessian", "product"}});
      for (int walk = 0; walk < 200; ++walk) {
        const Progress progress = shared->advance(1);
        CHECK(progress.entries_touched == serial->advance(1).entries_touched);
        REQUIRE(weights_of(*shared, problem) == weights_of(*serial, problem));
        if (progress.status != Status::running) break;
      }
    }
  });

  for_each_problem("cocoa", 90, 20, 0.001, [](const Problem& problem) {
    const bool is_logistic = problem.loss() == LossKind::logistic;
    const bool is_svm = problem.loss() == LossKind::hinge || problem.loss() == LossKind::squared_hinge;
    const std::string serial_name = is_logistic ? "dual_cd_logistic"
                                    : is_svm    ? "permuted_dcd"
                                                : "svr_dual_cd";
    Given given;
    if (!is_logistic) given = {{"shrinking", false}, {"tolerance", 0.0}};
    const auto serial = start(serial_name, problem, given, 5);
    const auto shared = start("cocoa", problem, {{"tolerance", 0.0}}, 5);
    for (const std::uint64_t passes :
         is_logistic ? std::vector<std::uint64_t>{1, 2, 10} : std::vector<std::uint64_t>{1, 2, 10, 140}) {
      const Vector w = after_updates(*shared, problem, passes);
      CHECK(w == after_updates(*serial, problem, passes * static_cast<std::uint64_t>(problem.m())));
      CHECK(w != Vector(w.size(), 0.0));
    }
  });
}

TEST_CASE("distributed: objective and bound are those of the problem, with dual weights scaled under L1") {
  const Sample sample = random_sample(22, 40, 8);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 0.02);
  SoleRank rank;
  Progress progress;
  const Vector w(8, 0.3);
  const Vector a(40, 1.0);
  const GapEnds ends = shared_gap<Hinge, L1>(ProblemShare::whole(problem), w, a, rank, progress);
  CHECK(ends.objective == Approx(problem.m() * problem.objective(w)));
  CHECK(ends.bound == Approx(problem.m() * problem.lower_bound(a)));
}

TEST_CASE("distributed: a local step is shorter by the number of processes, whose draws differ") {
  const Sample sample = sample_of({{3, -1}, {0.5, 2}});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.02);
  LocalDual<Hinge> local(problem, 10, 4);
  Vector u(2, 0.0);
  local.visit(0, u.data());
  CHECK(local.alpha(0) == Approx(1 / (4 * 10.0)));
  CHECK(u[0] == Approx(4 * local.alpha(0) * 3));
  const auto first_draw = [](int rank) { return random_of_rank(Random(1), rank).bits(); };
  CHECK(first_draw(1) != first_draw(0));
  CHECK(first_draw(2) != first_draw(1));
}

TEST_CASE("distributed: several processes come to the optimum, and all know the same") {
  for (const std::string name : distributed) {
    // Threads wait for each other in every round: use few rounds.
    for_each_problem(name, 60, 8, 0.1, [&](const Problem& problem) {
      const double tolerance = name == "distributed_tron" ? 1e-10 : 1e-5;  // of the gradient, or of the gap
      const SharedRun run = run_in_threads(name, problem, 3, 3000, {{"tolerance", tolerance}});
      CHECK(run.progress.status == Status::converged);
      for (const Vector& w : run.weights) CHECK(w == run.weights.front());
      if (run.weights.size() == 1)  // columns are shared, and all know the margins
        for (const Vector& a : run.duals) CHECK(a == run.duals.front());
      const double objective = problem.objective(run.weights.front());
      CHECK(objective - problem.lower_bound(run.dual) <= 1.01e-5 * objective);
    });
  }
}

// Rounding errors of single steps would otherwise separate w from the dual weights that give the bounds.
TEST_CASE("distributed: w of cocoa is summed anew from the dual weights after 128 passes") {
  const Sample sample = random_sample(26, 64, 8);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 1.0 / 64);  // C = 1: a is α
  const SharedRun run =
      run_in_threads("cocoa", problem, 2, 129.5, {{"local_passes", 64.0}, {"tolerance", 0.0}});
  REQUIRE(run.progress.updates == 2);
  Vector sum(8, 0.0);
  for (const int rank : {0, 1}) {
    const RowRange own = rows_of_part(problem.rows().starts(), rank, 2);
    Vector part(8);
    sum_rows(
        part_of(problem, Shared::rows, rank, 2).rows,
        [&](Index i) { return run.dual[static_cast<std::size_t>(own.first + i)]; }, part);
    for (std::size_t j = 0; j < 8; ++j) sum[j] += part[j];
  }
  CHECK(run.weights == std::vector<Vector>(2, sum));
}

TEST_CASE("distributed: prox_cocoa comes to the certified optimum in any number of processes") {
  for (const int processes : {1, 2, 3}) {
    for_each_problem("prox_cocoa", 60, 12, 0.01, [&](const Problem& problem) {
      CAPTURE(processes);
      const auto serial = start("working_set_cd", problem);
      REQUIRE(advance_passes(*serial, problem, 5000).status == Status::converged);
      const double least = problem.lower_bound(*serial->dual());
      REQUIRE(certified_gap(*serial, problem) <= 1e-8);
      const SharedRun run = run_in_threads("prox_cocoa", problem, processes, 5000, {{"local_passes", 2.0}});
      CHECK(run.progress.status == Status::converged);
      const double reached = problem.objective(run.weights.front());
      CHECK(reached <= least * (1 + 3e-8));
      CHECK(reached >= least * (1 - 1e-14));
      CHECK(reached - problem.lower_bound(run.dual) <= 1.01e-8 * reached);
    });
  }
}

// All have the same columns, and would overshoot together if they ignored each other.
TEST_CASE("distributed: no round of prox_cocoa makes anything worse") {
  for (const Capability& solved : find_method("prox_cocoa").solves) {
    CAPTURE(name_of(solved.loss));
    const Sample sample = random_sample_for(solved.loss, 25, 60, 4, 0.5);
    Dense rows = dense(sample.rows);
    for (Vector& row : rows) {
      const Vector once = row;
      for (int more = 0; more < 2; ++more) row.insert(row.end(), once.begin(), once.end());
    }
    const Sample thrice{sample_of(rows).rows, sample.labels};
    const Problem problem(thrice, solved.loss, solved.regularizer, 0.01);
    for (const int processes : {1, 2, 3}) {
      CAPTURE(processes);
      double before = problem.objective(Vector(12, 0.0));
      for (double passes = 1; passes < 30; ++passes) {
        const SharedRun run = run_in_threads("prox_cocoa", problem, processes, passes);
        const double objective = problem.objective(run.weights.front());
        CHECK(objective <= before * (1 + 1e-14));
        before = objective;
      }
    }
  }
}

TEST_CASE("distributed: the same seed and the same number of processes give the same bits") {
  for (const std::string name : distributed) {
    for_each_problem(name, 60, 10, 0.01, [&](const Problem& problem) {
      const SharedRun once = run_in_threads(name, problem, 3, 7);
      const SharedRun again = run_in_threads(name, problem, 3, 7);
      CHECK(once.weights == again.weights);
      CHECK(once.dual == again.dual);
      if (find_method(name).randomized)
        CHECK(run_in_threads(name, problem, 3, 7, {}, 2).weights != once.weights);
    });
  }
}

TEST_CASE("distributed: rounds and bytes are those of the sums") {
  const Sample sample = random_sample(22, 60, 10, 0.5);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l2, 0.01);
  const auto check = [&](const std::string& name, std::uint64_t rounds, std::uint64_t numbers, double passes,
                         const Given& given = {}) {
    CAPTURE(name);
    const Communication communication = run_in_threads(name, problem, 2, passes, given).communication;
    CHECK(communication.processes == 2);
    CHECK(communication.rounds == rounds);
    CHECK(communication.bytes_sent == 2 * 8 * numbers);
  };
  check("cocoa", 5, 5 * 10, 5);
  check("cocoa", 2, 2 * 10, 7, {{"local_passes", 3.0}});
  check("consensus_admm", 4, 4 * 10, 8);
  // Each walk is the gradient and the value, at w = 0, or a product with the Hessian.
  check("distributed_tron", 2, 11 + 10, 2);
  CHECK(run_in_threads("cocoa", problem, 1, 5).communication.bytes_sent == 0);

  // 60 margins, again after 16 passes, and two numbers of each process.
  const Problem sparse(sample, LossKind::logistic, RegularizerKind::l1, 0.01);
  const auto check_sparse = [&](double passes, const Given& given, std::uint64_t rounds,
                                std::uint64_t numbers) {
    CAPTURE(passes);
    const Communication communication = run_in_threads("prox_cocoa", sparse, 2, passes, given).communication;
    CHECK(communication.rounds == rounds);
    CHECK(communication.bytes_sent == 2 * 8 * numbers);
  };
  check_sparse(5, {}, 5, 5 * 60);
  check_sparse(7, {{"local_passes", 3.0}}, 2, 2 * 60);
  check_sparse(18, {{"tolerance", 0.0}}, 16 + 2, 17 * 60 + 4);
}

TEST_CASE("distributed: rows are shared by their entries, and every row belongs to one process") {
  const Sample sample = random_sample(23, 101, 9, 0.3);
  const auto starts = sample.rows.starts();
  for (const int parts : {1, 2, 3, 7, 101}) {
    CAPTURE(parts);
    Index next = 0;
    for (int part = 0; part < parts; ++part) {
      const RowRange range = rows_of_part(starts, part, parts);
      CHECK(range.first == next);
      CHECK(range.last >= range.first);
      next = range.last;
      const Offset entries =
          starts[static_cast<std::size_t>(range.last)] - starts[static_cast<std::size_t>(range.first)];
      CHECK(std::abs(static_cast<double>(entries - starts.back() / parts)) <= 10);
    }
    CHECK(next == 101);
  }
}

TEST_CASE("distributed: columns are shared by their entries, and every entry belongs to one process") {
  const Sample sample = random_sample(24, 30, 41, 0.3);
  const SparseMatrix columns = transpose(sample.rows);
  CHECK(std::ranges::equal(column_starts(sample.rows), columns.starts()));
  for (const int parts : {1, 2, 3, 41}) {
    CAPTURE(parts);
    Index next = 0;
    std::size_t entries = 0;
    for (int part = 0; part < parts; ++part) {
      const Sample own = columns_of_part(sample, part, parts);
      CHECK(own.labels == sample.labels);
      const SparseMatrix own_columns = transpose(own.rows);
      REQUIRE(own_columns.outer_size() == 41);
      Index last = next;
      for (Index j = 0; j < 41; ++j) {
        if (own_columns[j].empty()) continue;
        CHECK(j >= next);
        CHECK(std::ranges::equal(own_columns[j], columns[j]));
        last = j + 1;
      }
      next = last;
      entries += own.rows.entries().size();
      CHECK(std::abs(static_cast<double>(own.rows.nonzeros() - sample.rows.nonzeros() / parts)) <= 30);
    }
    CHECK(entries == sample.rows.entries().size());
  }
}

TEST_CASE("distributed: more processes than there is work for are refused") {
  const Sample sample = sample_of({{1, 2}, {0, 0}, {-1, 1}});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  CHECK_THROWS_WITH(start("cocoa", problem, {{"processes", 3.0}}), ContainsSubstring("too many for 3 rows"));
  const Problem sparse(sample, LossKind::logistic, RegularizerKind::l1, 0.1);
  CHECK_THROWS_WITH(start("prox_cocoa", sparse, {{"processes", 3.0}}),
                    ContainsSubstring("too many for 2 columns"));
  CHECK_THROWS_AS(rank_solver("tron", LossKind::logistic, RegularizerKind::l2), ConfigError);
}
