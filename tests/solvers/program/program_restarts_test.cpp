// Calls of external programs: what a program is asked, in which environment, and what its answer is taken
// for.

#include <fmt/format.h>

#include <cstring>

#include "solvers/contract/process_solver.hpp"
#include "solvers/program/described_program.hpp"
#include "support/json/read_json.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A shell program that solves hinge and epsilon_insensitive, also with a free intercept. It keeps its last
/// request and environment, and does `body`, where $weights is the file to write and $folder its own folder.
class ShellProgram {
 public:
  explicit ShellProgram(const std::string& body) {
    write(R"({"protocol": 1, "name": "Shell", "version": "1", "free_intercept": true,
            "solves": [{"loss": "hinge", "regularizer": "l2"},
                       {"loss": "epsilon_insensitive", "regularizer": "l2"}]})",
          body);
  }

  /// The program's folder has the file "request" after a call.
  std::unique_ptr<Solver> solver(const Problem& problem, std::map<std::string, OptionValue> given = {},
                                 double most_cpu_seconds = 3.5, std::uint64_t seed = 1) const {
    const Method& method = describe();
    auto solver = make_solver(method, problem, OptionValues(method.options, given), Random(seed));
    dynamic_cast<ProcessSolver&>(*solver).start(most_cpu_seconds);
    return solver;
  }

  const Method& describe() const { return describe_program("p", path("p")); }

  void write(const std::string& description, const std::string& body) const {
    const auto file = folder_.write(
        "p",
        fmt::format(
            "#!/bin/sh\n[ \"$1\" = describe ] && {{ cat <<'END'\n{}\nEND\nexit 0; }}\n"
            "folder=${{0%/p}}; cp \"$2\" \"$folder/request\"; cat /proc/$$/environ >\"$folder/environ\"\n"
            "weights=$(sed -n 's/^ \"weights\": \"\\(.*\\)\"$/\\1/p' \"$2\")\n{}\n",
            description, body));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  Json request() const { return read_json(path("request")); }

 private:
  TemporaryFolder folder_;
};

/// Writes four weights of 0 and answers with this.
std::string zeros(const std::string& answer = "{}") {
  return "head -c 32 /dev/zero >\"$weights\"; echo '" + answer + "'";
}

Sample with_constant(Sample sample, double value) {
  Dense rows = dense(sample.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].back() = sample.labels[i] * value;
  Sample with = sample_of(rows);
  with.labels = std::move(sample.labels);
  return with;
}

}  // namespace

TEST_CASE("external program: a request says what the problem is, and where its rows are") {
  Sample sample = random_sample(3, 20, 4, 1);
  for (std::size_t i = 0; i < 20; ++i) sample.labels[i] = i % 3 == 0 ? -1 : 1;
  sample = with_constant(sample, 2);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1, {.free_intercept = true});
  const ShellProgram program("cp \"$(dirname \"$weights\")/train.csr\" \"$folder\"\n" + zeros());
  program.solver(problem)->advance(0);
  const Json request = program.request();
  CHECK(request["rows"] == 20);
  CHECK(request["columns"] == 4);
  CHECK(request["lambda"] == 0.1);
  CHECK(request["C"] == problem.c());
  CHECK(request["bias"] == 2);
  CHECK(request["free_intercept"] == true);
  CHECK(request["time_limit"] == 3.5);
  CHECK_FALSE(request.contains("epsilon"));
  const Json& values = request["data"]["csr"]["values"];
  CHECK(values["count"] == sample.rows.nonzeros());
  const std::string bytes = file_text(program.path("train.csr"));
  for (std::size_t k = 0; k < sample.rows.entries().size(); ++k) {
    double value = 0;
    std::memcpy(&value, bytes.data() + values["offset"].get<std::size_t>() + k * sizeof value, sizeof value);
    CHECK(value == sample.labels[k / 4] * sample.rows.entries()[k].value);
  }

  program.solver(problem, {}, 3.5, 2)->advance(0);
  CHECK(program.request()["seed"] != request["seed"]);

  const Sample targets = random_regression_sample(3, 20, 4);
  const Problem regression(targets, LossKind::epsilon_insensitive, RegularizerKind::l2, 0.1,
                           {.epsilon = 0.25});
  program.solver(regression)->advance(0);
  CHECK(program.request()["epsilon"] == 0.25);
  CHECK(program.request()["bias"] == 0);
  CHECK(program.request()["free_intercept"] == false);
}

