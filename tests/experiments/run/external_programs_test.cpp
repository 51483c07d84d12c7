// Programs in other languages as methods (docs/programs.md), in the whole program.

#include <algorithm>
#include <cstdlib>
#include <map>

#include "support/records/result_schema.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

namespace descent::test {
namespace {

constexpr std::string_view description =
    R"({"protocol": 1, "name": "Shell", "version": "1", "solves": [{"loss": "hinge", "regularizer": "l2"}]})";

/// Writes an executable script into the experiment's folder.
void write_program(const TinyExperiment& experiment, const std::string& name, std::string_view text) {
  std::filesystem::permissions(experiment.write(name, text), std::filesystem::perms::owner_all);
}

/// Writes a shell program with a correct description that solves by `body`; the tiny data has 8 columns.
void write_shell_program(const TinyExperiment& experiment, const std::string& name, std::string_view body) {
  write_program(experiment, name,
                fmt::format("#!/bin/sh\n[ \"$1\" = describe ] && {{ echo '{}'; exit 0; }}\n"
                            "weights=$(sed -n 's/^ \"weights\": \"\\(.*\\)\"$/\\1/p' \"$2\")\n{}\n",
                            description, body));
}

Json entry_of(const std::string& name) {
  return {{"name", "program"},      {"program", name},        {"label", name},
          {"first_tolerance", 0.1}, {"last_tolerance", 0.01}, {"tolerances_per_decade", 1},
          {"grace_seconds", 2}};
}

void race(const std::vector<Json>& methods, TinyExperiment& experiment) {
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 0.2;
  experiment.config["seeds"] = 1;
  experiment.config["methods"] = methods;
}

/// Rows of each run, by program name.
std::map<std::string, std::vector<ResultRow>> rows_by_program(const TinyExperiment& experiment) {
  std::map<std::string, std::vector<ResultRow>> rows;
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    auto of_run = read_rows(file);
    const std::string variant = of_run.front().variant;
    constexpr std::string_view before = "program=";
    const std::string name = variant.starts_with(before)
                                 ? variant.substr(before.size(), variant.find(' ') - before.size())
                                 : of_run.front().method;
    rows[name] = std::move(of_run);
  }
  return rows;
}

/// True if some program sleeps for `seconds`.
bool is_asleep(const std::string& seconds) {
  // The search must not match itself.
  const std::string words = "sleep.[" + seconds.substr(0, 1) + "]" + seconds.substr(1);
  return run_script("grep -lasE '" + words + "' /proc/[0-9]*/cmdline").status == 0;
}

}  // namespace

