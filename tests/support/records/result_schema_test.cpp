#include "support/records/result_schema.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/records/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

std::vector<ResultRow> read_back(const std::string& text) {
  const test::TemporaryFolder folder;
  return read_rows(folder.write("run.csv", text));
}

/// The text with its only occurrence of `from` replaced.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  REQUIRE(place != std::string::npos);
  REQUIRE(text.find(from, place + 1) == std::string::npos);
  return text.replace(place, from.size(), to);
}

bool same_bits(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() &&
         (!a || std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b));
}

}  // namespace

TEST_CASE("the columns of a run are those of the contract, in its order") {
  CHECK(header_text(result_columns()) ==
        "experiment,dataset,source,loss,regularizer,lambda,method,variant,seed,checkpoint,cpu_seconds,wall_"
        "seconds,"
        "setup_seconds,passes,updates,objective,lower_bound,suboptimality,nonzeros,density,train_error,test_"
        "error,"
        "status,dual_value,support_recall,support_false,primal_residual,dual_residual,outer_iterations,"
        "entries_touched,run_id,form,l2_factor,weighting,processes,rounds,bytes_sent,threads\n");
}

TEST_CASE("the rows of a run read back bit for bit") {
  auto rows = test::example_run({{0, 1}, {0.1, 1.0 / 3}, {1e-7 / 3, 0}}, run_status::converged,
                                18446744073709551615u);
  rows[2].cpu_seconds = 0.1 + 0.2;
  rows[2].passes = 2 + 1.0 / 7;
  rows[1].wall_seconds = std::sqrt(2);
  rows[2].wall_seconds = std::sqrt(3);
  rows[1].lambda = rows[0].lambda = rows[2].lambda = 1.0 / 32561;
  rows[1].objective = std::nextafter(0.1, 1);
  rows[1].lower_bound = -std::numeric_limits<double>::denorm_min();
  rows[1].suboptimality = std::numeric_limits<double>::max();
  rows[2].objective = infinity;
  rows[2].density = 1.0 / 3;
  rows[2].nonzeros = std::nullopt;
  rows[2].updates = std::numeric_limits<std::uint64_t>::max();
  const auto read = read_back(rows_text(rows));
  REQUIRE(read.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(read[i].lambda == rows[i].lambda);
    CHECK(read[i].seed == rows[i].seed);
    CHECK(read[i].checkpoint == i);
    CHECK(same_bits(read[i].cpu_seconds, rows[i].cpu_seconds));
    CHECK(same_bits(read[i].wall_seconds, rows[i].wall_seconds));
    CHECK(same_bits(read[i].passes, rows[i].passes));
    CHECK(read[i].updates == rows[i].updates);
    CHECK(same_bits(read[i].objective, rows[i].objective));
    CHECK(same_bits(read[i].lower_bound, rows[i].lower_bound));
    CHECK(same_bits(read[i].suboptimality, rows[i].suboptimality));
    CHECK(read[i].nonzeros == rows[i].nonzeros);
    CHECK(same_bits(read[i].density, rows[i].density));
    CHECK(same_bits(read[i].train_error, rows[i].train_error));
    CHECK(same_bits(read[i].test_error, rows[i].test_error));
    CHECK(read[i].status == rows[i].status);
  }
}

TEST_CASE("numbers have the digits that read back to the same bits, and unknown numbers are empty") {
  const std::string text = rows_text(test::example_run({{0, 0.1}}, run_status::budget));
  CHECK_THAT(text, ContainsSubstring("\nexample,a9a,file,hinge,l1,0.25,nonsmooth_scd,,1,0,0,0,0,0,0,"
                                     "0.1,,,3,0.5,0.2,,budget,,,,,,,0,,mean,,,,,,\n"));
}

TEST_CASE("texts with commas, quotes and line breaks come back") {
  auto rows = test::failed_run();
  rows[0].dataset = "a \"folder\", with, commas/file";
  rows[0].variant = "\"";
  rows[0].method = "a\rb";
  rows[0].status = run_status::failed("two\r\nlines, and \"quotes\"");
  const auto read = read_back(rows_text(rows));
  REQUIRE(read.size() == 1);
  CHECK(read[0].dataset == rows[0].dataset);
  CHECK(read[0].variant == rows[0].variant);
  CHECK(read[0].method == rows[0].method);
  CHECK(read[0].status == rows[0].status);
  CHECK(run_status::is_failed(read[0].status));
  CHECK_FALSE(read[0].objective.has_value());
}

