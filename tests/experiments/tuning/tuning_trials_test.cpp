#include "experiments/tuning/tuning_trials.hpp"

#include "experiments/config/tuned_file.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("of two constants the chosen trial is the one that has both, and there may be none") {
  const test::TemporaryFolder folder;
  TunedFile file = TunedFile::read(TunedFile::path_for(folder.path() / "example.json", "example"));
  TunedConstants tuned{{"a9a", "stand-in", 4, 6, "hinge", "l1", "1/m"},
                       "l1_psa",
                       "radius=tuned",
                       {Axis::passes, 2, 1},
                       {{"radius", 10}, {"step", 2}},
                       {},
                       0.5};
  // The chosen step has a smaller mean with another radius, and the chosen radius with another step.
  tuned.trials = {{{{"radius", 10}, {"step", 1}}, {1.25}},
                  {{{"radius", 10}, {"step", 2}}, {1.5}},
                  {{{"radius", 80}, {"step", 2}}, {1}}};
  file.put(tuned);
  file.write(Json::object());

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

  const auto found = tuning_trials(read_manifest(folder.path()));
  REQUIRE(found.size() == 2);
  CHECK(found[0].option == "radius");
  CHECK(found[1].option == "step");
  CHECK(found[1].trials[0].value == 1);
  for (const ConstantTrials& each : found) {
    REQUIRE(each.trials.size() == 3);
    CHECK_FALSE(each.trials[0].is_chosen);
    CHECK(each.trials[1].is_chosen);
    CHECK(each.trials[1].value == tuned.constants.at(each.option));
    CHECK_FALSE(each.trials[2].is_chosen);
  }

  tuned.trials.erase(tuned.trials.begin() + 1);
  file.put(tuned);
  file.write(Json::object());
  for (const ConstantTrials& each : tuning_trials(read_manifest(folder.path())))
    CHECK(std::ranges::none_of(each.trials, &TriedValue::is_chosen));
}
