// descent plot --behind DIR

#include <filesystem>

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/file_text.hpp"

namespace descent::test {

TEST_CASE("program: plot draws other results in grey behind, until it is told otherwise") {
  TinyExperiment experiment;
  REQUIRE(experiment.run({}, "mine").status == 0);
  experiment.config["seeds"] = {7, 8, 9};
  experiment.config["methods"].erase(0);  // one method has no counterpart
  REQUIRE(experiment.run({}, "theirs").status == 0);
  const auto plot = [&](const std::vector<std::string>& more = {}) {
    return run_program(joined({"plot", experiment.path("mine")}, more));
  };
  const auto figure = [&](const char* name) { return file_text(experiment.path("mine/figures/") + name); };
  const std::string plain = figure("tiny-suboptimality.gp");
  const std::string data = experiment.path("mine/figures/tiny/a-behind-2-permuted_dcd.dat");

  const ProgramRun drawn = plot({"--behind", experiment.path("theirs")});
  CAPTURE(drawn.err);
  REQUIRE(drawn.status == 0);
  CHECK(drawn.err.empty());
  // The bound is the same, so that the curve is that of their own figure.
  CHECK(file_text(data) == file_text(experiment.path("theirs/figures/tiny/a-1-permuted_dcd.dat")));
  CHECK_FALSE(std::filesystem::exists(experiment.path("mine/figures/tiny/a-behind-1-nonsmooth_scd.dat")));
  const std::string first = figure("tiny-suboptimality.gp");
  CHECK_THAT(first, ContainsSubstring("a-behind-2-permuted_dcd.dat") && ContainsSubstring("grey: theirs ("));
  CHECK(first.find("a-behind-2") < first.find("tiny/a-2"));
  CHECK_THAT(figure("tiny.caption.txt"),
             ContainsSubstring("Grey: the same methods in theirs, measured on the same processor."));

  // Kept by plot and run, also from another working folder; a selection has it as well.
  REQUIRE(plot().status == 0);
  CHECK(figure("tiny-suboptimality.gp") == first);
  REQUIRE(plot({"--quantity", "objective"}).status == 0);
  CHECK_THAT(figure("tiny-selection.gp"), ContainsSubstring("grey: theirs ("));
  experiment.config["seeds"] = 2;
  experiment.config["methods"].insert(experiment.config["methods"].begin(), Json{{"name", "nonsmooth_scd"}});
  REQUIRE(experiment.run({}, "mine").status == 0);
  CHECK(figure("tiny-suboptimality.gp") == first);

  SECTION("the results themselves") {
    check_refused(plot({"--behind", experiment.path("mine")}), "these are the results in front");
    CHECK(figure("tiny-suboptimality.gp") == first);
  }
  SECTION("none") {
    REQUIRE(plot({"--behind", "none"}).status == 0);
    CHECK(figure("tiny-suboptimality.gp") == plain);
    CHECK_FALSE(std::filesystem::exists(data));
    CHECK_FALSE(read_json(experiment.path("mine/manifest.json")).contains("behind"));
  }
  SECTION("data that differ") {
    experiment.write("tiny", tiny_data(5));
    REQUIRE(experiment.run({}, "others").status == 0);
    const ProgramRun other = plot({"--behind", experiment.path("others")});
    CHECK(other.status == 0);
    CHECK_THAT(other.err, ContainsSubstring("Not behind: tiny, whose data differ."));
    CHECK_THAT(figure("tiny.caption.txt"), ContainsSubstring("Not behind: tiny, whose data differ."));
    CHECK(figure("tiny-suboptimality.gp") == plain);
  }
  SECTION("results that are gone") {
    std::filesystem::remove_all(experiment.path("theirs"));
    const ProgramRun without = plot();
    CHECK(without.status == 0);
    CHECK_THAT(without.err, ContainsSubstring("the figures are drawn without it"));
    CHECK(figure("tiny-suboptimality.gp") == plain);
    CHECK(plot({"--behind", experiment.path("theirs")}).status == 2);
  }
}

}  // namespace descent::test
