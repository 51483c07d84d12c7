// Small files in the shapes that people have, with the answers that a user expects.

#include <string>
#include <vector>

#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::string plain =
    "-1 1:-1.9241 2:-0.3224 3:0.295\n+1 1:0.1868 2:-0.629 3:0.6345\n-1 1:-0.222 2:0.3982 3:-1.9159\n"
    "+1 1:-0.5929 2:1.4059 3:1.1741\n-1 1:0.8338 2:0.2825 3:-0.8018\n+1 1:0.4258 2:3.2705 3:0.4112\n"
    "-1 1:-1.4849 2:-1.8383 3:-0.6045\n+1 1:0.8453 2:0.3551 3:0.6378\n-1 1:-0.4269 2:-0.0076 3:0.3968\n"
    "+1 1:0.9098 2:-1.0898 3:1.4017\n-1 1:-2.1197 2:-0.8714 3:-2.1738\n+1 1:0.7021 2:-0.0786 3:0.9139\n"
    "-1 1:2.6003 2:-0.7486 3:0.1423\n+1 1:-0.6233 2:0.4119 3:1.3625\n-1 1:-0.7927 2:-0.3298 3:-0.5967\n"
    "+1 1:-0.3061 2:1.2637 3:-0.112\n-1 1:1.1718 2:-1.2052 3:-0.0139\n+1 1:0.7023 2:1.6524 3:0.0978\n"
    "-1 1:0.2989 2:-0.8239 3:0.5633\n+1 1:1.3242 2:0.8413 3:-0.0803\n-1 1:0.0678 2:-0.2318 3:0.9419\n"
    "+1 1:0.323 2:1.2548 3:1.2079\n-1 1:-0.417 2:-0.4916 3:-0.5179\n+1 1:0.1016 2:-0.3145 3:0.3035\n";

const std::string words_below_numbers =
    "0,1,2,y\n0.13,-0.13,0.64,a\n0.1,-0.54,0.36,b\n1.3,0.95,-0.7,a\n-1.27,-0.62,0.04,b\n"
    "-2.33,-0.22,-1.25,a\n-0.73,-0.54,-0.32,b\n";

}  // namespace

TEST_CASE("program: optima of small files are those of exact arithmetic") {
  struct Case {
    std::string text;
    std::vector<std::string> words;
    double optimum;
  };
  for (const Case& each : std::vector<Case>{
           {plain, {"--loss", "squared_hinge"}, 0.40169960283142231},
           {words_below_numbers, {"--loss", "hinge", "--label", "4", "--positive", "a"}, 0.63511148482}}) {
    const TemporaryFolder folder;
    folder.write("rows.txt", each.text);
    const ProgramRun run = run_program(
        joined({"solve", "--dataset", "rows.txt", "--regularizer", "l2", "--gap", "1e-10", "--json"},
               each.words),
        folder.path());
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    CHECK(Json::parse(run.out)["objective"].get<double>() == Approx(each.optimum).epsilon(2e-10));
  }
}

TEST_CASE("program: small files are read, or refused with what to do") {
  struct Case {
    std::string text;
    std::vector<std::string> words;  ///< "@" is the name of the file
    int status;
    std::string says;
  };
  const std::vector<std::string> info{"data", "info", "@"};
  const std::vector<std::string> solve{"solve", "--dataset", "@", "--regularizer", "l2", "--lambda", "0.1"};
  const std::string three = "0 1:1\n1 1:2\n2 1:3\n";
  for (auto [text, words, status, says] : std::vector<Case>{
           {"+1 1:1\n-1 1:-1\n+1 2:0\n-1\n", joined(solve, {"--loss", "logistic"}), 0,
            "errors       25.00 %"},
           {"1 1:1e300\n-1 1:-1e300 2:1\n", joined(solve, {"--method", "pegasos", "--cpu-seconds", "0.1"}), 1,
            "diverged"},
           {"+1 1:1 2:1e-320\n-1 1:-1\n+1 1:0.5\n", info, 0, "4 nonzeros"},
           {three, solve, 2, "name one as \"positive\""},
           {three, joined(info, {"--positive", "2"}), 0, "+1 is label 2 (1 rows), -1 is label rest (2 rows)"},
           {"benign 1:1\nmalignant 1:2\n", info, 0, "class +1 is benign"},
           {"a,b,y\n1,2,True\n3,4,False\n", joined(info, {"--label", "y"}), 0, "+1 is label True"},
           {"+1 1:1\n+1 1:2\n", solve, 2, "classification needs two classes, found labels: 1"}}) {
    const TemporaryFolder folder;
    folder.write("rows.txt", text);
    for (std::string& word : words)
      if (word == "@") word = "rows.txt";
    const ProgramRun run = run_program(words, folder.path());
    CAPTURE(text, run.out, run.err);
    CHECK(run.status == status);
    CHECK_THAT(run.out + run.err, ContainsSubstring(says));
  }
  const TemporaryFolder folder;
  folder.write("plain.svm", plain);
  check_refused(run_program({"data", "info", "plan.svm"}, folder.path()),
                "'plan.svm': no such file or dataset, did you mean 'plain.svm'? (datasets: ");
}

TEST_CASE("program: a sample of one class is refused as a file of one class is") {
  const TemporaryFolder folder;
  std::string rows = "+1 1:1\n";
  for (int k = 0; k < 58; ++k) rows += "-1 1:-1 2:1\n";
  folder.write("rows.txt", rows);
  folder.write("few.json", R"({"name": "few", "datasets": [{"file": "rows.txt", "rows": 3, "title": "a"}],
    "loss": "hinge", "regularizer": "l2", "methods": [{"name": "permuted_dcd"}], "seeds": 1, "passes": 4})");
  check_refused(run_program({"run", "few.json", "--quiet"}, folder.path()),
                "a: classification needs two classes, and these 3 training rows have one");
}
