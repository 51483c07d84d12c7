// descent solve and descent list for a user.

#include <sstream>

#include "datasets/catalog/catalog.hpp"
#include "experiments/config/config.hpp"
#include "experiments/solve/solved_run.hpp"
#include "solvers/contract/method.hpp"
#include "support/files/sha256.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/text/text_table.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/crossvalidation/tiny_crossvalidation.hpp"
#include "tests/experiments/run_spec.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

ProgramRun solve(const TinyExperiment& experiment, const std::vector<std::string>& more) {
  return run_program(joined({"solve", "--dataset", experiment.data(), "--cpu-seconds", "0.01", "--references",
                             experiment.path("references")},
                            more));
}

/// An external program that fails without its factor 1.5.
constexpr std::string_view program_of_zeros = R"sh(#!/bin/sh
[ "$1" = describe ] && exec cat <<'end'
{"protocol": 1, "name": "Zeros", "version": "1", "solves": [{"loss": "hinge", "regularizer": "l2"}],
 "options": [{"name": "factor", "description": "of the step", "default": 1},
             {"name": "name", "description": "of the rule", "default": "a", "choices": ["a", "b"]}]}
end
grep -q '"factor": 1.5' "$2" || exit 1
head -c 64 /dev/zero >"$(sed -n 's/^ "weights": "\(.*\)",*$/\1/p' "$2")"
echo '{}'
)sh";

}  // namespace

TEST_CASE("program: solve does not write its weights over the data") {
  const TinyExperiment experiment;
  const std::string data = file_text(experiment.data());
  const auto refused = [&](const std::string& out, const std::vector<std::string>& more) {
    const ProgramRun run =
        solve(experiment, joined({"--regularizer", "l2", "--method", "permuted_dcd", "--out", out}, more));
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(out + ": is read or written by this command already"));
  };
  refused(experiment.path("./tiny"), {});
  CHECK(file_text(experiment.data()) == data);
  std::string weights;
  for (int i = 0; i < 60; ++i) weights += "1\n";
  experiment.write("weights", weights);
  refused(experiment.path("weights"), {"--row-weights", experiment.path("weights")});
  CHECK(file_text(experiment.path("weights")) == weights);
}

TEST_CASE("program: solve says that values are rounded") {
  const TinyExperiment experiment;
  const std::vector<std::string> arguments{"--regularizer", "l2", "--method", "permuted_dcd"};
  for (const std::string values : {"exact", "float"}) {
    CAPTURE(values);
    auto with_values = joined(arguments, {"--values", values});
    if (values == "float") with_values = joined(with_values, {"--bias", "1"});
    const ProgramRun told = solve(experiment, with_values);
    CHECK((told.out.find("values       rounded to single precision\n") != std::string::npos) ==
          (values == "float"));
    CHECK((told.out.find("intercept    none; ") != std::string::npos) == (values == "exact"));
    CHECK(Json::parse(solve(experiment, joined(with_values, {"--json"})).out)["values"] == values);
  }
}

