// Figures, tables and other files of a results folder, compared with its manifest's list.

#include <sys/stat.h>

#include <fstream>

#include "experiments/run/folder_check.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/error_of.hpp"

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

TEST_CASE("program: figures keep the width and letters that plot was told, and a selection has its own") {
  TinyExperiment experiment;
  const std::filesystem::path out = experiment.path("out");
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const auto plot = [&](std::vector<std::string> options) {
    return run_program(joined({"plot", out.string()}, options));
  };
  // Pixels of an SVG picture, 96 an inch, and its letters.
  const auto is_drawn = [&](const std::string& name, const std::string& width, const std::string& letters) {
    const std::string text = file_text(out / ("figures/" + name + ".svg"));
    CHECK_THAT(text, ContainsSubstring("viewBox=\"0 0 " + width + " "));
    CHECK_THAT(text, ContainsSubstring("font-size=\"" + letters));
  };
  is_drawn("tiny", "326", "10.67");
  REQUIRE(plot({"--width", "5", "--font", "12"}).status == 0);
  is_drawn("tiny-suboptimality", "480", "16.00");
  REQUIRE(plot({"--name", "mine", "--width", "2.5", "--font", "8"}).status == 0);
  is_drawn("tiny-mine", "240", "10.67");
  experiment.config["seeds"] = 3;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  is_drawn("tiny", "480", "16.00");
  REQUIRE(plot({}).status == 0);
  is_drawn("tiny", "480", "16.00");
  const std::string before = file_text(out / "manifest.json");
  for (const auto& [option, value, reason] :
       {std::tuple{"--width", "1.9", "must be auto or 2 to 20 inches, got '1.9'"},
        {"--width", "wide", "must be auto or 2 to 20 inches, got 'wide'"},
        {"--width", "2", "12 points are too large for figures of 2 inches; at most 8"},
        {"--font", "4", "must be 5 to 24 points, got '4'"},
        {"--font", "nan", "must be 5 to 24 points, got 'nan'"}}) {
    const ProgramRun wrong = plot({option, value});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, ContainsSubstring(reason));
  }
  CHECK(file_text(out / "manifest.json") == before);
  REQUIRE(plot({"--width", "auto", "--font", "8"}).status == 0);
  is_drawn("tiny", "326", "10.67");
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
  is_told(table, ": is damaged: expected SHA256 ");
  std::filesystem::resize_file(table, std::uintmax_t{10} << 30);
  is_told(table, ": is damaged: has 10737418240 bytes");
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

TEST_CASE("program: every command reports damage of manifest, provenance and runs, and `run` mends it") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path out = experiment.path("out");
  const std::filesystem::path run = run_files_in(out).front();
  const std::filesystem::path provenance = provenance_file(out, run.stem().string());
  std::vector<std::vector<std::string>> commands = readers(experiment);
  for (const std::string command : {"verify", "plot"}) commands.push_back({command, out.string()});
  commands.push_back({"plot", out.string(), "--quantity", "objective"});
  /// Puts the text in the file's place, or removes the file.
  const auto damage = [&](const std::filesystem::path& file, const std::optional<std::string>& text,
                          const std::string& what) {
    std::filesystem::remove(file);
    if (text) std::ofstream(file) << *text;
    const auto before = versions_in(file.parent_path());
    for (const std::vector<std::string>& words : commands) {
      const std::string& command = words[0];
      CAPTURE(command, what);
      const ProgramRun read = run_program(words);
      CHECK(read.status == (command == "replay" ? 1 : 2));
      CHECK_THAT(read.out + read.err, ContainsSubstring(file.string() + ": " + what));
      if (command != "replay")
        CHECK_THAT(read.err, EndsWith(file == out / "manifest.json"
                                          ? "; `descent run` with the configuration writes it again\n"
                                          : "; `descent run` with the configuration repeats the run\n"));
    }
    CHECK(versions_in(file.parent_path()) == before);
    const ProgramRun mended = experiment.run({"--quiet"});
    CHECK(mended.status == 0);
    CHECK_THAT(mended.err, ContainsSubstring(file.string() + ": " + what));
    CHECK(run_program({"replay", out.string()}).status == 0);
  };
  const auto changed = [](const std::filesystem::path& file, const auto& change) {
    Json json = read_json(file);
    change(json);
    return json;
  };
  const auto without_seal = [](Json& json) { json.erase("seal"); };
  damage(out / "manifest.json", changed(out / "manifest.json", without_seal).dump(), "is damaged: it has no");
  damage(out / "manifest.json", "[]", "is damaged: it is no JSON object");
  damage(provenance, changed(provenance, without_seal).dump(), "is damaged: it has no");
  damage(provenance, changed(provenance, [](Json& json) { json["machine"]["kernel"] = "other"; }).dump(),
         "is damaged: it was changed");
  damage(provenance, sealed(changed(provenance, [](Json& json) { json.erase("sha256"); })).dump(),
         "/: the key \"sha256\" is missing");
  damage(provenance, std::nullopt, "is missing, which says what the run was");
  std::vector<ResultRow> rows = read_rows(run);
  rows[2].updates += 1;
  damage(run, rows_text(rows), "is damaged: expected SHA256 ");
  damage(run, std::nullopt, "is missing, and was written");
}

TEST_CASE("a folder with the results of another name is not taken over, of whichever kind they are") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name, ResultsKind kind) {
    return error_of([&] { require_folder_of(name, folder.path(), kind); }, "");
  };
  folder.write("crossvalidation.json", R"({"config": {"name": "other"}})");
  CHECK_THAT(refusal("mine", ResultsKind::runs), ContainsSubstring(": holds the results of \"other\"; give"));
  CHECK_THAT(refusal("other", ResultsKind::runs),
             ContainsSubstring(": holds the cross-validation \"other\"; give"));
  CHECK(refusal("other", ResultsKind::crossvalidation).empty());
}

TEST_CASE("a folder that is not there has a quick run beside it, with or without a slash at its end") {
  const TemporaryFolder folder;
  CHECK_NOTHROW(require_results_folder(folder.path() / "mine"));
  std::filesystem::create_directory(folder.path() / "mine-quick");
  for (const char* const name : {"mine", "mine/"})
    CHECK_THROWS_WITH(require_results_folder(folder.path() / name),
                      ContainsSubstring("/mine-quick, of a run with --quick, is"));
}

TEST_CASE("program: an older manifest in the place of a newer one is sound, and the newer runs are noted") {
  TinyExperiment experiment;
  experiment.config["seeds"] = 1;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string older = file_text(experiment.path("out/manifest.json"));
  experiment.config["seeds"] = 2;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  experiment.write("out/manifest.json", older);
  const ProgramRun replayed = run_program({"replay", experiment.path("out")});
  CHECK_THAT(replayed.err,
             ContainsSubstring("3 runs in " + experiment.path("out/runs") + " not in the manifest"));
  CHECK_THAT(replayed.out, EndsWith("3 runs: 3 equal\n"));
  CHECK_THAT(experiment.run({"--quiet"}).err, !ContainsSubstring("repeated"));
}