TEST_CASE("external program: settings for one core take the place of the user's") {
  const EnvironmentVariable threads("OMP_NUM_THREADS", "7");
  const Sample sample = random_sample(3, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const ShellProgram program(zeros());
  program.solver(problem)->advance(0);
  const std::string environment = file_text(program.path("environ"));
  CHECK(environment.find("OMP_NUM_THREADS=1") != std::string::npos);
  CHECK(environment.find("OMP_NUM_THREADS=7") == std::string::npos);
}

TEST_CASE("external program: an answer is taken for what it says, and each call needs weights of its own") {
  const Sample sample = random_sample(3, 20, 4);
  const auto nonzeros = static_cast<std::uint64_t>(sample.rows.nonzeros());
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const ShellProgram counting(zeros(R"({"updates": 3})"));
  const Progress counted = counting.solver(problem)->advance(0);
  CHECK(counted.updates == 3);
  CHECK(counted.entries_touched == 3 * nonzeros);  // of all weights, without other word of passes
  CHECK(counted.status == Status::running);

  const ShellProgram at_limit(zeros(R"({"passes": 2, "status": "limit"})"));
  const auto ended = at_limit.solver(problem);
  CHECK(ended->advance(0).status == Status::limit);
  CHECK(ended->advance(0).entries_touched == 2 * nonzeros);
  const auto at_last_tolerance = counting.solver(problem, {{"last_tolerance", 0.5}});
  CHECK(at_last_tolerance->advance(0).status == Status::converged);

  const ShellProgram once(
      "[ -e \"$folder/once\" ] || head -c 32 /dev/zero >\"$weights\"\n"
      "touch \"$folder/once\"; echo '{}'");
  const auto lazy = once.solver(problem);
  lazy->advance(0);
  CHECK_THROWS_WITH(lazy->advance(0), ContainsSubstring("has written no weights"));
}

TEST_CASE("external program: time that it does not claim is setup, and is not waiting") {
  const Sample sample = random_sample(3, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const ShellProgram program("i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done\n" +
                             zeros(R"({"seconds": 0})"));
  const auto solver = program.solver(problem);
  const double start = wall_seconds();
  solver->advance(0);
  const double elapsed = wall_seconds() - start;
  const ProcessCost cost = dynamic_cast<const ProcessSolver&>(*solver).cost().value();
  CHECK(cost.cpu_seconds == 0);
  CHECK(cost.setup_seconds > 0.005);
  CHECK(cost.wall_seconds + cost.setup_seconds < elapsed);
}

TEST_CASE("external program: one that never answers has failed, whatever its budget") {
  const Sample sample = random_sample(3, 20, 4);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const ShellProgram program("while true; do :; done");
  CHECK_THROWS_WITH(program.solver(problem, {{"grace_seconds", 0.1}}, 0)->advance(0),
                    ContainsSubstring("has not answered within 0.1 s of wall time"));
}

TEST_CASE("external program: its description is checked against itself, and its conditions go together") {
  const ShellProgram program("");
  const auto describe = [&](const std::string& when, const std::string& option) -> const Method& {
    program.write(fmt::format(R"({{"protocol": 1, "name": "Shell", "version": "1",
        "solves": [{{"loss": "hinge", "regularizer": "l2", "when": {}}}],
        "options": [{{"name": "kind", "description": "k", "default": "a", "choices": ["a", "b"]}},
                    {{"name": "size", "description": "s", {}}}]}})",
                              when, option),
                  "");
    return program.describe();
  };
  CHECK_THROWS_WITH(describe("{}", R"("default": 0, "above": 0)"),
                    ContainsSubstring("/options/1/default: must be"));
  CHECK_NOTHROW(describe("{}", R"("default": 0, "minimum": 0)"));
  CHECK_THROWS_WITH(describe(R"({"kind": ["a", "c"]})", R"("default": 1)"),
                    ContainsSubstring("/solves/0/when/kind/1: must be \"a\" or \"b\", got \"c\""));
  const Method& method = describe(R"({"kind": ["a"], "size": [1, 2]})", R"("default": 1, "integer": true)");
  CHECK_FALSE(method.free_intercept);
  const auto complaint = [&](const std::string& kind, double size) {
    return method
        .complaint(LossKind::hinge, RegularizerKind::l2,
                   OptionValues(method.options, {{"kind", kind}, {"size", size}}))
        .value_or("");
  };
  CHECK(complaint("a", 2).empty());
  for (const auto& [kind, size] : {std::pair{"b", 1.0}, std::pair{"a", 3.0}})
    CHECK(complaint(kind, size) == "Shell solves hinge + l2 with kind = a and size = 1 or 2 alone");
}