TEST_CASE("program: solve --json prints one object that says what was reached and on what") {
  const TinyExperiment experiment;
  const ProgramRun run = solve(experiment, {"--regularizer", "l2", "--method", "permuted_dcd", "--set",
                                            "shrinking=true", "--lambda", "C=2", "--seed", "7", "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json json = Json::parse(run.out);  // the whole output is one object
  for (const char* key : {"objective", "lower_bound", "gap", "cpu_seconds", "passes", "updates", "nonzeros",
                          "status", "dataset", "seed"}) {
    CAPTURE(key);
    CHECK(json.contains(key));
  }
  CHECK(json["seed"] == 7);
  CHECK(json["lambda"] == 1.0 / (2 * 60));
  CHECK(json["options"]["shrinking"] == true);
  const double objective = json["objective"];
  CHECK(json["gap"].get<double>() - (objective - json["lower_bound"].get<double>()) ==
        Approx(0).margin(1e-14 * objective));
  CHECK(json["relative_gap"].get<double>() == Approx(json["gap"].get<double>() / objective).epsilon(1e-12));
  CHECK(json["dataset"]["rows"] == 60);
  CHECK(json["dataset"]["columns"] == 8);
  CHECK(json["dataset"]["nonzeros"].get<int>() > 100);
  CHECK(json["dataset"]["source"] == "file");
  CHECK(json["dataset"]["sha256"] == sha256_of_file(experiment.data()));
}

TEST_CASE("program: solve gives an external program the options that it describes") {
  const TinyExperiment experiment;
  const auto path = experiment.write("zeros", program_of_zeros);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const std::string program = "program=" + path.string();
  const std::vector<std::string> by_program{"--regularizer", "l2", "--method", "program"};
  const ProgramRun run =
      run_program(joined(joined({"solve", "--dataset", experiment.data(), "--json", "--set", program, "--set",
                                 "factor=1.5", "--set", "name=b", "--set", "first_tolerance=0.1", "--set",
                                 "last_tolerance=0.1", "--references", experiment.path("references")},
                                by_program),
                         {"--cpu-seconds", "1"}));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json options = Json::parse(run.out)["options"];
  CHECK(options["factor"] == 1.5);
  CHECK(options["name"] == "b");
  CHECK(options["last_tolerance"] == 0.1);
  check_refused(solve(experiment, by_program),
                "descent: --method: program needs to know which one: --set program=PATH\n");
  check_refused(
      solve(experiment, joined(by_program, {"--set", program, "--set", "factr=2"})),
      "descent: --set factr: unknown key \"factr\", did you mean 'factor'?; known are factor, name\n");
  check_refused(solve(experiment, joined(by_program, {"--set", program, "--set", "factor=a"})),
                "descent: --set factor: must be ");
  check_refused(
      solve(experiment, joined(by_program, {"--set", program, "--set", "name=a", "--set", "name=b"})),
      "descent: --set: name is given twice\n");
  check_refused(solve(experiment, joined(by_program, {"--set", "program=./none"})),
                "descent: --set program: ");
}

TEST_CASE("program: what a method cannot prove is null, and people get a text") {
  const TinyExperiment experiment;
  const std::vector<std::string> what{"--regularizer", "l1", "--method", "nonsmooth_scd", "--set", "step=2"};
  const Json json = Json::parse(solve(experiment, joined(what, {"--json"})).out);
  CHECK(json["lower_bound"].is_null());
  CHECK(json["gap"].is_null());
  CHECK(json["options"]["step"] == 2.0);
  const ProgramRun text = solve(experiment, what);
  CHECK(text.status == 0);
  CHECK_THAT(text.out, ContainsSubstring("nonsmooth_scd on " + experiment.data() + " (60 x 8, file)"));
  CHECK_THAT(text.out, ContainsSubstring("objective "));
}

TEST_CASE("solve's gap is that of the largest lower bound and an upper bound in one form") {
  Dataset dataset;
  dataset.train = random_sample(1, 4, 2);
  const RunSpec spec = run_spec_of(dataset, LossKind::hinge, "permuted_dcd");
  const Problem problem = spec.problem();
  RunRecord record;
  record.rows.resize(1);
  record.final_weights = {0, 0};
  ResultRow& row = record.rows.front();
  row.updates = 3;
  row.entries_touched = 12;
  row.objective = 0.5;  // below F(0) = 1
  record.lower_bound = 0.75;
  const SolvedRun solved(spec, problem, record);
  CHECK(solved_run_json(spec, solved)["updates"] == 3);
  CHECK(solved.upper_bound >= 1);
  CHECK(solved.upper_bound == Approx(1).epsilon(1e-15));
  CHECK(*solved.relative_gap() == Approx(0.25).epsilon(1e-15));
  CHECK(solved.proves(0.2500001));
  CHECK_FALSE(solved.proves(0.2499999));
  record.lower_bound = -infinity;
  CHECK_FALSE(SolvedRun(spec, problem, record).gap());
}

TEST_CASE("program: solve prints shares of weights, training rows and test rows as per cent") {
  const TinyCrossvalidation tiny;  // with test rows
  const std::vector<std::string> words{"solve", "--dataset",    "tiny",           "--regularizer",
                                       "l1",    "--references", tiny.path("none")};
  const Json json = Json::parse(run_program(joined(words, {"--json"})).out);
  REQUIRE(json["test_error"].get<double>() > 0);
  const int nonzeros = json["nonzeros"];
  CHECK_THAT(run_program(words).out,
             ContainsSubstring(fmt::format("\nnonzeros     {} ({:.2f} %)\n", nonzeros, nonzeros / 0.06) +
                               fmt::format("errors       {:.2f} % of the training rows, {:.2f} % of the test "
                                           "rows\n",
                                           100 * json["train_error"].get<double>(),
                                           100 * json["test_error"].get<double>())));
}

TEST_CASE("program: every way to write lambda reaches the problem") {
  const TinyExperiment experiment;
  const std::vector<std::pair<std::string, double>> cases{
      {"0.25", 0.25}, {"1e-3", 1e-3}, {"2/m", 2.0 / 60}, {"1/m^2", 1.0 / 3600}, {"C=0.5", 1 / (0.5 * 60)}};
  for (const auto& [text, value] : cases) {
    CAPTURE(text);
    const ProgramRun run =
        solve(experiment, {"--regularizer", "l2", "--method", "cyclic_dcd", "--lambda", text, "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    CHECK(Json::parse(run.out)["lambda"].get<double>() == Approx(value).epsilon(1e-14));
  }
}

TEST_CASE("program: --gap goes on until the gap is proved") {
  const TinyExperiment experiment;
  const ProgramRun run = run_program({"solve", "--dataset", experiment.data(), "--regularizer", "l2",
                                      "--method", "permuted_dcd", "--gap", "1e-6", "--json"},
                                     experiment.folder());
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["gap"].get<double>() <= 1e-6 * json["objective"].get<double>());
}

TEST_CASE("program: a method's own rule asks for a gap below the usual one") {
  const TinyExperiment experiment;
  const ProgramRun run =
      run_program({"solve", "--dataset", experiment.data(), "--loss", "logistic", "--regularizer", "l1",
                   "--method", "proximal_newton", "--gap", "1e-12", "--json"},
                  experiment.folder());
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(Json::parse(run.out)["options"]["tolerance"].get<double>() == Approx(1e-16));
}

TEST_CASE("program: a gap that the budget does not prove is told, with exit status 1") {
  const TinyExperiment experiment;
  const ProgramRun run =
      solve(experiment, {"--regularizer", "l2", "--method", "permuted_dcd", "--gap", "1e-300", "--json"});
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("descent: no relative gap of 1e-300 was proved, but "));
  CHECK(Json::parse(run.out)["gap"].is_number());  // the result is reported nevertheless
}

TEST_CASE("program: without a method solve chooses one, proves a gap of 1e-6, and says so if it cannot") {
  const TinyExperiment experiment;
  std::string unscaled;  // columns in other units, where coordinate descent would need hours
  std::istringstream lines(tiny_data());
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(" 3:"); at != std::string::npos)
      line.insert(line.find('.', at), "000");
    unscaled += line + '\n';
  }
  experiment.write("unscaled", unscaled);
  const std::vector<std::string> words{"solve",
                                       "--dataset",
                                       experiment.path("unscaled"),
                                       "--references",
                                       experiment.path("references"),
                                       "--regularizer",
                                       "l2"};
  const ProgramRun text = run_program(words);
  CAPTURE(text.out, text.err);
  CHECK(text.status == 0);
  CHECK_THAT(text.out,
             ContainsSubstring("\nmethod       interior_point (chosen: 8 columns, at most 3,000)\n"));
  CHECK_THAT(text.out, ContainsSubstring("\nlower bound  "));
  const Json json = Json::parse(run_program(joined(words, {"--json"})).out);
  CHECK(json["chosen"] == "8 columns, at most 3,000");
  CHECK(json["relative_gap"].get<double>() <= 1e-6);
  CHECK(json["status"] == "gap proved");
  const ProgramRun short_of = run_program(joined(words, {"--gap", "1e-300", "--cpu-seconds", "0.01"}));
  CHECK(short_of.status == 1);
  CHECK_THAT(short_of.err, StartsWith("descent: no relative gap of 1e-300 was proved, but "));
  const std::string huge =
      experiment.write("huge", "1e160 1:1\n-1e160 1:2\n1e160 1:3\n");  // squares overflow
  const ProgramRun overflow =
      run_program({"solve", "--dataset", huge, "--loss", "squared", "--regularizer", "l1"});
  CHECK(overflow.status == 1);
  CHECK_THAT(overflow.out, ContainsSubstring("\nobjective    inf\nlower bound  5e+159\n"));
  CHECK_THAT(overflow.err, EndsWith(": it diverged\n"));
  check_refused(run_program(joined(words, {"--lambda", "1.7e308"})),
                "lambda must be > 0 with lambda m and 1/(lambda m) finite, got 1.7e+308");

  check_refused(run_program(joined(words, {"--set", "tolerance=1"})),
                "descent: --set: belongs to a method; name it with --method\n");
  const std::vector<std::string> no_bound{"solve",  "--dataset", experiment.data(),
                                          "--loss", "logistic",  "--regularizer"};
  const ProgramRun unproved = run_program(joined(no_bound, {"l_half"}));
  CHECK(unproved.status == 0);
  CHECK_THAT(unproved.out, ContainsSubstring("\nlower bound  none is known under the regularizer l_half\n") &&
                               ContainsSubstring(", converged\n"));
  check_refused(run_program(joined(no_bound, {"l_half", "--gap", "1e-6"})),
                "descent: --gap: no lower bound is known under the regularizer l_half");
  check_refused(
      run_program({"solve", "--dataset", experiment.data(), "--regularizer", "none"}),
      "descent: --method: none solves hinge + none; hinge goes with l1, l2; none goes with logistic, ");
  check_refused(run_program({"solve", "--dataset", "nowhere", "--regularizer", "l2", "--loss", "hing"}),
                "descent: --loss: unknown loss \"hing\", did you mean 'hinge'?");
}

