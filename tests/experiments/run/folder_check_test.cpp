// Figures, tables and other files of a results folder, compared with its manifest's list.

#include <sys/stat.h>

#include <fstream>

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Commands that only read a folder, and pack.
std::vector<std::vector<std::string>> readers(const TinyExperiment& experiment) {
  const std::string out = experiment.path("out");
  return {{"replay", out},
          {"report", out, "--quiet", "--out", experiment.path("page.html")},
          {"pack", out, "--quiet", "--out", experiment.path("p.tar.zst")}};
}

Json listed_in(const TinyExperiment& experiment) {
  return read_json(experiment.path("out/manifest.json"))["files"];
}

/// All files of the folder except the manifest, by relative path.
std::vector<std::string> files_below(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_regular_file() && name != "manifest.json") names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> names_in(const Json& files) {
  std::vector<std::string> names;
  for (const auto& [name, file] : files.items()) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("program: the manifest lists every file that was written, also after a changed configuration") {
  TinyExperiment experiment;
  experiment.config["lambdas"] = {"1/m", "0.1/m", "0.01/m"};
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path out = experiment.path("out");
  CHECK(names_in(listed_in(experiment)) == files_below(out));
  REQUIRE(std::filesystem::exists(out / "tables/lambda_path.csv"));
  REQUIRE(run_program({"plot", out.string(), "--name", "mine", "--quantity", "objective"}).status == 0);
  REQUIRE(run_program({"report", out.string(), "--quiet"}).status == 0);
  CHECK(names_in(listed_in(experiment)) == files_below(out));
  // Selections show the same as the usual figures and stay with them.
  REQUIRE(run_program({"plot", out.string()}).status == 0);
  CHECK(std::filesystem::exists(out / "figures/tiny-mine.svg"));
  CHECK(std::filesystem::exists(out / "report.html"));

  // Files of the user are never removed; a drawn file that was changed belongs to the user.
  experiment.write("out/figures/own.pdf", "my own");
  experiment.write("out/tables/lambda_path.md", "my notes");
  experiment.config["lambdas"] = {"1/m"};
  experiment.config["methods"].erase(0);
  const ProgramRun fewer = experiment.run();
  REQUIRE(fewer.status == 0);
  CHECK_THAT(fewer.out,
             ContainsSubstring("removed, not drawn any more: " + (out / "tables/lambda_path.csv").string()));
  CHECK_THAT(fewer.err, ContainsSubstring("tables/lambda_path.md: is not drawn any more, and was changed"));
  CHECK(file_text(out / "figures/own.pdf") == "my own");
  CHECK(file_text(out / "tables/lambda_path.md") == "my notes");
  std::vector<std::string> left = files_below(out);
  std::erase(left, "figures/own.pdf");
  std::erase(left, "tables/lambda_path.md");
  std::vector<std::string> listed = names_in(listed_in(experiment));
  for (const std::string& name : left) {
    if (name.starts_with("runs/") || name.starts_with("provenance/")) continue;  // of earlier settings
    CHECK(std::ranges::find(listed, name) != listed.end());
    CHECK(name.find("lambda-path") == std::string::npos);
    CHECK(name.find("mine") == std::string::npos);
  }
  CHECK_FALSE(std::filesystem::exists(out / "figures/tiny-mine"));
  CHECK_THAT(run_program({"plot", out.string()}).err,
             ContainsSubstring("not in the manifest: of other settings"));
}

TEST_CASE(
    "program: a file that is changed, missing or not regular is named by every reader, and drawn again") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path table = experiment.path("out/tables/time_to_target.csv");
  const std::filesystem::path drawn = experiment.path("out/figures/tiny");
  const std::filesystem::path data = drawn / versions_in(drawn).begin()->first;
  const auto is_told = [&](const std::filesystem::path& file, const std::string& what) {
    for (const std::vector<std::string>& words : readers(experiment)) {
      CAPTURE(words[0], what);
      const ProgramRun run = run_program(words);
      CHECK_THAT(run.err, ContainsSubstring(file.string() + what));
      CHECK(run.status == (words[0] == "report" ? 0 : words[0] == "replay" ? 1 : 2));
    }
    CHECK_FALSE(std::filesystem::exists(experiment.path("p.tar.zst")));
  };
  std::string text = file_text(table);
  text.back() = ' ';
  std::ofstream(table) << text;
  is_told(table, ": was changed after it was written: expected SHA256 ");
  std::filesystem::resize_file(table, std::uintmax_t{10} << 30);
  is_told(table, ": was changed after it was written: has 10737418240 bytes");
  std::filesystem::remove(data);
  const ProgramRun plot = run_program({"plot", experiment.path("out")});
  CHECK(plot.status == 0);
  CHECK_THAT(plot.err,
             ContainsSubstring(table.string()) && ContainsSubstring(data.string() + ": is missing"));
  CHECK(run_program({"plot", experiment.path("out")}).err.empty());
  std::filesystem::remove(data);
  REQUIRE(mkfifo(data.c_str(), 0600) == 0);
  is_told(data, ": is not a regular file");
  const ProgramRun refused = run_program({"plot", experiment.path("out")});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, ContainsSubstring("descent: " + data.string() + ": "));
}

