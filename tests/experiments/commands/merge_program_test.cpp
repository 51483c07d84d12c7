// descent merge OUT DIR|PACKAGE...

#include "experiments/plan/plan.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

namespace descent::test {

/// Gives runs whose identity was changed the ids that follow from it.
static void take_new_ids(const std::filesystem::path& folder) {
  Json manifest = read_json(folder / "manifest.json");
  for (Json& run : manifest["runs"]) {
    const std::string old = run["id"];
    Json provenance = read_json(provenance_file(folder, old));
    const std::string id = run_id(provenance["identity"]);
    run["id"] = provenance["id"] = id;
    std::ofstream(provenance_file(folder, id)) << sealed(provenance).dump(1) << '\n';
    std::filesystem::rename(run_file(folder, old), run_file(folder, id));
    change_rows(run_file(folder, id), [&](std::vector<ResultRow>& rows) {
      for (ResultRow& row : rows) row.run_id = id;
    });
  }
  std::ofstream(folder / "manifest.json") << sealed(manifest).dump(1) << '\n';
}

static void make_failed(const std::filesystem::path& file) {
  change_rows(file, [](std::vector<ResultRow>& rows) {
    rows.resize(1);
    ResultRow& row = rows[0];
    row.status = run_status::failed("ended by signal 9 (Killed)");
    row.objective = row.lower_bound = row.suboptimality = row.density = row.train_error = std::nullopt;
    row.nonzeros = std::nullopt;
  });
}

TEST_CASE("merged folders and packages have all runs, judged by one certificate", "[merge]") {
  TinyExperiment experiment;
  experiment.config["seeds"] = {1, 2};
  experiment.config["methods"].push_back({{"name", "nonsmooth_scd"}, {"selection", "permuted"}});
  REQUIRE(experiment.run({"--references", experiment.path("there")}, "a").status == 0);
  experiment.config["seeds"] = {2, 3};
  REQUIRE(experiment.run({"--references", experiment.path("elsewhere")}, "b").status == 0);
  // Both may have run within a second, as one session of two folders would.
  Json manifest_of_b = read_json(experiment.path("b/manifest.json"));
  manifest_of_b["sessions"][0]["started"] = manifest_of_b["started"] = "2000-01-01T00:00:00Z";
  manifest_of_b["left_out"].push_back({{"dataset", "absent"}, {"reason", "its files are not here"}});
  std::ofstream(experiment.path("b/manifest.json")) << sealed(manifest_of_b).dump(1) << '\n';
  REQUIRE(run_program({"pack", experiment.path("b"), "--out", experiment.path("b.tar.zst")}).status == 0);
  const auto merge = [&](const std::vector<std::string>& folders) {
    std::vector<std::string> words{"merge", experiment.path("new/out")};
    for (const std::string& folder : folders) words.push_back(experiment.path(folder));
    return run_program(words);
  };
  SECTION("a folder and a package") {
    const ProgramRun merged = merge({"a", "b.tar.zst"});
    CAPTURE(merged.err);
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.out, ContainsSubstring("12 runs from 2 folders"));
    auto expected = runs_without_times(experiment.path("a"));
    expected.merge(runs_without_times(experiment.path("b")));
    CHECK(runs_without_times(experiment.path("new/out")) == expected);
    CHECK_THAT(merged.err, !ContainsSubstring("method, problem and seed of another"));
    const Json manifest = read_json(experiment.path("new/out/manifest.json"));
    CHECK(manifest["sessions"].size() == 2);
    CHECK(manifest["left_out"] == manifest_of_b["left_out"]);
    CHECK(manifest["constants"] == read_json(experiment.path("a/manifest.json"))["constants"]);
    CHECK(manifest["files"].size() >= 2 * 12);
    CHECK_THAT(manifest["references"][0]["file"].get<std::string>(),
               StartsWith(experiment.path("new/references/")));
    std::filesystem::remove_all(experiment.path("there"));
    const ProgramRun drawn = run_program({"plot", experiment.path("new/out")});
    CAPTURE(drawn.err);
    CHECK(drawn.status == 0);
    CHECK(drawn.err.empty());
    CHECK(run_program({"replay", experiment.path("new/out")}).status == 0);
    check_refused(merge({"a", "b"}), "is there; merge makes a new folder");
    const auto before = versions_in(experiment.path("new/out"));
    check_refused(experiment.run({}, "new/out"), "was merged from a, b; run \"tiny\" in another folder");
    CHECK(versions_in(experiment.path("new/out")) == before);
    std::filesystem::remove_all(experiment.path("new"));
    CHECK(merge({"a", "a"}).err.empty());
  }
  SECTION("another certificate") {
    std::map<std::string, std::string> of_method;  // runs that are in this folder only
    for (const std::string& file : run_files_in(experiment.path("b"))) {
      lower_bound_by(0.01, file);
      const ResultRow last = read_rows(file).back();
      if (last.seed == 3) of_method[last.method] = file;
    }
    make_failed(of_method["nonsmooth_scd"]);
    const auto end_above_bound = [&](double distance) {
      change_rows(of_method["batch_comid"], [&](std::vector<ResultRow>& rows) {
        rows.back().objective = *rows.back().lower_bound + distance;
        rows.back().suboptimality = *rows.back().objective - *rows.back().lower_bound;
      });
    };
    end_above_bound(0.01001);  // just above the other bound as well
    Json manifest = read_json(experiment.path("b/manifest.json"));
    Json& bound = manifest["references"][0]["lower_bound"];
    bound = bound.get<double>() - 0.01;
    const double certified = bound.get<double>() + 0.01;
    std::ofstream(experiment.path("b/manifest.json")) << sealed(manifest).dump(1) << '\n';
    const ProgramRun merged = merge({"a", "b"});
    CAPTURE(merged.err);
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.err, ContainsSubstring("judged by the certificate of an earlier folder"));
    for (const std::string& file : run_files_in(experiment.path("new/out"))) {
      const ResultRow last = read_rows(file).back();
      if (run_status::is_failed(last.status))
        CHECK_FALSE(last.lower_bound);
      else
        CHECK(last.lower_bound == Approx(certified).epsilon(1e-12));
    }
    CHECK(run_program({"plot", experiment.path("new/out")}).status == 0);
    std::filesystem::remove_all(experiment.path("new"));
    end_above_bound(0.009);
    check_refused(merge({"a", "b"}), "lies below the certified lower bound");
  }
  const auto change_later_runs = [&](const std::string& place, const std::string& text) {
    for (const std::string& file : run_files_in(experiment.path("b"))) {
      const auto path = provenance_file(experiment.path("b"), std::filesystem::path(file).stem().string());
      Json provenance = read_json(path);
      provenance[Json::json_pointer(place)] = text;
      provenance["ended"] = "2999-01-01T00:00:00Z";
      std::ofstream(path) << sealed(provenance).dump(1) << '\n';
    }
  };
  SECTION("another build") {
    change_later_runs("/identity/code/flags", "-O9");
    take_new_ids(experiment.path("b"));
    int failed = 0;
    for (const std::string& file : run_files_in(experiment.path("b"))) {
      const ResultRow first = read_rows(file).front();
      if (first.seed != 2) continue;
      if (first.method == "batch_comid") std::filesystem::remove(file);  // is missing
      if (first.method != "nonsmooth_scd") continue;
      make_failed(file);
      ++failed;
    }
    REQUIRE(failed > 0);
    const ProgramRun merged = merge(GENERATE(true, false) ? std::vector<std::string>{"a", "b"}
                                                          : std::vector<std::string>{"b", "a"});
    CAPTURE(merged.err);
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.out, ContainsSubstring("12 runs from 2 folders"));
    CHECK_THAT(merged.err, ContainsSubstring("3 runs with method, problem and seed of another, from another "
                                             "machine or program: the latest that has not failed is kept"));
    std::map<std::uint64_t, int> of_b;  // runs, by their seed
    for (const std::string& file : run_files_in(experiment.path("new/out"))) {
      const std::string name = std::filesystem::path(file).filename().string();
      of_b[read_rows(file).front().seed] += is_file(experiment.path("b/runs/" + name)) ? 1 : 0;
    }
    CHECK(of_b == std::map<std::uint64_t, int>{{1, 0}, {2, 3 - failed}, {3, 4}});
    const ProgramRun drawn = run_program({"plot", experiment.path("new/out")});
    CAPTURE(drawn.out, drawn.err);
    CHECK(drawn.status == 0);
    CHECK(drawn.err.empty());
    CHECK_THAT(drawn.out, ContainsSubstring("Runs of different builds of the program: "));
    CHECK_THAT(drawn.out, ContainsSubstring(" -O9, sources "));
    const ProgramRun compared = run_program({"compare", experiment.path("new/out"), experiment.path("a")});
    CHECK_THAT(compared.out, ContainsSubstring(", runs by "));
    CHECK_THAT(compared.out, ContainsSubstring(" -O9, sources "));
  }
  SECTION("another machine") {
    change_later_runs("/machine/processor", "another one");
    const ProgramRun merged = merge({"a", "b"});
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.err,
               ContainsSubstring(
                   "4 runs in several folders with other times: the latest that has not failed is kept"));
    const ProgramRun drawn = run_program({"plot", experiment.path("new/out")});
    CHECK(drawn.status == 2);
    CHECK_THAT(drawn.err, ContainsSubstring("8 runs on another one"));
    CHECK(run_program({"plot", experiment.path("new/out"), "--mixed-processors"}).status == 0);
  }
  SECTION("what cannot be merged") {
    experiment.config["checkpoints"] = 4;
    REQUIRE(experiment.run({}, "other").status == 0);
    check_refused(merge({"a", "other"}), "differs from the first folder's in /config/checkpoints");
    experiment.config["checkpoints"] = 5;
    experiment.write("tiny", tiny_data(2));
    REQUIRE(experiment.run({"--references", experiment.path("of other data")}, "third").status == 0);
    check_refused(merge({"a", "third"}), "differs from the first folder's in /datasets/0/");
    Json manifest = read_json(experiment.path("b/manifest.json"));
    manifest["constants"].push_back({{"dataset", experiment.data()},
                                     {"loss", "hinge"},
                                     {"regularizer", "l2"},
                                     {"lambda_value", 0.1},
                                     {"method", "nonsmooth_scd"},
                                     {"variant", ""},
                                     {"option", "step"},
                                     {"value", 2},
                                     {"origin", "tuned: by hand"}});
    std::ofstream(experiment.path("b/manifest.json")) << sealed(manifest).dump(1) << '\n';
    check_refused(merge({"a", "b"}), "differs from the first folder's in /constants");
    CHECK_FALSE(std::filesystem::exists(experiment.path("new")));
    check_refused(merge({}), "merge: nothing to merge");
    check_refused(merge({"a", "none"}), "none");
    std::ofstream(run_files_in(experiment.path("b")).front(), std::ios::app) << "x";
    CHECK(merge({"a", "b"}).status == 2);
  }
}

