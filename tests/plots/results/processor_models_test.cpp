#include "plots/results/results_folder.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {

TEST_CASE("times of several processor models are refused, with the runs to repeat") {
  std::vector<std::vector<ResultRow>> runs;
  for (int k = 0; k < 16; ++k) {
    runs.push_back(test::certified_run({{0, 1}, {1, 0.5}}, "nonsmooth_scd"));
    for (ResultRow& row : runs.back()) row.run_id = std::string(2, static_cast<char>('a' + k));
  }
  ResultsFolder results = test::certified_results(runs);
  results.processors.assign(16, "Abacus");
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.processors[3] = "";  // not known
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.processors[5] = "Calculator";
  results.runs[5].back().status = run_status::failed("ended by signal 9");  // has no times
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.processors[1] = "Calculator";
  CHECK_THROWS_WITH(
      require_one_processor(results, "DIR"),
      "DIR: times of different processors do not compare, and there are 13 runs on Abacus, 1 on "
      "Calculator; to be repeated on the first: bb; `descent run` with --processor 'Abacus' does, "
      "there or with --slurm and a --constraint for such nodes; --mixed-processors takes them as "
      "they are");
  results.processors.assign(16, "Calculator");
  for (int k = 0; k < 4; ++k) results.processors[static_cast<std::size_t>(k)] = "Abacus";
  for (ResultRow& row : results.runs[5]) row.status = run_status::budget;
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"),
                    ContainsSubstring("repeated on the first: aa bb cc dd;"));
  results.processors[0] = "Slide rule";
  for (int k = 4; k < 8; ++k) results.processors[static_cast<std::size_t>(k)] = "Slide rule";
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"),
                    ContainsSubstring("8 runs on Calculator, 3 on Abacus, 5 on Slide rule;"));
  results.processors[8] = results.processors[9] = results.processors[10] = "Nomogram";
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"), ContainsSubstring(" and 1 more;"));
}

}  // namespace descent