TEST_CASE("hostile programs each end as a row that says so, and all others are complete", "[programs]") {
  const std::string zeros = R"(head -c 64 /dev/zero >"$weights")";
  struct Case {
    std::string name;
    std::string body;
    std::string status;
  };
  const std::vector<Case> cases{
      {"exits", "echo first >&2; echo 'no licence' >&2; exit 3", "ended with exit status 3: no licence"},
      {"crashes", "kill -SEGV $$", "ended by signal 11"},
      {"ends_like_a_signal", "exit 255", "ended with exit status 255"},
      {"hangs", "sleep 4321", "has not answered within 2.4 s"},
      {"rubbish", zeros + "; echo hello", "not JSON"},
      {"unknown-member", zeros + R"(; echo '{"objective": 0}')", "objective"},
      {"endless", "yes", "prints more than 1048576 bytes"},
      {"no-weights", "echo '{}'", "has written no weights"},
      {"too-few", R"(head -c 8 /dev/zero >"$weights"; echo '{}')",
       "has written 8 bytes of weights; 8 weights of 8 bytes are wanted"},
      {"too-many", R"(head -c 800 /dev/zero >"$weights"; echo '{}')", "has written 800 bytes"},
      {"link", R"(ln -s /dev/zero "$weights"; echo '{}')", "its weights are not a regular file"},
      {"pipe", R"(mkfifo "$weights"; echo '{}')", "its weights are not a regular file"},
      {"nan", R"(head -c 64 /dev/zero | tr '\000' '\377' >"$weights"; echo '{}')", "diverged"},
      {"claims-more", zeros + R"(; echo '{"seconds": 1000}')", "claims 1000 s of CPU time"},
      {"claims-less-than-none", zeros + R"(; echo '{"seconds": -1}')", "/seconds: must be >= 0"},
      {"other-status", zeros + R"(; echo '{"status": "optimal"}')", "must be \"converged\" or \"limit\""},
      {"signals-its-group", "trap 'kill 0' EXIT; exit 3", "ended by signal 15"},
      {"changes-itself", zeros + R"(; echo '#' >>"$0"; echo '{}')", "has changed since it described itself"},
  };
  std::vector<Json> methods{Json{{"name", "liblinear"}}};
  for (const Case& each : cases) methods.push_back(entry_of(each.name));
  methods.push_back(entry_of("leaves-a-process"));
  methods.push_back(entry_of("right"));
  TinyExperiment experiment;
  race(methods, experiment);
  for (const Case& each : cases) write_shell_program(experiment, each.name, each.body);
  write_shell_program(experiment, "leaves-a-process", "sleep 4322 & " + zeros + "; echo '{}'");
  write_shell_program(experiment, "right",
                      "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; sleep 0.1; " + zeros +
                          R"(; echo '{"passes": 2, "updates": 3}')");

  const TemporaryFolder temporary;
  const EnvironmentVariable folder("TMPDIR", temporary.path().string());
  const ProgramRun run = experiment.run();
  CAPTURE(run.out, run.err);
  CHECK(run.status == 1);
  const auto rows = rows_by_program(experiment);
  REQUIRE(rows.size() == cases.size() + 3);
  for (const Case& each : cases) {
    CAPTURE(each.name);
    const std::string status = rows.at(each.name).back().status;
    CHECK_THAT(status, ContainsSubstring(each.status));
    if (status != run_status::diverged) CHECK_THAT(status, ContainsSubstring("failed: " + each.name + ": "));
    CHECK_THAT(run.err, ContainsSubstring(each.name));
  }
  for (const std::string name : {"right", "leaves-a-process"}) {
    CAPTURE(name);
    CHECK(rows.at(name).size() == 3);  // w = 0, and an answer for each of two tolerances
    CHECK(rows.at(name).back().status == run_status::converged);
    CHECK(rows.at(name).back().objective == 1);
  }
  CHECK(rows.at("right").back().passes == 2);
  CHECK(rows.at("right").back().updates == 3);
  CHECK_FALSE(is_asleep("4321"));
  CHECK_FALSE(is_asleep("4322"));
  for (const auto& left : std::filesystem::directory_iterator(temporary.path()))
    CHECK_FALSE(left.path().filename().string().starts_with("descent-temporary-"));
}

TEST_CASE("the program that the documentation shows finds the optimum, and is replayed", "[programs]") {
  Json entry = entry_of("gradient.pl");
  entry["first_tolerance"] = 1e-1;
  entry["last_tolerance"] = 1e-4;
  TinyExperiment experiment;
  race({entry, Json{{"name", "tron"}}}, experiment);
  experiment.config["loss"] = "squared_hinge";
  experiment.config["cpu_seconds"] = 100;
  write_program(experiment, "gradient.pl", file_text("solvers/peers/gradient.pl"));
  const ProgramRun run = experiment.run();
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  const auto rows = rows_by_program(experiment).at("gradient.pl");
  REQUIRE(rows.size() == 5);
  CHECK(*rows.back().suboptimality < 1e-6 * *rows.back().lower_bound);
  CHECK(rows.front().setup_seconds == 0);  // writing the data is not charged
  for (std::size_t k = 1; k < rows.size(); ++k) {
    CHECK(*rows[k].objective <= *rows[k - 1].objective);
    CHECK(rows[k].updates >= rows[k - 1].updates);
    CHECK(rows[k].setup_seconds > 0);  // time for perl to start and read
  }
  // A completed run is not repeated; its identity includes the program.
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("2 runs: 2 done"));
  const std::string file = "out/runs/" + rows.front().run_id + ".csv";
  const ProgramRun replay = run_program({"replay", file}, experiment.folder());
  CAPTURE(replay.out, replay.err);
  CHECK(replay.status == 0);
  CHECK_THAT(replay.out, ContainsSubstring("equal bit for bit"));
  const Json provenance = read_json(experiment.path("out/provenance/" + rows.front().run_id + ".json"));
  CHECK(provenance["identity"]["code"]["program"]["version"] == "1");
  CHECK(provenance["identity"]["code"]["program"]["sha256"].get<std::string>().size() == 64);

  // Another program of the same name: other runs, and replay reports it.
  std::string other = file_text("solvers/peers/gradient.pl");
  other.replace(other.find("version => '1'"), 14, "version => '2'");
  other.replace(other.find("# 1 / L"), 7, "; $step /= 2;");
  write_program(experiment, "gradient.pl", other);
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("2 runs: 1 done"));
  const ProgramRun changed = run_program({"replay", file}, experiment.folder());
  CAPTURE(changed.out, changed.err);
  CHECK(changed.status == 1);
  CHECK_THAT(changed.out, ContainsSubstring("version of the program: 1 then, 2 now"));
  CHECK_THAT(changed.out, ContainsSubstring("sha256 of the program"));
  CHECK_THAT(changed.out, ContainsSubstring("alone can promise to repeat"));
}