TEST_CASE("program: runs without their provenance are damaged, and so is a run that was listed and is gone") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path run = run_files_in(experiment.path("out")).front();
  const std::filesystem::path provenance = provenance_file(experiment.path("out"), run.stem().string());
  std::filesystem::remove(provenance);
  const std::vector<std::string> plot{"plot", experiment.path("out")};
  for (const std::vector<std::string>& words : {plot, readers(experiment)[1], readers(experiment)[2]})
    CHECK_THAT(run_program(words).err, ContainsSubstring(provenance.string() + ": is missing"));
  CHECK(run_program(plot).status == 2);
  std::filesystem::remove(run);
  CHECK(run_program(plot).status == 2);
  CHECK_THAT(run_program(plot).err, ContainsSubstring(run.string() + ": is missing, and was written"));
  const ProgramRun mended = experiment.run({"--quiet"});
  CHECK(mended.status == 0);
  CHECK_THAT(mended.err, ContainsSubstring(run.string() + ": is missing, and was written"));
  CHECK(run_program(plot).err.empty());

  // An older manifest has no list, which is reported once and not an error.
  Json older = read_json(experiment.path("out/manifest.json"));
  older.erase("files");
  for (Json& reference : older["references"]) reference.erase("written");
  experiment.write("out/manifest.json", sealed(older).dump());
  for (const std::vector<std::string>& words :
       {plot, readers(experiment)[0], readers(experiment)[1], readers(experiment)[2]}) {
    const ProgramRun read = run_program(words);
    CHECK(read.status == 0);
    CHECK_THAT(read.err, ContainsSubstring("lists no files: figures, tables and optima cannot be checked"));
  }
  CHECK(read_json(experiment.path("out/manifest.json")) == sealed(older));
}

TEST_CASE("program: a drawing that was interrupted is not packed, and the next one clears its files away") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path out = experiment.path("out");
  experiment.write("out/figures/tiny-half.dat", "half");
  experiment.write("out/own.txt", "own");
  experiment.write("out/.drawing", "figures/tiny-half.dat\ncurves.csv\n../tiny.json\n");
  const std::vector<std::string> pack = readers(experiment)[2];
  check_refused(run_program(pack),
                "a drawing was interrupted; `descent plot " + out.string() + "` draws them again");
  REQUIRE(run_program({"plot", out.string()}).status == 0);
  CHECK_FALSE(std::filesystem::exists(out / "figures/tiny-half.dat"));
  CHECK_FALSE(std::filesystem::exists(out / ".drawing"));
  CHECK(std::filesystem::exists(experiment.path("tiny.json")));
  CHECK(std::filesystem::exists(out / "own.txt"));
  CHECK(run_program(pack).status == 0);
}

TEST_CASE("program: drawing does not seal a manifest that had no seal") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  Json manifest = read_json(experiment.path("out/manifest.json"));
  REQUIRE(manifest.erase("seal") == 1);
  experiment.write("out/manifest.json", manifest.dump());
  for (const std::string command : {"plot", "report", "plot"}) {
    CAPTURE(command);
    const ProgramRun drawn = run_program({command, experiment.path("out")});
    CHECK(drawn.status == 0);
    CHECK_THAT(drawn.err, ContainsSubstring("manifest.json has no checksum"));
  }
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  CHECK(read_json(experiment.path("out/manifest.json")).contains("seal"));
}

TEST_CASE("program: a provenance that was changed and has no seal any more is damaged for every reader") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path file =
      std::filesystem::directory_iterator(experiment.path("out/provenance"))->path();
  Json provenance = read_json(file);
  provenance["identity"]["config"]["values"] = "float";
  provenance.erase("seal");
  experiment.write("out/provenance/" + file.filename().string(), provenance.dump());
  for (const std::string command : {"plot", "report"}) {
    CAPTURE(command);
    const ProgramRun read = run_program({command, experiment.path("out")});
    CHECK(read.status == 2);
    CHECK_THAT(read.err, ContainsSubstring(file.filename().string() + ": was changed after it was written"));
  }
}
