// The command descent crossvalidate for a user.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/records/crossvalidation_rows.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/crossvalidation/tiny_crossvalidation.hpp"
#include "tests/support/files_in.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: crossvalidate writes rows, table and record, and prints the table") {
  const TinyCrossvalidation tiny;
  const ProgramRun run = tiny.crossvalidate();
  CAPTURE(run.err, run.out);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("tiny: 3 splits, 3 to do, into "));
  CHECK_THAT(run.out, ContainsSubstring("tiny: 60 training and 30 test rows, as the dataset divides them\n"));
  CHECK_THAT(run.out, ContainsSubstring("tiny: 60 training and 30 test rows, 2 seeded splits\n"));
  CHECK_THAT(run.out, ContainsSubstring("7/30, 4 (a paper)"));
  CHECK_THAT(run.out, ContainsSubstring("always the larger class"));

  const auto rows = read_crossvalidation(tiny.path("results"));
  REQUIRE(rows.size() == 6);
  CHECK(rows[0].split == "own");
  CHECK(rows[5].seed == 2);
  CHECK(rows[5].model == "sparse");
  const std::string table = file_text(tiny.path("results/table.md"));
  CHECK(table.starts_with("## A tiny cross-validation\n"));
  CHECK_THAT(table, ContainsSubstring("tiny.txt, split 60 : 30 in its order (file), sha256 "));
  CHECK_THAT(table, ContainsSubstring(std::to_string(rows[0].test_errors) + "/30"));
  const Json record = Json::parse(file_text(tiny.path("results/crossvalidation.json")));
  CHECK(record["config"]["lambdas"].size() == 6);
  CHECK(record["datasets"][0]["rows"] == 60);
  CHECK(record.contains("program"));
  CHECK(files_in(tiny.path("results/splits")) == 3);
}

TEST_CASE("program: crossvalidate does only what is missing, and rows are the same however they came about") {
  TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate().status == 0);
  const std::string rows = file_text(tiny.path("results/splits.csv"));
  const std::string table = file_text(tiny.path("results/table.md"));
  const ProgramRun again = tiny.crossvalidate({"--jobs", "1"});
  CHECK(again.status == 0);
  CHECK_THAT(again.out, ContainsSubstring("3 splits, 0 to do"));
  CHECK(file_text(tiny.path("results/splits.csv")) == rows);
  CHECK(file_text(tiny.path("results/table.md")) == table);

  std::filesystem::remove(std::filesystem::directory_iterator(tiny.path("results/splits"))->path());
  CHECK_THAT(tiny.crossvalidate().out, ContainsSubstring("3 splits, 1 to do"));
  CHECK(file_text(tiny.path("results/splits.csv")) == rows);

  // Neither a title nor published results affect rows, more splits keep the old ones, and other folds change
  // all.
  tiny.config["title"] = "Another title";
  tiny.config["models"][1]["published"][0]["errors"] = 6;
  tiny.config["splits"]["seeded"] = 3;
  CHECK_THAT(tiny.crossvalidate().out, ContainsSubstring("4 splits, 1 to do"));
  CHECK(file_text(tiny.path("results/splits.csv")).starts_with(rows));
  tiny.config["folds"] = 3;
  CHECK_THAT(tiny.crossvalidate().out, ContainsSubstring("4 splits, 4 to do"));
}

TEST_CASE("program: splits of another share of test rows, or of data read otherwise, are other splits") {
  TinyCrossvalidation tiny;
  tiny.config["splits"] = Json{{"own", false}, {"seeded", 2}, {"test_share", 0.25}};
  tiny.config["datasets"] = Json::array({Json{{"file", "tiny.txt"}, {"title", "t"}, {"positive", "1"}}});
  const auto is_all_to_do = [&] {
    const ProgramRun run = tiny.crossvalidate();
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run.out.find("2 splits, 2 to do") != std::string::npos;
  };
  CHECK(is_all_to_do());
  CHECK_FALSE(is_all_to_do());
  tiny.config["splits"]["test_share"] = 0.5;
  CHECK(is_all_to_do());
  tiny.config["datasets"][0]["positive"] = "-1";
  CHECK(is_all_to_do());
  for (const int weight : {2, 5}) {
    tiny.config["datasets"][0]["class_weights"] = Json{{"1", weight}};
    CHECK(is_all_to_do());
  }
}

