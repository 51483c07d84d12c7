#include "experiments/run/run_in_parallel.hpp"

#include <map>

#include "support/json/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

TEST_CASE("the columns of a problem are part of the setup of its own runs alone") {
  Dataset large;
  large.train = random_sample(1, 20'000, 20);
  Dataset small;
  small.train = random_sample(2, 10, 3);
  const Method& method = find_method("nonsmooth_scd");
  REQUIRE(method.walks_columns);
  std::vector<RunSpec> runs;
  for (const Dataset* const dataset : {&large, &small})
    runs.push_back({{dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")},
                    "x",
                    &method,
                    "",
                    "",
                    OptionValues(method.options, {}),
                    1,
                    {Axis::passes, 1, 2}});
  const TemporaryFolder folder;
  std::map<const Dataset*, double> setup;
  run_in_parallel(
      runs, 1, folder.path(),
      [](const RunSpec&, const RunRecord& record) { return json_text(record.rows.front().setup_seconds); },
      [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
        CHECK(failure.empty());
        setup[spec.dataset] = Json::parse(answer);
      });
  // Thousands of times more entries, apart from a few common microseconds.
  CHECK(setup.at(&small) < 0.5 * setup.at(&large));
}

}  // namespace descent::test