TEST_CASE(
    "program: two columns of 1.7e9 that differ by the label are solved with a proof by another method") {
  const TinyExperiment experiment;
  std::string rows;
  for (int i = 0; i < 200; ++i) rows += "-1 1:1700000000 2:1699999999\n+1 1:1700000000 2:1700000001\n";
  const ProgramRun run = run_program({"solve", "--dataset", experiment.write("timestamps", rows), "--loss",
                                      "squared_hinge", "--regularizer", "l2", "--json"});
  CAPTURE(run.out, run.err);
  CHECK(run.status == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["objective"].get<double>() == Approx(0.0024937655860349127).epsilon(1e-6));
  CHECK(json["lower_bound"].get<double>() <= 0.0024937655860349127);
  CHECK(json["relative_gap"].get<double>() <= 1e-6);
  CHECK_THAT(json["chosen"].get<std::string>(), StartsWith("proximal_newton ended without a proof after "));
}

TEST_CASE("program: C has one solution in both forms, and solve prints LIBLINEAR's objective") {
  const TinyExperiment experiment;
  const auto solved = [&](const std::vector<std::string>& more) {
    const ProgramRun run =
        run_program(joined({"solve", "--dataset", experiment.data(), "--references",
                            experiment.path("references"), "--regularizer", "l2", "--json"},
                           more));
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return Json::parse(run.out);
  };
  const Json mean = solved({"--lambda", "C=4"});
  const Json sum = solved({"--lambda", "C=4", "--form", "sum"});
  CHECK(mean["lambda"] == 1.0 / 240);
  CHECK(sum["lambda"] == 0.25);
  CHECK(sum["objective"].get<double>() == Approx(60 * mean["objective"].get<double>()));
  CHECK(sum["liblinear_objective"].get<double>() == Approx(4 * sum["objective"].get<double>()));
  CHECK(mean["liblinear_objective"] == sum["liblinear_objective"]);
  CHECK(solved({"--lambda", "0.25", "--form", "sum"})["liblinear_objective"].is_null());
}