TEST_CASE("program: crossvalidate weighs rows, says so, and refuses labels that no row has") {
  TinyCrossvalidation tiny;
  tiny.config["splits"] = Json{{"own", true}};
  tiny.config["row_weights"] = "weights.txt";
  tiny.config["class_weights"] = Json{{"1", 2}};
  std::string weights;
  for (int i = 0; i < 60; ++i) weights += i % 2 == 0 ? "3\n" : "1\n";
  tiny.write("weights.txt", weights);
  const ProgramRun run = tiny.crossvalidate();
  CAPTURE(run.err, run.out);
  REQUIRE(run.status == 0);
  CHECK_THAT(file_text(tiny.path("results/table.md")),
             ContainsSubstring("; class weights 1: 2, row weights weights.txt (sha256 "));
  const std::string weighting =
      Json::parse(file_text(tiny.path("results/crossvalidation.json")))["datasets"][0]["weighting"];
  CHECK(weighting.starts_with("class weights 1: 2, row weights"));
  for (const CrossvalidationRow& row : read_crossvalidation(tiny.path("results")))
    CHECK(row.weighting == weighting);

  // Other weights in the same file make another split.
  tiny.write("weights.txt", weights + "\n");
  CHECK_THAT(tiny.crossvalidate().out, ContainsSubstring("1 split, 1 to do"));
  tiny.config.erase("row_weights");
  tiny.config["class_weights"] = Json{{"5", 2}};
  const ProgramRun wrong = tiny.crossvalidate();
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, ContainsSubstring("class weights: tiny has the labels -1 and 1, and none 5"));
}

TEST_CASE("program: a split that is damaged or missing is repeated") {
  const TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate().status == 0);
  const std::string all = file_text(tiny.path("results/splits.csv"));
  const std::filesystem::path split =
      std::filesystem::directory_iterator(tiny.path("results/splits"))->path();
  std::ofstream(split) << "cut off";
  CHECK_THROWS_WITH(read_crossvalidation(tiny.path("results")),
                    StartsWith(split.string() + ":") && EndsWith("repeats what is missing"));
  const ProgramRun repeated = tiny.crossvalidate();
  CAPTURE(repeated.err);
  CHECK(repeated.status == 0);
  CHECK_THAT(repeated.err, ContainsSubstring(split.string() + ":") && ContainsSubstring("will be repeated"));
  CHECK_THAT(repeated.out, ContainsSubstring("3 splits, 1 to do"));
  CHECK(file_text(tiny.path("results/splits.csv")) == all);
  std::filesystem::remove(split);
  CHECK_THAT(tiny.crossvalidate().out, ContainsSubstring("3 splits, 1 to do"));
  CHECK(read_crossvalidation(tiny.path("results")).size() == 6);
}

TEST_CASE("program: crossvalidate --quick, --quiet and the folder's default name") {
  TinyCrossvalidation tiny;
  tiny.config["splits"]["seeded"] = 9;
  tiny.config["standardize"] = "row";
  const std::string config = tiny.write();
  const ProgramRun run = run_program({"crossvalidate", config, "--quick", "--quiet"},
                                     std::filesystem::path(config).parent_path());
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.err.empty());
  CHECK(run.out.starts_with("tiny: 60 training and 30 test rows"));
  CHECK_THAT(run.out, ContainsSubstring("3 seeded splits"));
  CHECK_THAT(file_text(tiny.path("results/tiny-quick/table.md")),
             ContainsSubstring("stratified by class; rows scaled to norm 1; of λ with"));
}

TEST_CASE("program: a dataset that is not here is an error, or left out of a configuration for real data") {
  TinyCrossvalidation tiny;
  tiny.config["datasets"] = Json::array({"absent", "tiny"});
  check_refused(tiny.crossvalidate(), "tiny.json: /datasets/0: dataset 'absent': no file absent.txt");
  CHECK_FALSE(std::filesystem::exists(tiny.path("results")));
  tiny.config["real_only"] = true;
  const ProgramRun some = tiny.crossvalidate();
  CHECK(some.status == 0);
  CHECK_THAT(some.out, ContainsSubstring("  absent: left out, its files are not here") &&
                           ContainsSubstring("tiny: 3 splits"));
}

