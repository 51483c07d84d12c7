// The side of the program that starts several processes. A script answers in their place, without MPI.

#include <fmt/format.h>

#include <filesystem>

#include "solvers/contract/process_solver.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {
namespace {

/// Answers as descent_ranks does. Keeps the request. After one call of advance the iterate is the file
/// `iterate1`, after two calls `iterate2`.
constexpr std::string_view answering_script = R"(#!/bin/sh
here=$(dirname "$0") request=$4
while read -r order number; do
  case $order in
    start) cp "$request" "$here/request"; echo '{"cpu_seconds": 0.125}' ;;
    advance) calls=$((calls + 1))
      printf '{"nonzeros": %s, "updates": 7, "status": 0, "rounds": %s, ' $((100 * calls)) $((3 * calls))
      printf '"bytes_sent": %s, "cpu_seconds": 1.5, "wall_seconds": 0.75}\n' $((96 * calls)) ;;
    iterate) cp "$here/iterate$calls" "$(dirname "$request")/iterate"; echo '{}' ;;
    *) echo '{}' ;;
  esac
done
)";

}  // namespace

TEST_CASE("several processes: they get the problem as it is, and their answers are what is recorded") {
  const TemporaryFolder folder;
  const std::string script = folder.write("mpiexec", answering_script).string();
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const EnvironmentVariable mpiexec("DESCENT_MPIEXEC", script);
  const EnvironmentVariable ranks("DESCENT_RANKS", script);
  const Sample sample = random_regression_sample(27, 6, 2, 1.0);
  const Problem problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 0.5, {.epsilon = 0.25});
  std::vector<Vector> iterates;  // w and a
  for (const double first : {1.0, 10.0}) {
    const Vector& numbers = iterates.emplace_back(Vector{first, 2, 3, 4, 5, 6, 7, 8});
    folder.write(fmt::format("iterate{}", iterates.size()),
                 {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)});
  }

  const auto solver = start("cocoa", problem, {{"processes", 2.0}});
  auto& processes = dynamic_cast<ProcessSolver&>(*solver);
  processes.start(60);
  CHECK(processes.cost()->setup_seconds == 0.125);
  const std::string request = file_text(folder.path() / "request");
  for (const char* part : {R"("method":"cocoa")", R"("loss":"epsilon_insensitive")", R"("regularizer":"l2")",
                           R"("lambda":0.5)", R"("epsilon":0.25)"})
    CHECK_THAT(request, ContainsSubstring(part));

  for (std::uint64_t call = 1; call <= 2; ++call) {
    const Progress progress = solver->advance(12);
    CHECK(progress.entries_touched == 100 * call);
    CHECK(progress.updates == 7);
    CHECK(processes.cost()->cpu_seconds == 1.5);
    CHECK(processes.cost()->wall_seconds == 0.75);
    const Communication communication = dynamic_cast<const Communicating&>(*solver).communication();
    CHECK(communication.processes == 2);
    CHECK(communication.rounds == 3 * call);
    CHECK(communication.bytes_sent == 96 * call);
    const Vector& iterate = iterates[call - 1];
    CHECK(weights_of(*solver, problem) == Vector(iterate.begin(), iterate.begin() + 2));
    const auto a = solver->dual().value();
    CHECK(Vector(a.begin(), a.end()) == Vector(iterate.begin() + 2, iterate.end()));
  }
}

}  // namespace descent::test