TEST_CASE("program: output that cannot be written is exit status 1") {
  const TinyExperiment experiment;
  const std::string words = program_words({"solve", "--dataset", experiment.data(), "--cpu-seconds", "0.01",
                                           "--regularizer", "l2", "--method", "permuted_dcd", "--json"});
  for (const std::string& command :
       {words, program_words({"list", "keys", "--schema"}), program_words({"--help"})}) {
    const ProgramRun run = run_script(command + " > /dev/full");
    CAPTURE(command);
    CHECK(run.status == 1);
    CHECK(run.err == "descent: standard output cannot be written: No space left on device\n");
  }
}

TEST_CASE("program: list names everything that a configuration can name") {
  const ProgramRun brief = run_program({"list", "methods"});
  const ProgramRun verbose = run_program({"list", "methods", "--verbose"});
  for (const Method* method : methods()) {
    CAPTURE(method->name);
    CHECK_THAT("\n" + brief.out, ContainsSubstring("\n" + method->name + " "));
    const std::size_t start = ("\n" + verbose.out).find("\n" + method->name + " ");
    REQUIRE(start != std::string::npos);
    // Lines of this method: indented after its name.
    std::istringstream lines(verbose.out.substr(start));
    std::string block;
    std::getline(lines, block);
    CHECK_THAT(block, ContainsSubstring(describe_capabilities(*method)));
    for (std::string line; std::getline(lines, line) && line.starts_with(' ');) block += '\n' + line;
    CHECK_THAT(block, ContainsSubstring(method->source));
    for (const Option& option : method->options) {
      CAPTURE(option.name);
      CHECK_THAT(block, ContainsSubstring("\n    " + option.name + " "));
      CHECK_THAT(block,
                 ContainsSubstring(option.description + " (default " + to_string(option.default_value) +
                                   "; " + allowed_values(option) + ")"));
      if (!option.tunable) continue;
      const std::string when = option.is_left_to_tuning({}) ? " and is not given" : " and is \"tuned\"";
      CHECK_THAT(block, ContainsSubstring(
                            allowed_values(option) + ")\n" +
                            fmt::format("    {:18} chosen by `descent tune` where it matters{}", "", when)));
    }
  }
  CHECK_THAT(brief.out, ContainsSubstring("\nprogram          any program in any language"));
  for (const char* each : {"\nprogram ", "\n    grace_seconds "})
    CHECK_THAT(verbose.out, ContainsSubstring(each));
  for (const LossDescription& loss : losses()) {
    CHECK_THAT(run_program({"list", "problems"}).out, ContainsSubstring(std::string(loss.formula)));
  }
  for (const RegularizerDescription& regularizer : regularizers()) {
    CHECK_THAT(run_program({"list", "problems"}).out, ContainsSubstring(std::string(regularizer.formula)));
  }
  const std::string datasets = run_program({"list", "datasets"}).out;
  for (const CatalogEntry& entry : read_catalog()) {
    CHECK_THAT("\n" + datasets, ContainsSubstring("\n" + entry.name + " "));
  }
  CHECK(Json::parse(run_program({"list", "keys", "--schema"}).out) == config_schema());
  const std::string keys = run_program({"list", "keys"}).out;
  CHECK_THAT("\n" + datasets, ContainsSubstring(fmt::format("\n{:16} {:10} ", "breast_cancer", "file")));
  CHECK_THAT(keys, ContainsSubstring("or several (required)\n") &&
                       ContainsSubstring("\ncpu_seconds     CPU time of a run") &&
                       ContainsSubstring("\ndecision_lines  true: draw points"));
  std::istringstream lines(keys);
  for (std::string line; std::getline(lines, line);) CHECK(letter_count(line) <= 100);
  CHECK_THAT(run_program({"solve", "--help"}).out, ContainsSubstring(" or LABEL=WEIGHT,...\n"));
}

