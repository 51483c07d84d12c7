#include "plots/tables/table_files.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {

TEST_CASE("runs.csv has every column of a run once, and the method's label") {
  auto names = runs_table_columns();
  CHECK(names.front() == "experiment");
  std::ranges::sort(names);
  std::vector<std::string> expected{"label"};
  for (const auto& column : result_columns()) expected.emplace_back(column.name);
  std::ranges::sort(expected);
  CHECK(names == expected);
}

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
  CHECK_THAT(
      text,
      StartsWith("experiment,dataset,source,loss,regularizer,lambda,form,l2_factor,weighting,method,variant,"
                 "label,seed,run_id,checkpoint,status,cpu_seconds,"));
  CHECK_THAT(
      text, ContainsSubstring("\nexample,a9a,file,hinge,l1,0.25,mean,,,nonsmooth_scd,,Non-smooth_SCD {x}'s,1,"
                              "abc0,1,budget,1,0,0,10,100,0,,,,,,0.25,"));
  CHECK_THAT(text, ContainsSubstring(",2,abc1,0,failed: killed by signal 9,"));
  CHECK(test::files_in(folder.path()) == 5);  // no temporary file is left
}

TEST_CASE("a table's file has its conditions, and LaTeX only where it is wanted") {
  const test::TemporaryFolder folder;
  const TableFiles files{.name = "t",
                         .tables = {{"Title", {"method"}, {{{"one"}}}}},
                         .conditions = {"Not tuned.", "Shared."},
                         .has_latex = false};
  const auto written = test::written(folder, std::vector{files});
  REQUIRE(written.size() == 1);
  CHECK(test::file_text(written[0]).ends_with("\nConditions. Not tuned. Shared.\n"));
}

TEST_CASE("tables of several processes have their amounts in the units of their titles") {
  const ResultsFolder results = test::certified_results({test::certified_run({{0, 1}, {1, 0.1}}, "one")});
  ScalingRow row;
  static_cast<GroupKey&>(row) = {results.runs[0].rows[0].problem(), "example", "file", "one", ""};
  row.label = "One";
  row.processes = 4;
  row.target = 1e-3;
  row.rounds = 7;
  row.bytes_sent = 2e6;
  const auto texts_of = [](const TableFiles& files) {
    std::vector<std::string> texts;
    for (const auto& cell : files.tables.at(0).rows.at(0)) texts.push_back(cell.text);
    return texts;
  };
  CHECK(texts_of(scaling_table(results.manifest, std::vector{row})) ==
        std::vector<std::string>{"One", "4", "1e-3", "7", "2", "—", "—"});
  WeakScalingRow weak;
  static_cast<ScalingRow&>(weak) = row;
  weak.rows = 4000;
  weak.efficiency = 0.5;
  const WeakScaling scaling{{"a9a", "", "hinge", "l1", "1/m"}, 1000, {weak}};
  CHECK(texts_of(weak_scaling_table(results.manifest, std::vector{scaling})) ==
        std::vector<std::string>{"One", "4", "4,000", "1e-3", "7", "2", "—", "0.5", "—"});
  ScalingModelRow model;
  static_cast<GroupKey&>(model) = row;
  model.label = "One";
  model.processes = 8;
  model.counted_processes = 4;
  model.rounds = 7;
  model.probe = {2, 1e-6, 5e9};
  model.entries_per_second = 1;
  const TableFiles files = scaling_model_table(results.manifest, std::vector{model});
  CHECK(texts_of(files).at(3) == "7 (4)");
  CHECK_THAT(files.introduction, ContainsSubstring(": 2 processes: 1 µs and 5 GB/s;"));
}

}  // namespace descent
