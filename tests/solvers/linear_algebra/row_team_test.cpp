// Threads that share walks over rows: the same bits from any number of them, and the optimum.

#include "solvers/linear_algebra/row_team.hpp"

#include <atomic>
#include <filesystem>
#include <numeric>

#include "solvers/contract/deadline.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/smooth/smooth_problems.hpp"

using namespace descent;
using namespace descent::test;

namespace {

std::ptrdiff_t threads_of_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

struct Threaded {
  std::string method;
  LossKind loss;
  RegularizerKind regularizer;
  Given given = {};
  bool free_intercept = false;
};

const std::vector<Threaded> threaded{
    {"tron",
     LossKind::logistic,
     RegularizerKind::l2,
     {{"hessian", "product"}, {"preconditioner", "diagonal"}}},
    {"tron", LossKind::squared_hinge, RegularizerKind::l2, {{"hessian", "gram"}}},
    {"lbfgs", LossKind::squared_epsilon_insensitive, RegularizerKind::l2},
    {"fista", LossKind::logistic, RegularizerKind::l1},
    {"fista", LossKind::hinge, RegularizerKind::l2, {{"tolerance", 1e-3}}},
    {"gradient_descent", LossKind::logistic, RegularizerKind::l2, {{"tolerance", 1e-6}}, true},
    {"proximal_newton", LossKind::logistic, RegularizerKind::l1, {{"hessian", "gram"}}, true},
    {"proximal_newton", LossKind::squared_epsilon_insensitive, RegularizerKind::l2, {{"hessian", "gram"}}},
    {"interior_point", LossKind::hinge, RegularizerKind::l1, {}, true},
    {"interior_point", LossKind::epsilon_insensitive, RegularizerKind::l2},
    {"column_generation", LossKind::hinge, RegularizerKind::l1},
    {"batch_comid", LossKind::hinge, RegularizerKind::l1, {}, true},
    {"subgradient", LossKind::hinge, RegularizerKind::l2},
    {"batch_rda", LossKind::epsilon_insensitive, RegularizerKind::l2}};

struct EndOfThreaded {
  Progress progress;
  Vector w;
  Vector dual;
};

EndOfThreaded run_threaded(const Threaded& each, const Problem& problem, double threads) {
  Given given = each.given;
  given["threads"] = threads;
  const auto solver = start(each.method, problem, given);
  const bool ends_itself = !each.method.starts_with("batch") && each.method != "subgradient";
  EndOfThreaded end{.progress = advance_passes(*solver, problem, ends_itself ? 3000 : 200),
                    .w = weights_of(*solver, problem),
                    .dual = {}};
  CHECK(static_cast<double>(threads_of_process()) >= threads);
  if (const auto a = solver->dual()) end.dual.assign(a->begin(), a->end());
  return end;
}

}  // namespace

TEST_CASE("row team: every piece is done once, also where calls follow each other at once") {
  const Sample sample = random_sample(3, 40, 5);
  for (const int threads : {1, 2, 7}) {
    RowTeam team(sample.rows, threads);
    REQUIRE(team.threads() == threads);
    for (int call = 0; call < 2000; ++call) {
      const int count = call % 50;
      std::vector<int> done(static_cast<std::size_t>(count), 0);
      team.run(count, [&](int k) { done[static_cast<std::size_t>(k)] += call + 1; });
      REQUIRE(done == std::vector<int>(static_cast<std::size_t>(count), call + 1));
    }
  }
  CHECK(threads_of_process() == 1);
}

TEST_CASE("row team: what a piece throws reaches the caller when all have ended, and the team goes on") {
  const Sample sample = random_sample(5, 100, 10, 0.5);
  for (const int threads : {1, 2, 4}) {
    RowTeam team(sample.rows, threads);
    for (int call = 0; call < 200; ++call) {
      std::atomic<int> running = 0;
      const auto work = [&](int k) {
        ++running;
        if (k % 7 == 3) throw OutOfTime{};
        --running;
      };
      CHECK_THROWS_AS(team.run(20, work), OutOfTime);
      CHECK(running == (threads == 1 ? 1 : 3));
      std::atomic<int> done = 0;
      team.run(20, [&](int) { ++done; });
      REQUIRE(done == 20);
    }
  }
}