TEST_CASE("a folder is replayed without a program that is gone, and all places are told", "[programs]") {
  TinyExperiment experiment;
  race({entry_of("p"), Json{{"name", "liblinear"}}}, experiment);
  write_shell_program(experiment, "p", "head -c 64 /dev/zero >\"$weights\"; echo '{}'");
  const ProgramRun run = experiment.run();
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  std::filesystem::remove(experiment.path("p"));
  const TemporaryFolder elsewhere;
  const ProgramRun replay = run_program({"replay", experiment.path("out")}, elsewhere.path());
  CAPTURE(replay.out, replay.err);
  CHECK(replay.status == 1);
  CHECK_THAT(replay.err, ContainsSubstring(".json: its program \"p\" is not there; looked for at " +
                                           experiment.path("p") + " and at " +
                                           (elsewhere.path() / "p").string() + "\n") &&
                             ContainsSubstring("\n1 of 2 runs could not be compared\n"));
  CHECK_THAT(replay.out, ContainsSubstring("equal bit for bit"));
}

TEST_CASE("what a program says of itself is checked, and configurations against it", "[programs]") {
  TinyExperiment experiment;
  const auto refuses = [&](const Json& entry, const std::string& message) {
    race({entry}, experiment);
    CAPTURE(entry.dump());
    check_refused(experiment.run({"--dry-run"}), message);
  };
  const auto describing = [&](const std::string& text) {
    write_program(experiment, "p", "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\n");
    return entry_of("p");
  };
  const auto with_options = [&](const std::string& options) {
    return describing(R"({"protocol": 1, "name": "P", "version": "1", "solves": [
        {"loss": "hinge", "regularizer": "l2", "when": {"kind": ["a"]}}, {"loss": "logistic", "regularizer": "l2"}],
        "options": [{"name": "kind", "description": "k", "default": "b", "choices": ["a", "b"]})" +
                      options + "]}");
  };
  const auto with_set = [&](const std::string& set) {
    Json entry = with_options(
        R"(, {"name": "steps", "description": "s", "default": 3, "minimum": 1, "integer": true})");
    entry["set"] = Json::parse(set);
    return entry;
  };
  refuses(entry_of("nobody"), "/methods/0/program: ");
  refuses(entry_of("nobody"), "there is no such program");
  experiment.write("text", "hello\n");
  refuses(entry_of("text"), "chmod +x");
  write_program(experiment, "no-interpreter", "echo hello\n");
  refuses(entry_of("no-interpreter"), "#!INTERPRETER");
  refuses({{"name", "program"}}, "program");
  refuses(describing("hello"), "/methods/0/program: p describe: ");
  refuses(describing("{}"), "protocol");
  refuses(describing(R"({"protocol": 2})"), "/protocol");
  refuses(describing(R"({"protocol": 1, "name": "P", "version": "1", "solves": []})"), "/solves");
  refuses(describing(R"({"protocol": 1, "name": "P", "version": "1",
                         "solves": [{"loss": "hinge loss", "regularizer": "l2"}]})"),
          "/solves/0/loss: unknown loss");
  refuses(describing(R"({"protocol": 1, "name": "P", "version": "1",
                         "solves": [{"loss": "logistic", "regularizer": "l2"}]})"),
          "does not solve hinge + l2");
  refuses(with_options(R"(, {"name": "x", "description": "x", "default": "c", "choices": ["a"]})"),
          "/options/1/default: must be \"a\"");
  refuses(with_options(R"(, {"name": "grace_seconds", "description": "x", "default": true})"),
          "is the name of another option");
  refuses(with_set("{}"), "P solves hinge + l2 with kind = a alone");
  refuses(with_set(R"({"kind": "c"})"), "/methods/0/set/kind: must be \"a\" or \"b\", got \"c\"");
  refuses(with_set(R"({"kind": "a", "steps": 0})"), "/methods/0/set/steps: must be an integer >= 1");
  refuses(with_set(R"({"kind": "a", "stpes": 2})"), "/methods/0/set");
  Json entry = with_set(R"({"kind": "a"})");
  entry["first_tolerance"] = 1e-3;
  refuses(entry, "\"first_tolerance\" must be at least \"last_tolerance\"");

  entry = with_set(R"({"kind": "a"})");
  race({entry}, experiment);
  experiment.config.erase("cpu_seconds");
  experiment.config["passes"] = 3;
  check_refused(experiment.run({"--dry-run"}), "cannot stop after \"passes\"");
}