TEST_CASE("merged folders are merged again, with runs of two lambdas, points and decision lines", "[merge]") {
  TinyExperiment experiment;
  experiment.config["datasets"] = Json::array({experiment.write("plane", tiny_data(1, 40, 2)).string()});
  experiment.config["lambdas"] = {"1/m", "0.1/m"};
  experiment.config["methods"] = {{{"name", "permuted_dcd"}}};
  experiment.config["decision_lines"] = true;
  for (const int seed : {1, 2}) {
    experiment.config["seeds"] = Json::array({seed});
    REQUIRE(experiment.run({}, std::string(1, static_cast<char>('a' + seed - 1))).status == 0);
  }
  const auto merge = [&](const std::string& out, const std::vector<std::string>& folders) {
    std::vector<std::string> words{"merge", experiment.path(out)};
    for (const std::string& folder : folders) words.push_back(experiment.path(folder));
    return run_program(words);
  };
  CHECK(merge("ab", {"a", "b"}).err.empty());
  const ProgramRun again = merge("again", {"ab", "a"});
  CAPTURE(again.err);
  REQUIRE(again.status == 0);
  CHECK(again.err.empty());
  CHECK_THAT(again.out, ContainsSubstring("4 runs from 2 folders"));
  CHECK(read_json(experiment.path("again/manifest.json"))["merged_from"] == "ab, a");
  CHECK(file_text(experiment.path("again/decision.json")) == file_text(experiment.path("a/decision.json")));
  CHECK(read_json(experiment.path("again/manifest.json"))["files"].contains("decision.json"));

  // Which run is later does not depend on the order of the folders.
  std::filesystem::copy(experiment.path("a"), experiment.path("later"),
                        std::filesystem::copy_options::recursive);
  for (const std::string& file : run_files_in(experiment.path("later"))) {
    const auto place = provenance_file(experiment.path("later"), std::filesystem::path(file).stem().string());
    Json provenance = read_json(place);
    provenance["ended"] = "2999-01-01T00:00:00Z";
    std::ofstream(place) << sealed(provenance).dump(1) << '\n';
  }
  for (const std::vector<std::string>& order : {std::vector<std::string>{"a", "later"}, {"later", "a"}}) {
    const std::string out = "of " + order[0];
    CHECK_THAT(merge(out, order).err,
               ContainsSubstring(
                   "2 runs in several folders with other times: the latest that has not failed is kept"));
    for (const std::string& file : run_files_in(experiment.path(out)))
      CHECK(read_json(provenance_file(experiment.path(out),
                                      std::filesystem::path(file).stem().string()))["ended"] ==
            "2999-01-01T00:00:00Z");
  }
}

}  // namespace descent::test
