#include "plots/results/results_folder.hpp"

#include <cmath>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// The example on disk with these members of the manifest besides.
void write_with(const std::filesystem::path& folder, const std::string& members,
                const std::vector<std::vector<ResultRow>>& runs) {
  test::write_example(folder, runs);
  std::string text = test::file_text(folder / "manifest.json");
  const std::string none = R"("references": [])";
  text.replace(text.find(none), none.size(), members);
  write_atomically(folder / "manifest.json", text);
}

const std::string with_bound = R"("references": [{"dataset": "a9a", "loss": "hinge", "regularizer": "l1",
  "lambda_value": 0.25, "objective": 0.5000001, "lower_bound": 0.5, "method": "interior_point",
  "cpu_seconds": 1}])";

std::vector<ResultRow> certified() {
  return test::certified_run({{0, 1}, {1, 0.5}}, "nonsmooth_scd");
}

}  // namespace

TEST_CASE("a run's bound is the manifest's to the last bit, or it is told") {
  const test::TemporaryFolder folder;
  write_with(folder.path(), with_bound, {certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 1);

  auto other = certified();
  other[1].lower_bound = std::nextafter(test::example_bound, 1);
  write_with(folder.path(), with_bound, {certified(), other});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("abc1.csv: checkpoint 1: lower_bound: expected 0.5 as in the manifest, "
                                      "got 0.50000000000000011: `descent run`"));

  auto without = certified();
  for (ResultRow& row : without) row.lower_bound = row.suboptimality = std::nullopt;
  write_with(folder.path(), with_bound, {without});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("lower_bound: expected 0.5 as in the manifest, got none"));
}

TEST_CASE("runs that failed have no bound, and a manifest without references asks for none") {
  const test::TemporaryFolder folder;
  write_with(folder.path(), with_bound, {certified(), test::failed_run(2)});
  CHECK(read_results_folder(folder.path()).runs.size() == 2);
  test::write_example(folder.path(), {certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 1);
  auto other_problem = with_bound;
  other_problem.replace(other_problem.find("0.25"), 4, "0.75");
  write_with(folder.path(), other_problem,
             {test::example_run({{0, 1}, {1, 0.5}}, run_status::budget), certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 2);
}

TEST_CASE("a run in another form than the manifest's is refused") {
  const test::TemporaryFolder folder;
  auto sum = certified();
  for (ResultRow& row : sum) row.form = "sum";
  write_with(folder.path(), R"("references": [], "form": "sum")", {sum});
  CHECK(read_results_folder(folder.path()).manifest.form.is_sum);
  write_with(folder.path(), R"("references": [], "form": "sum")", {certified()});
  CHECK_THROWS_WITH(
      read_results_folder(folder.path()),
      ContainsSubstring("abc0.csv: checkpoint 0: form: expected sum as in the manifest, got 'mean'"));

  auto half = certified();
  for (ResultRow& row : half) row.l2_factor = 0.5;
  write_with(folder.path(), R"("references": [], "l2_factor": 0.5)", {half});
  CHECK_NOTHROW(read_results_folder(folder.path()));
  write_with(folder.path(), R"("references": [], "l2_factor": 1)", {half});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("l2_factor: expected 1 as in the manifest, got 0.5"));
  CHECK_THROWS_AS(read_results_folder(folder.path()), ResultFileError);
}

}  // namespace descent