TEST_CASE("a killed run leaves no program at work, and the next one removes what it left", "[programs]") {
  TinyExperiment experiment;
  race({entry_of("p")}, experiment);
  experiment.config["methods"][0]["grace_seconds"] = 1000;
  const TemporaryFolder temporary;
  write_shell_program(experiment, "p",
                      "[ -e \"${0%/p}/go\" ] || { touch \"${0%/p}/waits\"; exec sleep 4325; }\n"
                      "head -c 64 /dev/zero >\"$weights\"; echo '{}'");
  const std::string run = program_words({"run", experiment.write(), "--out", experiment.path("out")});
  const std::string in_temporary = "export TMPDIR=" + shell_quoted(temporary.path().string()) + "\n";
  const auto count_left = [&] {
    return std::distance(std::filesystem::directory_iterator(temporary.path()), {});
  };
  const ProgramRun killed = run_script(
      in_temporary + run + " & while [ ! -e waits ]; do sleep 0.05; done; kill -KILL $!; wait $! || true",
      experiment.folder());
  CAPTURE(killed.out, killed.err);
  CHECK(count_left() == 1);
  for (int k = 0; k < 100 && is_asleep("4325"); ++k) run_script("sleep 0.05");  // signals take a moment
  CHECK_FALSE(is_asleep("4325"));
  experiment.write("go", "");
  CHECK(run_script(in_temporary + run).status == 0);
  CHECK(count_left() == 0);
}

TEST_CASE("the shipped programs come to the certified optimum of F", "[programs]") {
  const auto is_installed = [](const std::string& program) {
    return run_script(shell_quoted(std::filesystem::absolute(program).string()) + " describe").status == 0;
  };
  TinyExperiment experiment;
  race({}, experiment);
  experiment.config["loss"] = {"hinge", "squared_hinge", "logistic"};
  experiment.config["regularizer"] = {"l1", "l2"};
  experiment.config["bias"] = 1;
  experiment.config["cpu_seconds"] = 10;
  const auto add = [&](const std::string& program, Json losses, Json regularizers, Json set) {
    experiment.config["methods"].push_back({{"name", "program"},
                                            {"program", std::filesystem::absolute(program).string()},
                                            {"loss", std::move(losses)},
                                            {"regularizer", std::move(regularizers)},
                                            {"set", std::move(set)},
                                            {"first_tolerance", 1e-5},
                                            {"last_tolerance", 1e-5}});
  };
  const std::string c_program =
      (std::filesystem::path(built_program()).parent_path() / "peers/dual_cd").string();
  add(c_program, "hinge", "l2", Json::object());
  if (is_installed("solvers/peers/ocas.pl"))
    add("solvers/peers/ocas.pl", "hinge", "l2", Json::object());
  else
    WARN("libocas-tools is not installed");
  if (is_installed("solvers/peers/scikit_learn.py")) {
    const auto add_model = [&](Json set, Json losses, Json regularizers) {
      add("solvers/peers/scikit_learn.py", std::move(losses), std::move(regularizers), std::move(set));
    };
    add_model({{"model", "linear_svc_dual"}}, {"hinge", "squared_hinge"}, "l2");
    add_model({{"model", "linear_svc_primal"}}, "squared_hinge", {"l1", "l2"});
    add_model({{"model", "lbfgs"}}, "logistic", "l2");
    add_model({{"model", "newton-cholesky"}}, "logistic", "l2");
    add_model({{"model", "saga"}}, "logistic", {"l1", "l2"});
    add_model({{"model", "liblinear"}}, "logistic", {"l1", "l2"});
    add_model({{"model", "sgd"}}, {"hinge", "logistic"}, "l2");
    add_model({{"model", "sgd"}, {"average", true}}, "logistic", "l2");
  } else {
    WARN("python3-sklearn is not installed");
  }
  const ProgramRun run = experiment.run();
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    const ResultRow last = read_rows(file).back();
    CAPTURE(last.variant, last.loss, last.regularizer, *last.objective, *last.lower_bound);
    // SGD stops after five epochs without progress, at any point.
    const bool is_sgd = last.variant.find("model=sgd") != std::string::npos;
    CHECK(*last.suboptimality < (is_sgd ? 0.3 : 1e-3) * *last.lower_bound);
  }
}

}  // namespace descent::test
