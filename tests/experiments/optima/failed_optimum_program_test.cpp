// The computation of one certified optimum fails: all else is done.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// One problem is tiny. The other has an optimum of 320 kB, which cannot be kept with the limit below.
struct TwoProblems {
  TwoProblems() {
    const std::string large = experiment.write("large", tiny_data(2, 40'000, 2)).string();
    experiment.config["datasets"] = Json::array({experiment.data(), large});
    experiment.config["regularizer"] = Json::array({"l1", "l2"});
    experiment.config["lambdas"] = Json::array({"10/m"});
    experiment.config["passes"] = 2;
    experiment.config["seeds"] = 1;
    experiment.config["methods"] =
        Json::parse(R"([{"name": "l1_psa", "regularizer": "l1"}, {"name": "pegasos", "regularizer": "l2"}])");
    words = {experiment.write(), "--references", experiment.path("references")};
  }

  static ProgramRun limited(const std::vector<std::string>& arguments) {
    return run_script("ulimit -f 512; " + program_words(arguments));  // of 512 bytes, in bash of 1024
  }

  /// The last rows of the runs, by dataset and regulariser.
  std::map<std::string, ResultRow> ends() const {
    std::map<std::string, ResultRow> rows;
    for (const std::string& file : run_files_in(experiment.path("out"))) {
      const ResultRow last = read_rows(file).back();
      const std::string dataset = std::filesystem::path(last.dataset).filename().string();
      rows.emplace(dataset + ' ' + last.regularizer, last);
    }
    return rows;
  }

  TinyExperiment experiment;
  std::vector<std::string> words;
};

}  // namespace

TEST_CASE("program: an optimum whose computation fails is named at the end, and does not stop the others") {
  const TwoProblems problems;
  const std::string failure =
      "no reference optimum of " + problems.experiment.path("large") + ", hinge + l2, ";
  const ProgramRun reference = problems.limited(joined({"reference"}, problems.words));
  CAPTURE(reference.out, reference.err);
  CHECK(reference.status == 1);
  CHECK_THAT(reference.err, ContainsSubstring("\ndescent: " + failure));
  for (const char* const found : {"hinge + l1", "hinge + l2"})
    CHECK_THAT(reference.out, ContainsSubstring(problems.experiment.data() + ", " + found));

  const std::vector<std::string> run =
      joined(joined({"run"}, problems.words), {"--brief", "--out", problems.experiment.path("out")});
  const ProgramRun first = problems.limited(run);
  CAPTURE(first.out, first.err);
  CHECK(first.status == 1);
  CHECK_THAT(first.err,
             ContainsSubstring("\n2 problems without reference optimum:\n  no reference optimum of ") &&
                 ContainsSubstring("\n  " + failure) &&
                 ContainsSubstring("tries again, and makes 1 run that needs it\n"));
  CHECK_THAT(first.out, ContainsSubstring("tiny: 2 problems without reference optimum"));
  const auto ends = problems.ends();
  REQUIRE(ends.size() == 3);  // the radius of one run is not known
  CHECK(ends.at("tiny l1").lower_bound);
  CHECK(ends.at("tiny l2").lower_bound);
  CHECK(ends.at("large l2").status == run_status::budget);
  CHECK_FALSE(ends.at("large l2").lower_bound);

  CHECK_THAT(run_program({"plot", problems.experiment.path("out")}).out,
             ContainsSubstring("Without a certified optimum: F − D* is not known (on "));

  const ProgramRun second = run_program(run);
  CAPTURE(second.err);
  CHECK(second.status == 0);
  CHECK_THAT(second.out, ContainsSubstring("tiny: all runs are done"));
  REQUIRE(problems.ends().size() == 4);
  for (const auto& [name, row] : problems.ends()) CHECK(row.lower_bound);
  CHECK(problems.ends().at("large l2").run_id == ends.at("large l2").run_id);
}

TEST_CASE("program: tune goes on where the optimum for a radius cannot be computed") {
  const TwoProblems problems;
  const std::string out = problems.experiment.path("out");
  const ProgramRun tune = problems.limited(joined(joined({"tune"}, problems.words), {"--out", out}));
  CAPTURE(tune.out, tune.err);
  CHECK(tune.status == 1);
  CHECK_THAT(tune.err,
             ContainsSubstring("10/m: no radius to tune with: no reference optimum of " +
                               problems.experiment.path("large")) &&
                 ContainsSubstring("1 method without a new constant: the same command repeats what failed"));
  const Json tuned = read_json(problems.experiment.path("tuned/tiny.json"))["steps"];
  CHECK(std::ranges::any_of(tuned, [](const Json& each) { return each["method"] == "l1_psa"; }));
}
