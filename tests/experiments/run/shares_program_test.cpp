// descent run --share: several commands share the runs of a configuration, and `plot` draws them.

#include <filesystem>
#include <fstream>
#include <set>

#include "support/records/run_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/support/file_text.hpp"

namespace descent::test {
namespace {

namespace fs = std::filesystem;

/// Twelve runs, whose optima are there. The title makes the shares independent of the data's folder.
struct SharedExperiment : TinyExperiment {
  SharedExperiment() {
    config["seeds"] = 4;
    config["datasets"] = Json::array({Json{{"file", data()}, {"title", "tiny"}}});
    REQUIRE(run_program({"reference", write(), "--references", path("references"), "--quiet"}).status == 0);
  }

  std::vector<std::string> share(const std::string& number, const std::string& out = "out") const {
    return {"run",  path("tiny.json"), "--out", path(out), "--references", path("references"), "--share",
            number, "--quiet"};
  }

  ProgramRun plot(const std::vector<std::string>& more = {}) const {
    return run_program(joined({"plot", path("out")}, more));
  }
};

/// The curves of a results folder without times.
auto curves_in(const fs::path& folder) {
  auto rows = csv_fields(file_text(folder / "curves.csv"));
  for (auto& row : rows)
    std::erase_if(row, [](const auto& field) { return field.first.find("_seconds") != std::string::npos; });
  return rows;
}

}  // namespace

TEST_CASE(
    "program: shares at the same time, one of them killed and started again, make the runs of one command",
    "[shares]") {
  SharedExperiment experiment;
  experiment.config["passes"] = 2000;
  REQUIRE(experiment.run({"--quiet"}, "alone").status == 0);
  const ProgramRun shares = run_script(
      program_words(experiment.share("1/3")) + " & first=$!\n" + program_words(experiment.share("3/3")) +
      " & third=$!\n" + program_words(experiment.share("2/3")) +
      " & second=$!\nsleep 0.1; kill -9 $second; wait $second\n" + program_words(experiment.share("2/3")) +
      " && wait $first && wait $third");
  CAPTURE(shares.err);
  REQUIRE(shares.status == 0);
  CHECK(runs_without_times(experiment.path("out")) == runs_without_times(experiment.path("alone")));
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(experiment.path("out")))
    if (const std::string name = entry.path().filename().string();
        !name.starts_with('.'))  // of the killed one
      names.insert(name);
  CHECK(names == std::set<std::string>{"files.txt", "manifest.json", "provenance", "runs"});

  const ProgramRun plot = experiment.plot();
  CAPTURE(plot.err);
  CHECK(plot.status == 0);
  CHECK(curves_in(experiment.path("out")) == curves_in(experiment.path("alone")));
  CHECK(fs::exists(experiment.path("out/figures/gnuplot/tiny.svg")));
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("tiny: 12 runs: 12 done\n"));
}

TEST_CASE("program: plot says which shares are missing, and a run without a share does the rest",
          "[shares]") {
  const SharedExperiment experiment;
  REQUIRE(run_program(experiment.share("1/2")).status == 0);
  const std::size_t done = run_files_in(experiment.path("out")).size();
  REQUIRE((done > 0 && done < 12));
  const ProgramRun part = experiment.plot();
  CHECK(part.status == 0);
  CHECK_THAT(part.out, ContainsSubstring("Missing runs: "));
  const auto first = versions_in(experiment.path("out/runs"));
  CHECK_THAT(experiment.run().out, ContainsSubstring(fmt::format("12 runs, {} to do", 12 - done)));
  auto all = versions_in(experiment.path("out/runs"));
  CHECK(all.size() == 12);
  for (const auto& [name, version] : first) CHECK(all[name] == version);
  CHECK_THAT(experiment.plot().out, !ContainsSubstring("Missing runs"));
  CHECK_THAT(run_program(joined(experiment.share("2/2"), {"--dry-run"})).out,
             ContainsSubstring(fmt::format("12 runs: {} done, {} left out\n", 12 - done, done)));
}

TEST_CASE("program: runs of shares in several folders are drawn where they are copied together", "[shares]") {
  const SharedExperiment experiment;
  for (const std::string number : {"1", "2", "3"}) {
    const std::string folder = number == "1" ? "out" : number;
    REQUIRE(run_program(experiment.share(number + "/3", folder)).status == 0);
    if (folder == "out") continue;
    for (const std::string part : {"/runs", "/provenance"})
      fs::copy(experiment.path(folder + part), experiment.path("out" + part), fs::copy_options::recursive);
  }
  CHECK(experiment.plot().status == 0);
  REQUIRE(experiment.run({"--quiet"}, "alone").status == 0);
  CHECK(curves_in(experiment.path("out")) == curves_in(experiment.path("alone")));
}

TEST_CASE("program: a share names the command that computes what it needs", "[shares]") {
  TinyExperiment experiment;
  const auto share = [&](const std::string& number) {
    return experiment.run({"--share", number, "--quiet"});
  };
  check_refused(share("1/1"), "the reference optimum is missing; first `descent reference " +
                                  experiment.path("tiny.json") + " --references " +
                                  experiment.path("references") + "`");
  experiment.config["methods"][0]["offset"] = true;  // with a constant to tune
  check_refused(share("1/1"), "is not tuned; first `descent tune " + experiment.path("tiny.json") + "`");
  for (const char* const wrong : {"", "2", "0/3", "4/3", "1/0", "-1/3", "1/3/4", "1 / 3"})
    check_refused(share(wrong), "--share: must be one of a number of shares, as in 2/3");
  CHECK_FALSE(fs::exists(experiment.path("out")));
}

TEST_CASE("program: shares on several processor models are drawn together only if asked", "[shares]") {
  const SharedExperiment experiment;
  REQUIRE(run_program(experiment.share("1/2")).status == 0);
  for (const std::string& run : run_files_in(experiment.path("out"))) {
    const fs::path file = provenance_file(experiment.path("out"), fs::path(run).stem().string());
    Json json = read_json(file);
    json["machine"]["processor"] = "Abacus 3000";
    if (json["identity"]["processor"] != "") json["identity"]["processor"] = "Abacus 3000";
    std::ofstream(file) << json.dump(1) << '\n';
  }
  REQUIRE(run_program(experiment.share("2/2")).status == 0);
  for (const char* const command : {"plot", "verify", "report"})
    check_refused(run_program({command, experiment.path("out")}),
                  "times of different processors do not compare");
  const ProgramRun mixed = experiment.plot({"--mixed-processors"});
  CHECK(mixed.status == 0);
  CHECK_THAT(mixed.out, !ContainsSubstring("Missing runs"));
}

}  // namespace descent::test