TEST_CASE("program: crossvalidate refuses what it cannot work with") {
  TinyCrossvalidation tiny;
  check_refused(run_program({"crossvalidate", tiny.path("none.json")}), "none.json: cannot be opened");
  check_refused(run_program({"crossvalidate", tiny.write(), "--out", ""}),
                "--out: must be a folder, got \"\"");
  check_refused(tiny.crossvalidate({"--jobs", "0"}), "--jobs must be >= 1, got 0");
  check_refused(run_program({"run", tiny.write()}), "tiny.json: /models: only a cross-validation has models");
  tiny.config["datasets"] = Json::array({"tinny"});
  check_refused(tiny.crossvalidate(),
                "tiny.json: /datasets/0: 'tinny': no such file or dataset, did you mean 'tiny'?");
  tiny.config["datasets"] = Json::array({"targets"});
  check_refused(tiny.crossvalidate(),
                "/datasets/0: targets has targets to regress on, and logistic is a loss for two classes");
  tiny.config["datasets"] = Json::array({"testless"});
  check_refused(tiny.crossvalidate(), "/datasets: testless has no test rows to count errors on");
}

TEST_CASE("program: a file that cannot be written at the end is told before the first fit") {
  for (const char* const name : {"crossvalidation.json", "splits.csv", "table.md"}) {
    const TinyCrossvalidation tiny;
    std::filesystem::create_directories(tiny.path("results/" + std::string(name)));
    check_refused(tiny.crossvalidate(), std::string(name) + ": is not a regular file");
    CHECK_FALSE(std::filesystem::exists(tiny.path("results/splits")));
  }
}

TEST_CASE("program: what stands in the place of a split is told before the first fit") {
  const TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate().status == 0);
  const std::string split = std::filesystem::directory_iterator(tiny.path("results/splits"))->path().string();
  std::filesystem::remove_all(tiny.path("results/splits"));
  std::filesystem::create_directories(split);
  check_refused(tiny.crossvalidate(), split + ": exists and is not a regular file");
  CHECK(files_in(tiny.path("results/splits")) == 1);
}

TEST_CASE("program: splits that fail are told, and the status is 1") {
  TinyCrossvalidation tiny;
  tiny.config["folds"] = 50;
  const ProgramRun run = tiny.crossvalidate();
  CAPTURE(run.out);
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("failed: tiny, split 2: tiny: "));
  CHECK_THAT(run.err, ContainsSubstring("training rows of one class are too few for 50 folds"));
  CHECK_THAT(run.err, ContainsSubstring("descent: tiny: every split failed"));
  CHECK_FALSE(std::filesystem::exists(tiny.path("results/table.md")));
}

TEST_CASE("program: where some splits fail, the last line tells how to try again") {
  TinyCrossvalidation tiny;
  // All 30 positive rows are in the dataset's own training part, about 20 of them in a random one.
  std::string data;
  for (int i = 0; i < 90; ++i)
    data += fmt::format("{} 1:{} 2:{}\n", i < 60 && i % 2 == 0 ? "+1" : "-1", 7 * i % 11 + 1, i % 3 + 1);
  tiny.write("tiny.txt", data);
  tiny.config["lambdas"] = Json::array({"2/m"});
  tiny.config["folds"] = 28;
  const std::string again = "2 splits failed; the same command tries again\n";
  const ProgramRun run = tiny.crossvalidate({"--jobs", "1", "--require-real"});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 1);
  CHECK(run.err.ends_with(again));
  CHECK_THAT(file_text(tiny.path("results/table.md")), ContainsSubstring("2 splits failed and are missing."));
  CHECK_THROWS_WITH(read_crossvalidation(tiny.path("results")), EndsWith("repeats what is missing"));
  CHECK(tiny.crossvalidate({"--quiet"}).err.ends_with(again));
}

TEST_CASE("program: commands for runs tell a cross-validation for what it is") {
  const TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate().status == 0);
  const std::string folder = tiny.path("results");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"plot", folder}, {"report", folder}, {"replay", folder}}) {
    CAPTURE(words.front());
    check_refused(run_program(words), folder + ": is a cross-validation, which has neither runs nor curves");
  }
}

TEST_CASE("program: runs and a cross-validation of one name do not share a folder") {
  const TinyCrossvalidation tiny;
  const TinyExperiment runs;
  REQUIRE(tiny.crossvalidate().status == 0);
  REQUIRE(runs.run({"--quiet"}).status == 0);
  const std::string folder = tiny.path("results");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--dry-run"}}) {
    check_refused(run_program(joined({"run", runs.write(), "--out", folder}, more)),
                  folder + ": holds the results of ");
  }
  CHECK(read_crossvalidation(folder).size() == 6);
  check_refused(run_program({"crossvalidate", tiny.write(), "--out", runs.path("out")}),
                runs.path("out") + ": holds the results of ");
  CHECK_FALSE(std::filesystem::exists(runs.path("out/splits")));
}