TEST_CASE("CRLF line ends and a missing last line end are read") {
  std::string text = rows_text(test::example_run({{0, 1}, {1, 0.5}}, run_status::budget));
  text.pop_back();
  std::string windows;
  for (const char letter : text) windows += letter == '\n' ? "\r\n" : std::string(1, letter);
  CHECK(read_back(text).size() == 2);
  CHECK(read_back(windows).size() == 2);
}

TEST_CASE("a wrong run file is refused with its place") {
  const std::string good = rows_text(test::example_run({{0, 1}, {0.5, 0.75}}, run_status::budget));
  REQUIRE(read_back(good).size() == 2);
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& message) {
    INFO(from << " -> " << to);
    CHECK_THROWS_WITH(read_back(changed(good, from, to)), ContainsSubstring("run.csv:" + message));
  };
  refused("experiment,dataset", "experiment,data", "1: expected the column dataset, got data");
  refused(",l2_factor,weighting,processes,rounds,bytes_sent,threads\n", "\n",
          "1: l2_factor: this column is missing");
  refused(",threads\n", ",threads,more\n", "1: unknown column more");
  refused(",threads\n", "\n", "1: threads: this column is missing");
  refused(",bytes_sent,threads\n", "\n", "1: bytes_sent: this column is missing");
  refused(",1,1,0.5,", ",1,1,fast,", "3: cpu_seconds: expected a number, got 'fast'");
  refused(",1,1,0.5,", ",1,1,-0.5,",
          "3: cpu_seconds: expected a finite number that is not negative, got '-0.5'");
  refused(",1,1,0.5,", ",1,1,inf,", "3: cpu_seconds: expected a finite number");
  refused(",1,1,0.5,", ",1,1,,", "3: cpu_seconds: expected a number, got ''");
  refused(",1,1,0.5,", ",-1,1,0.5,", "3: seed: expected a whole number that is not negative, got '-1'");
  refused(",0.75,", ",0.75x,", "3: objective: expected a number or nothing, got '0.75x'");
  refused(",0.75,", ",", "3: expected 38 fields, got 37");
  refused("budget", "done", "3: status: expected running, budget, target, converged, stopped");
  refused("budget", "\"budget", "3: a quoted field does not end");
  refused("budget", "bud\"get", "3: a quote inside an unquoted field");
  refused("budget", "\"bud\"get", "3: expected a comma or the line's end after field 23");
  const std::string long_rows = rows_text(test::changed(
      test::example_run({{0, 1}, {0.5, 0.75}}, run_status::budget), &ResultRow::variant, "of two\nlines"));
  CHECK_THROWS_WITH(read_back(changed(long_rows, ",0.75,", ",0.75x,")),
                    ContainsSubstring("run.csv:4: objective: "));
  CHECK_THROWS_WITH(read_back(""), ContainsSubstring("run.csv:1: the header is missing"));
  CHECK_THROWS_WITH(read_back(header_text(result_columns())),
                    ContainsSubstring("run.csv:2: a run has at least one row"));
  CHECK_THROWS_WITH(
      read_rows("/none/run.csv"),
      ContainsSubstring("/none/run.csv: cannot be opened for reading: No such file or directory"));
}

TEST_CASE("every column says what it is, and docs/results.md how a run may end") {
  for (const auto& column : result_columns()) CHECK_FALSE(column.description.empty());
  const std::string text = test::file_text("docs/results.md");
  for (const auto status : {run_status::budget, run_status::converged, run_status::stopped,
                            run_status::stalled, run_status::limit, run_status::diverged}) {
    CHECK_THAT(text, ContainsSubstring("`" + std::string(status) + "`"));
  }
}

TEST_CASE("a run that contradicts its certificate is told from one that crashed") {
  namespace run_status = descent::run_status;
  const std::string reason = "checkpoint 3: the objective 0.1 lies below the certified lower bound 0.2";
  CHECK(run_status::contradicts_certificate(run_status::failed(reason)));
  CHECK_FALSE(run_status::contradicts_certificate(run_status::failed("killed by signal 9")));
  CHECK_FALSE(run_status::contradicts_certificate(run_status::budget));
  CHECK_FALSE(run_status::contradicts_certificate(reason));
}

}  // namespace descent
