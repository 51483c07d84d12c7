#include "experiments/tuning/tuning.hpp"

#include <fstream>
#include <optional>
#include <tuple>

#include "experiments/config/tuned_file.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("of two constants the chosen trial is the one that has both, and missing trials are told") {
  const test::TemporaryFolder folder;
  TunedFile file = TunedFile::read(TunedFile::path_for(folder.path() / "example.json", "example"));
  TunedConstants tuned{{"a9a", "stand-in", 4, 6, "hinge", "l1", "1/m"},
                       "l1_psa",
                       "radius=tuned",
                       {"passes", 2, 1},
                       {{"radius", 10}, {"step", 2}},
                       {0.5, 4},
                       1,
                       7};
  // The chosen step has a smaller mean with another radius, and the chosen radius with another step.
  std::vector<TrialRow> rows;
  const std::optional<double> none;
  for (const auto& [radius, step, objective] :
       {std::tuple(80, 2, std::optional(1.0)), {10, 2, 1.5}, {10, 1, 1.25}, {10, 1, none}}) {
    TrialRow& row = rows.emplace_back();
    static_cast<ProblemKey&>(row) = {"a9a", "hinge", "l1", 0.25};
    row.method = "l1_psa";
    row.variant = "radius=tuned";
    row.search = 7;
    row.constants = {{"radius", radius}, {"step", step}};
    row.objective = objective;
  }
  file.put(tuned);
  file.write(Json::object(), folder.path(), rows);

  test::write_example(folder.path(), {test::example_run({{0, 1}, {1, 0.4}}, run_status::budget)});
  test::change_manifest(folder.path(), [&](Json& manifest) {
    manifest["config_file"] = (folder.path() / "example.json").string();
    for (const auto& [option, value] : tuned.constants) {
      manifest["constants"].push_back({{"dataset", "a9a"},
                                       {"loss", "hinge"},
                                       {"regularizer", "l1"},
                                       {"lambda", "1/m"},
                                       {"lambda_value", 0.25},
                                       {"method", tuned.method},
                                       {"variant", tuned.variant},
                                       {"option", option},
                                       {"value", value},
                                       {"origin", file.origin_of(tuned)}});
    }
  });

  const auto trials = [&] { return tuning_trials(folder.path(), read_manifest(folder.path())); };
  const Json found = trials()["constants"];
  CHECK(trials()["missing"] == "");
  REQUIRE(found.size() == 2);
  CHECK(found[0]["option"] == "radius");
  CHECK(found[1]["option"] == "step");
  CHECK(found[1]["lambda"] == "1/m");
  CHECK(found[0]["trials"].dump() == "[[10.0,[1.25,null],false],[10.0,[1.5],true],[80.0,[1.0],false]]");
  CHECK(found[1]["trials"].dump() == "[[1.0,[1.25,null],false],[2.0,[1.5],true],[2.0,[1.0],false]]");

  // A part of the trials is not shown for all.
  file.write(Json::object(), folder.path(), std::span(rows).subspan(1));
  CHECK(trials()["constants"].empty());
  CHECK(trials()["missing"] == "The trials of 2 tuned constants are not here.");
  std::ofstream(file.path(), std::ios::app) << '}';  // sound results still have a page
  CHECK_THAT(trials()["missing"].get<std::string>(),
             StartsWith("The trials of 2 tuned constants are not here: " + file.path().string() + ": "));
}
