// The model file, read and applied by LIBLINEAR itself.

#include "experiments/solve/solved_run.hpp"

#include <linear.h>

#include <memory>

#include "datasets/load_dataset.hpp"
#include "experiments/solve/predictions.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_spec.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct FreeTheModel {
  void operator()(model* loaded) const { free_and_destroy_model(&loaded); }
};

/// LIBLINEAR's label and score of a row of x_i, as do_predict in its predict.c: unknown features are left
/// out.
std::pair<double, double> predicted(const model& loaded, Line row) {
  std::vector<feature_node> nodes;
  for (const Entry& entry : row)
    if (entry.index < loaded.nr_feature) nodes.push_back({entry.index + 1, entry.value});
  if (loaded.bias >= 0) nodes.push_back({loaded.nr_feature + 1, loaded.bias});
  nodes.push_back({-1, 0});
  double score = 0;
  const double label = predict_values(&loaded, nodes.data(), &score);
  return {label, score};
}

}  // namespace

TEST_CASE("program: LIBLINEAR reads the model file and predicts the same labels and scores") {
  const TinyExperiment experiment;
  std::string relabeled;  // labels 3 and 7, and the larger one first in the file
  std::istringstream lines(tiny_data());
  for (std::string line; std::getline(lines, line);)
    relabeled += (line.starts_with('+') ? "7" : "3") + line.substr(2) + '\n';
  experiment.write("classes", relabeled);
  experiment.write("other", tiny_data(2, 40, 11));  // three features that the model does not know
  const std::vector<std::string> bias{"--bias", "2.5", "--free-bias"};
  const std::vector<std::pair<std::vector<std::string>, std::string>> problems{
      {{"--regularizer", "l2"}, "L2R_L1LOSS_SVC_DUAL"},
      {{"--regularizer", "l1"}, "L2R_L1LOSS_SVC_DUAL"},
      {{"--regularizer", "l2", "--loss", "squared_hinge"}, "L2R_L2LOSS_SVC"},
      {{"--regularizer", "l1", "--loss", "logistic"}, "L1R_LR"},
  };
  for (const auto& [problem, solver_type] : problems) {
    for (const auto& more : {std::vector<std::string>{}, bias}) {
      CAPTURE(problem, more);
      const ProgramRun run = run_program(
          joined(joined({"solve", "--dataset", experiment.path("classes"), "--references",
                         experiment.path("none"), "--model", experiment.path("model"), "--predict",
                         experiment.path("other"), "--predictions", experiment.path("scores")},
                        problem),
                 more));
      CAPTURE(run.err);
      REQUIRE(run.status == 0);
      CHECK_THAT(file_text(experiment.path("model")), StartsWith("solver_type " + solver_type + "\n"));
      const std::unique_ptr<model, FreeTheModel> loaded(load_model(experiment.path("model").c_str()));
      REQUIRE(loaded);
      CHECK(loaded->nr_feature == 8);
      CHECK(loaded->bias == (more.empty() ? -1 : 2.5));
      const RawSample rows = read_rows_like(Dataset{.name = "x", .file = "x"}, experiment.path("other"));
      std::istringstream scores(file_text(experiment.path("scores")));
      std::string comment;
      std::getline(scores, comment);
      double label = 0;
      double score = 0;
      Index row = 0;
      for (; scores >> label >> score; ++row) {
        const auto [their_label, their_score] = predicted(*loaded, rows.rows[row]);
        CHECK(label == their_label);
        CHECK(score == Approx(their_score).epsilon(1e-12).margin(1e-12));
      }
      CHECK(row == 40);
    }
  }
}

TEST_CASE("a model names the solver of LIBLINEAR for its problem") {
  using enum LossKind;
  using enum RegularizerKind;
  const Dataset dataset{.name = "x", .classes = Classes{}};
  const std::vector<double> w{1};
  for (const auto& [loss, regularizer, name] :
       std::vector<std::tuple<LossKind, RegularizerKind, std::string>>{
           {hinge, l2, "L2R_L1LOSS_SVC_DUAL"},
           {squared_hinge, l1, "L1R_L2LOSS_SVC"},
           {squared_hinge, l2, "L2R_L2LOSS_SVC"},
           {logistic, l1, "L1R_LR"},
           {logistic, l2, "L2R_LR"},
           {epsilon_insensitive, l2, "L2R_L1LOSS_SVR_DUAL"},
           {squared_epsilon_insensitive, l2, "L2R_L2LOSS_SVR"}})
    CHECK_THAT(liblinear_model({&dataset, loss, regularizer, *parse_lambda("1/m")}, w),
               StartsWith("solver_type " + name + "\nnr_class 2\n"));
}

TEST_CASE("a file of weights counts features as the file of the rows does") {
  Dataset dataset{.name = "x", .task = Task::regression};
  dataset.train = random_regression_sample(1, 5, 3);
  const RunSpec spec = run_spec_of(dataset, LossKind::epsilon_insensitive, "svr_dual_cd");
  RunRecord record;
  record.rows.resize(1);
  record.final_weights = {1, -2, 0.5};
  for (const Index base : {0, 1}) {
    dataset.index_base = base;
    CHECK_THAT(weights_text(spec, record),
               EndsWith(fmt::format("\n# the weights of features {} to {}, one a line\n1\n-2\n0.5\n", base,
                                    base + 2)));
  }
}

TEST_CASE("a regression model has no labels, and labels that are no whole numbers are refused") {
  Dataset targets{.name = "targets", .task = Task::regression, .constant_feature = 1};
  const ProblemSpec problem{&targets, LossKind::squared, RegularizerKind::l2, *parse_lambda("1/m")};
  const std::vector<double> w{0.1, -2, 0.3};
  CHECK(liblinear_model(problem, w) ==
        "solver_type L2R_L2LOSS_SVR\nnr_class 2\nnr_feature 2\nbias 1\nw\n"
        "0.10000000000000001 \n-2 \n0.29999999999999999 \n");
  CHECK_NOTHROW(require_liblinear_labels(targets));
  Dataset classes{.name = "halves", .classes = Classes{"0.5", "1"}};
  CHECK_THROWS_WITH(
      require_liblinear_labels(classes),
      StartsWith("--model: halves has the label 0.5, and LIBLINEAR's labels are whole numbers"));
  classes.classes = Classes{"-1", "1e+300"};
  CHECK_THROWS_AS(require_liblinear_labels(classes), ConfigError);
}