TEST_CASE("program: without a regulariser solve says that separable data have no minimiser") {
  const TinyExperiment experiment;
  experiment.write("separable", "+1 1:3\n-1 1:-3\n");
  experiment.write("mixed", "+1 1:3\n-1 1:-3\n-1 1:1\n");
  const auto told = [&](const char* data) {
    const ProgramRun run = run_program(
        {"solve", "--dataset", experiment.path(data), "--loss", "logistic", "--regularizer", "none"});
    CAPTURE(run.out, run.err);
    return run.out.find("\nlower bound  0, which no weights reach") != std::string::npos;
  };
  CHECK(told("separable"));
  CHECK_FALSE(told("mixed"));
}

TEST_CASE("program: a gap that rounding hides is not proved") {
  const TinyExperiment experiment;
  // The double nearest to 1/3 leaves 5.6e-17 of each hinge, a thousandth of F.
  experiment.write("thirds", "+1 1:3\n-1 1:-3\n");
  const ProgramRun run =
      run_program({"solve", "--dataset", experiment.path("thirds"), "--regularizer", "l2", "--lambda",
                   "1e-12", "--gap", "1e-12", "--method", "permuted_dcd", "--cpu-seconds", "0.1", "--json"});
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("; rounding the weights to double may change the objective"));
  CHECK(Json::parse(run.out)["relative_gap"].get<double>() > 0.99e-3);
}
