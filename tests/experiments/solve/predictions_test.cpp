// Scores and errors of the rows of another file, and the files of `descent solve`.

#include "experiments/solve/predictions.hpp"

#include "datasets/load_dataset.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Predictions predicted(const std::string& text, const Dataset& trained_on, const std::vector<double>& w) {
  const TemporaryFolder folder;
  const auto file = folder.write("rows", text);
  return predict(file, read_rows_like(trained_on, file), trained_on, w);
}

}  // namespace

TEST_CASE("predictions: the sign of a score gives its class, and errors are counted by the file's labels") {
  const Dataset classes{.name = "x", .classes = Classes{"2", "5"}, .file = "x", .constant_feature = 2};
  const std::vector<double> w{1, -1, 0.5};  // bias 1
  const Predictions result = predicted("5 1:3\n2 2:4\n5 2:1\n5\n2 1:-1\n", classes, w);
  CHECK(result.scores == std::vector<double>{4, -3, 0, 1, 0});
  CHECK(result.labels ==
        std::vector<std::string>{"5", "2", "2", "5", "2"});  // the smaller label for a score of 0
  CHECK(result.error == 1.0 / 5);
  CHECK(result.remark.empty());
  CHECK_THAT(result.text(), EndsWith("\n5 4\n2 -3\n2 0\n5 1\n2 0\n"));

  const Predictions wider = predicted("5 1:3 3:100\n2 9:1\n", classes, w);
  CHECK(wider.scores == std::vector<double>{4, 1});
  CHECK(wider.error == 0.5);
  CHECK(wider.remark == "features above 2 have no weight");

  CHECK_THROWS_WITH(predicted("5 0:3\n", classes, w),
                    EndsWith("If both count from 0, --read index_base=0 says so"));
  Dataset from_0{
      .name = "x", .classes = Classes{"2", "5"}, .file = "x", .index_base = 0, .constant_feature = 1};
  from_0.train.rows.widen(3);  // features 0 and 1, and the constant one
  CHECK_THROWS_WITH(predicted("5 1:3 2:1\n", from_0, w), ContainsSubstring("counts features from 1 to 2"));
  const Dataset rest{.name = "x", .classes = Classes{"", "2"}, .file = "x"};
  const Predictions of_rest = predicted("2 1:3\n9 1:-1\n7 2:-1\n", rest, {1, -1});
  CHECK(of_rest.labels == std::vector<std::string>{"2", "rest", "2"});
  CHECK(of_rest.error == 1.0 / 3);

  const Predictions unlabeled = predicted("5 1:3\n0 1:3\n", classes, w);
  CHECK(unlabeled.labels == std::vector<std::string>{"5", "5"});
  CHECK_FALSE(unlabeled.error);
  CHECK(unlabeled.remark == "errors not counted: row 2 has the label 0, expected 2 or 5");
}

TEST_CASE(
    "predictions: rows of tables need no labels, and those of the training rows are not taken for theirs") {
  const TemporaryFolder folder;
  const auto rows_of = [&](const std::string& name, const std::string& text, const ReadSettings& reading,
                           const std::vector<std::string>& columns) {
    const Dataset trained_on{.name = "x", .classes = Classes{"0", "1"}, .file = "x.csv", .columns = columns};
    const auto file = folder.write(name, text);
    return predict(file, read_rows_like(trained_on, file, reading), trained_on, std::vector<double>{1, -1});
  };
  const Predictions of_csv = rows_of("a.csv", "u,v\n1,2\n3,1\n", {.label = "y"}, {"u", "v"});
  CHECK(of_csv.scores == std::vector<double>{-1, 2});
  CHECK_FALSE(of_csv.error);
  CHECK(of_csv.remark == "no labels, so no errors");
  folder.write("y.txt", "1\n0\n");
  CHECK_FALSE(rows_of("b.csv", "u,v\n1,2\n3,1\n", {.labels = "y.txt"}, {"u", "v"}).error);
  CHECK(rows_of("c.csv", "u,y,v\n1,0,2\n3,0,1\n", {.label = "y"}, {"u", "v"}).error == 0.5);
  CHECK_THROWS_WITH(rows_of("d.csv", "u,w\n1,2\n", {.label = "y"}, {"u", "v"}),
                    ContainsSubstring("d.csv: column 2 of 2 features is 'w', and 'v' in x.csv, of 2"));
  CHECK_THROWS_WITH(rows_of("rows", "1 0:5\n", {}, {}),
                    ContainsSubstring("is libsvm, and the training rows are csv"));
}

TEST_CASE("predictions: a target is the score, and its error is squared") {
  const Dataset targets{.name = "x", .task = Task::regression, .file = "x"};
  const Predictions result = predicted("5 1:3\n1 2:4\n", targets, {1, 0.5});
  CHECK(result.labels == std::vector<std::string>{"3", "2"});
  CHECK(result.error == (4.0 + 1.0) / 2);
}

TEST_CASE("program: solve predicts what it trained on with the errors that it reports") {
  const TinyExperiment experiment;
  const std::vector<std::string> solve{"solve", "--dataset",    experiment.data(),      "--regularizer",
                                       "l2",    "--references", experiment.path("none")};
  const ProgramRun run = run_program(joined(solve, {"--predict", experiment.data(), "--json"}));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["predictions"]["rows"] == 60);
  CHECK(json["predictions"]["error"] == json["train_error"]);
  CHECK_THAT(run_program(joined(solve, {"--predict", experiment.data()})).out,
             ContainsSubstring("\npredictions  " + experiment.data() + ", 60 rows: "));

  const std::string file = experiment.path("file");
  const auto refuse = [&](const std::vector<std::string>& more, const std::string& message) {
    CAPTURE(more);
    check_refused(run_program(joined(solve, more)), message);
    CHECK_FALSE(std::filesystem::exists(file));
  };
  refuse({"--predictions", file}, "--predictions: needs the rows to predict; give them with --predict FILE");
  refuse({"--out", file, "--model", experiment.path("./file")}, "is read or written by this command already");
  refuse({"--model", experiment.data()}, experiment.data() + ": is read or written by this command already");
  experiment.write("rows", "1 1:1\n");
  refuse({"--predict", experiment.path("rows"), "--predictions", experiment.path("rows")},
         "is read or written by this command already");
  CHECK(file_text(experiment.path("rows")) == "1 1:1\n");
  refuse({"--out", file, "--predict", experiment.path("nowhere")}, "nowhere: ");
  experiment.write("wrong", "1 1:1\n1 1:x\n");
  refuse({"--out", file, "--predict", experiment.path("wrong")}, "/wrong:2:5: ");
}