TEST_CASE("row team: parts are all rows once, and sums do not depend on the threads") {
  // Short rows, more parts than rows, and a matrix too wide for 32 vectors.
  for (const auto& [m, n, share] : {std::tuple{3000, 60, 0.04}, {9, 6, 1.0}, {300, 10000, 0.01}}) {
    const Sample sample = random_sample(5, m, n, share);
    CAPTURE(m, n);
    Vector sums_of_one;
    double sum_of_one = 0;
    for (const int threads : {1, 2, 4}) {
      RowTeam team(sample.rows, threads);
      std::vector<int> visits(static_cast<std::size_t>(m), 0);
      team.walk([&](RowRange rows) {
        for (Index i = rows.first; i < rows.last; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      CHECK(visits == std::vector<int>(visits.size(), 1));
      CHECK(team.vector_parts() == (n == 10000 || m == 9 ? 2 : 16));
      const auto harmonic = [&](RowRange rows) {
        double sum = 0;
        for (Index i = rows.first; i < rows.last; ++i) sum += 1 / (1.0 + i);
        return sum;
      };
      Vector sums(static_cast<std::size_t>(n) + 1, 7.0);
      const double sum = team.add_up(std::span(sums).first(1), std::span(sums).subspan(1),
                                     [&](RowRange rows, double* first, double* second) {
                                       for (Index i = rows.first; i < rows.last; ++i) {
                                         *first += 1;
                                         add(sample.rows[i], 1 / (1.0 + i), second);
                                       }
                                       return harmonic(rows);
                                     });
      CHECK(sums.front() == m);
      CHECK(sum == Approx(harmonic({0, m})).epsilon(1e-14));
      CHECK(team.sum(harmonic) == Approx(sum).epsilon(1e-14));
      Vector expected(static_cast<std::size_t>(n), 0.0);
      for (Index i = 0; i < m; ++i) add(sample.rows[i], 1 / (1.0 + i), expected.data());
      CHECK(difference(Vector(sums.begin() + 1, sums.end()), expected) < 1e-13);
      if (threads == 1) {
        sums_of_one = sums;
        sum_of_one = sum;
      }
      CHECK(sums == sums_of_one);
      CHECK(sum == sum_of_one);
    }
  }
}

TEST_CASE("threads: methods that walk rows have the same bits with 1, 2 and 4, and reach the optimum") {
  for (const Threaded& each : threaded) {
    for (const double share : {0.3, 1.0}) {
      for (const bool weighted : {false, true}) {
        CAPTURE(each.method, name_of(each.loss), share, weighted);
        Sample sample = sample_with_intercept(each.loss, 12, 400, 8);
        if (share == 1.0) sample.rows = random_sample_for(each.loss, 12, 400, 9, 1.0).rows;
        Random random(13);
        if (weighted)
          for (Index i = 0; i < sample.rows.outer_size(); ++i)
            sample.row_weights.push_back(random.below(6) == 0 ? 0 : 3 * random.uniform());
        const Problem problem(sample, each.loss, each.regularizer, 0.01,
                              {.epsilon = 0.2, .free_intercept = each.free_intercept && share < 1});
        const EndOfThreaded one = run_threaded(each, problem, 1);
        for (const double threads : {2, 4}) {
          const EndOfThreaded several = run_threaded(each, problem, threads);
          CHECK(several.w == one.w);
          CHECK(several.dual == one.dual);
          CHECK(several.progress.updates == one.progress.updates);
          CHECK(several.progress.entries_touched == one.progress.entries_touched);
          CHECK(several.progress.status == one.progress.status);
        }
        const EndOfThreaded serial = run_threaded(each, problem, 0);
        const double optimum = problem.objective(serial.w);
        const double near = one.dual.empty() || each.loss == LossKind::hinge ? 1e-3 : 1e-5;
        CHECK(problem.objective(one.w) == Approx(optimum).epsilon(near));
        if (one.dual.empty()) continue;
        CHECK(one.progress.status == Status::converged);
        CHECK(problem.lower_bound(one.dual) == Approx(optimum).epsilon(2 * near));
      }
    }
  }
  CHECK(threads_of_process() == 1);
}

TEST_CASE("threads: proximal Newton takes them for a matrix alone, and 33 are refused") {
  const Sample sample = random_sample(3, 40, 5);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l1, 0.1);
  for (const char* hessian : {"auto", "product"})
    CHECK_THROWS_AS(start("proximal_newton", problem, {{"threads", 2.0}, {"hessian", hessian}}), ConfigError);
  const Option option = threads_option();
  CHECK(complaint(option, 33.0));
  CHECK(complaint(option, 1.5));
  CHECK_FALSE(complaint(option, 32.0));
  const auto cores = [&](double threads) {
    return cores_of(OptionValues(std::vector{option}, {{"threads", threads}}));
  };
  CHECK((cores(0) == 1 && cores(1) == 1 && cores(2) == 2));
}
