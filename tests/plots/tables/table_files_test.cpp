#include "plots/tables/table_files.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {

TEST_CASE("runs.csv has all rows of the runs that the manifest names, in its order") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(),
                      {test::example_run({{0, 1}, {1, 0.25}}, run_status::budget, 1), test::failed_run(2)});
  std::filesystem::copy_file(run_file(folder.path(), "abc0"), folder.path() / "runs" / "abc9.csv");
  {
    Drawing drawing(folder.path());
    write_runs_table(drawing, read_results_folder(folder.path()));
  }
  const std::string text = test::file_text(folder.path() / "runs.csv");
  CHECK(std::ranges::count(text, '\n') == 1 + 2 + 1);
  CHECK_THAT(text, StartsWith("experiment,dataset,source,loss,") &&
                       ContainsSubstring(",threads,label\nexample,a9a,file,"));
  CHECK_THAT(text, ContainsSubstring(",Non-smooth_SCD {x}'s\nexample,"));
  CHECK_THAT(text, ContainsSubstring(",failed: killed by signal 9,"));
  CHECK(test::files_in(folder.path()) == 5);  // no temporary file is left
}

TEST_CASE("a table's file has its conditions") {
  const test::TemporaryFolder folder;
  const TableFiles files{
      .name = "t", .tables = {{"Title", {"method"}, {{{"one"}}}}}, .conditions = {"Not tuned.", "Shared."}};
  const auto written = test::written(folder, std::vector{files});
  REQUIRE(written.size() == 1);
  CHECK(test::file_text(written[0]).ends_with("\nConditions. Not tuned. Shared.\n"));
}

}  // namespace descent
