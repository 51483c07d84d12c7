// The whole program with a restarting method: points with their own times, from run files to the figure.

#include "plots/results/curves.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Two losses, each with its LIBLINEAR solver.
class LiblinearExperiment : public TinyExperiment {
 public:
  LiblinearExperiment() {
    config["loss"] = Json::array({"hinge", "squared_hinge"});
    config["methods"] = Json::parse(R"([
      {"name": "permuted_dcd"},
      {"name": "liblinear", "loss": "hinge", "solver": 3, "label": "LIBLINEAR -s 3"},
      {"name": "liblinear", "loss": "squared_hinge", "solver": 2, "label": "LIBLINEAR -s 2"}
    ])");
    config.erase("passes");
    config["cpu_seconds"] = 0.2;
  }
};

}  // namespace

TEST_CASE("program: LIBLINEAR's points are in run files, curves and figure") {
  const LiblinearExperiment experiment;
  const ProgramRun ended = experiment.run();
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  std::size_t runs = 0;
  for (const auto& file : std::filesystem::directory_iterator(experiment.path("out/runs"))) {
    const auto rows = read_rows(file.path());
    if (rows.front().method != "liblinear") continue;
    ++runs;
    CAPTURE(rows.front().variant);
    REQUIRE(rows.size() >= 5);
    CHECK(rows.front().cpu_seconds == 0);
    for (std::size_t k = 1; k < rows.size(); ++k) {
      CHECK(rows[k].cpu_seconds >= rows[k - 1].cpu_seconds);
      CHECK(rows[k].passes >= rows[k - 1].passes);
    }
    for (const ResultRow& row : rows) CHECK(row.objective >= row.lower_bound);
    CHECK(*rows.back().suboptimality < 1e-5 * *rows.back().lower_bound);
    CHECK(rows.back().status != run_status::budget);
  }
  CHECK(runs == 2 * 2);

  const Json manifest = read_json(experiment.path("out/manifest.json"));
  CHECK(manifest["methods"][0]["restarts"] == false);
  CHECK(manifest["methods"][1]["restarts"] == true);
  std::size_t points = 0;
  for (const CurvePoint& point : read_table(curve_columns(), experiment.path("out/curves.csv"))) {
    if (point.method != "liblinear") continue;
    CHECK(point.runs == 2);
    ++points;
  }
  CHECK(points >= 2 * 5);
  CHECK(points <= 2 * 22);
  const std::string script = file_text(experiment.path("out/figures/gnuplot/tiny.gp"));
  CHECK_THAT(script, ContainsSubstring("'LIBLINEAR -s 3 (restarted)'"));
  CHECK_THAT(file_text(experiment.path("out/figures/tiny.caption.txt")),
             ContainsSubstring("Restarted: each point is a run of its own"));
}
