// descent pack DIR... --out NAME.tar.zst, and descent replay of the package.

#include <algorithm>
#include <fstream>
#include <map>

#include "experiments/pack/package.hpp"
#include "support/files/sha256.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

namespace descent::test {
namespace {

/// Makes an archive with shell words from a separate folder.
std::string archive_made_by(const TinyExperiment& experiment, const std::string& words) {
  const std::string folder = experiment.path("hostile");
  const ProgramRun made = run_script("rm -rf " + shell_quoted(folder) + " && mkdir " + shell_quoted(folder) +
                                     " && cd " + shell_quoted(folder) + " && " + words);
  CAPTURE(made.err);
  REQUIRE(made.status == 0);
  return folder + "/p.tar.zst";
}

/// Violations of RO-Crate 1.1 in the metadata of a package of files (sections 3 to 6).
std::vector<std::string> violations_of_ro_crate(const Json& metadata) {
  std::vector<std::string> violations;
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) violations.push_back(what);
  };
  require(metadata["@context"][0] == "https://w3id.org/ro/crate/1.1/context", "@context");
  std::map<std::string, Json> entities;
  Json files = Json::array();
  for (const Json& entity : metadata["@graph"]) {
    const std::string id = entity["@id"];
    require(entities.emplace(id, entity).second, "one entity of the @id " + id);
    require(id.find_first_of(" \\<>\"{}|^`") == std::string::npos, "only letters of URIs in " + id);
    if (entity["@type"] == "File") files.push_back({{"@id", id}});
  }
  require(entities.size() == files.size() + 2, "only files, metadata and root");
  require(
      entities["ro-crate-metadata.json"] == Json{{"@id", "ro-crate-metadata.json"},
                                                 {"@type", "CreativeWork"},
                                                 {"about", {{"@id", "./"}}},
                                                 {"conformsTo", {{"@id", "https://w3id.org/ro/crate/1.1"}}}},
      "the metadata descriptor");
  const Json& root = entities["./"];
  require(root["@type"] == "Dataset" && root["hasPart"] == files, "a root with all files");
  for (const char* key : {"name", "description", "license"}) require(!root.value(key, "").empty(), key);
  const std::string date = root.value("datePublished", "");
  require(date.size() == 10 && date[4] == '-' && date[7] == '-', "a day in datePublished: " + date);
  return violations;
}

/// Packs the folder "out" into p.tar.zst.
ProgramRun pack(const TinyExperiment& experiment, const std::vector<std::string>& more = {}) {
  return run_program(joined({"pack", experiment.path("out"), "--out", experiment.path("p.tar.zst")}, more));
}

}  // namespace

TEST_CASE("packed results are the same bytes each time, and are replayed from the package", "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  REQUIRE(pack(experiment).status == 0);
  const std::string package = file_text(experiment.path("p.tar.zst"));
  const ProgramRun touched =
      run_script("find out -exec touch -d '2001-01-01' {} + && chmod -R g+w out", experiment.folder());
  REQUIRE(touched.status == 0);
  CHECK(pack(experiment, {"--quiet", "--license", "https://spdx.org/licenses/CC0-1.0"}).out.empty());
  CHECK(file_text(experiment.path("p.tar.zst")) != package);
  CHECK_THAT(pack(experiment).out, ContainsSubstring("p.tar.zst: "));
  CHECK(file_text(experiment.path("p.tar.zst")) == package);

  // Unpacks with common programs.
  const ProgramRun unpacked = run_script(
      "mkdir there && tar -C there --zstd -xf p.tar.zst && tar -C there --zstd -cf again.tar.zst $(ls there)",
      experiment.folder());
  CAPTURE(unpacked.err);
  REQUIRE(unpacked.status == 0);
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    const std::string name = std::filesystem::path(file).filename().string();
    CHECK(file_text(experiment.path("there/results/out/runs/" + name)) == file_text(file));
  }
  CHECK(std::filesystem::exists(experiment.path("there/configs/tiny.json")));
  CHECK_FALSE(std::filesystem::is_empty(experiment.path("there/references")));
  const Json crate = read_json(experiment.path("there/ro-crate-metadata.json"));
  std::size_t files = 0;
  for (const Json& each : crate["@graph"]) {
    if (each["@id"] == "./") CHECK(each["license"] == "not stated");
    if (each["@type"] != "File") continue;
    ++files;
    const std::filesystem::path path = experiment.path("there/" + each["name"].get<std::string>());
    CHECK(sha256_of_file(path) == each["sha256"].get<std::string>());
    CHECK(std::to_string(std::filesystem::file_size(path)) == each["contentSize"].get<std::string>());
  }
  CHECK(files > 10);
  CHECK(violations_of_ro_crate(crate) == std::vector<std::string>());

  std::filesystem::remove_all(experiment.path("out"));
  std::filesystem::remove_all(experiment.path("references"));
  const ProgramRun packed_again =
      run_program({"pack", experiment.path("there/results/out"), "--out", experiment.path("third.tar.zst")});
  CAPTURE(packed_again.err);
  CHECK(packed_again.status == 0);  // with the certified optima of the package
  const TemporaryFolder temporary;
  const EnvironmentVariable folder("TMPDIR", temporary.path().string());
  for (const char* name : {"p.tar.zst", "again.tar.zst", "third.tar.zst"}) {
    const ProgramRun replay = run_program({"replay", experiment.path(name)});
    CAPTURE(replay.out, replay.err);
    CHECK(replay.status == 0);
    CHECK(replay.out.ends_with("6 runs: 6 equal\n"));
  }
  for (const auto& left : std::filesystem::directory_iterator(temporary.path()))
    CHECK_FALSE(left.path().filename().string().starts_with("descent-temporary-"));
}

TEST_CASE("a package without figures has what they are drawn from, and common programs are silent",
          "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string drawn = file_text(experiment.path("out/figures/tiny.svg"));
  REQUIRE(pack(experiment, {"--without-figures"}).status == 0);
  const ProgramRun unpacked =
      run_script("mkdir there && tar -C there --zstd -xf p.tar.zst", experiment.folder());
  CHECK(unpacked.status == 0);
  CHECK(unpacked.err.empty());
  const std::string there = experiment.path("there/results/out");
  for (const char* gone : {"figures", "tables", "curves.csv", "runs.csv"})
    CHECK_FALSE(std::filesystem::exists(there + "/" + gone));
  const ProgramRun replay = run_program({"replay", experiment.path("p.tar.zst")});
  CAPTURE(replay.err);
  CHECK(replay.out.ends_with("6 runs: 6 equal\n"));
  REQUIRE(run_program({"plot", there}).status == 0);
  CHECK(file_text(there + "/figures/tiny.svg") == drawn);
}

TEST_CASE("a package has the trials of its tuned constants, unless they are damaged", "[pack]") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true}])");
  experiment.config["tuning"] = {{"seeds", 1}};
  REQUIRE(run_program({"tune", experiment.write(), "--quiet", "--out", experiment.path("out")}).status == 0);
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  REQUIRE(pack(experiment).status == 0);
  const ProgramRun unpacked =
      run_script("mkdir there && tar -C there --zstd -xf p.tar.zst", experiment.folder());
  REQUIRE(unpacked.status == 0);
  const std::string trials = file_text(experiment.path("out/tuning.csv"));
  CHECK(std::ranges::count(trials, '\n') > 17);
  CHECK(file_text(experiment.path("there/results/out/tuning.csv")) == trials);
  experiment.write("out/tuning.csv", trials + '\n');
  check_refused(pack(experiment), "out/tuning.csv: is damaged, or of another tuning than ");
  std::filesystem::remove(experiment.path("out/tuning.csv"));
  CHECK_THAT(
      pack(experiment).err,
      ContainsSubstring("out: not packed, since it is not there: tuning.csv, the trials of its constants"));
}

TEST_CASE("a package is an RO-Crate whatever its folder is called, and without its configuration", "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  std::filesystem::rename(experiment.path("out"), experiment.path("my résults, \"new\""));
  std::filesystem::remove(experiment.path("tiny.json"));
  const ProgramRun packed =
      run_program({"pack", experiment.path("my résults, \"new\""), "--out", experiment.path("p.tar.zst")});
  CAPTURE(packed.err);
  REQUIRE(packed.status == 0);
  REQUIRE(run_script("tar --zstd -xf p.tar.zst ro-crate-metadata.json", experiment.folder()).status == 0);
  const Json crate = read_json(experiment.path("ro-crate-metadata.json"));
  CHECK(violations_of_ro_crate(crate) == std::vector<std::string>());
  const ProgramRun replay = run_program({"replay", experiment.path("p.tar.zst")});
  CAPTURE(replay.err);
  CHECK(replay.status == 0);
}

TEST_CASE("tuned constants are packed by the configuration's name, files of one name only if they are equal",
          "[pack]") {
  TinyExperiment experiment;
  experiment.config["name"] = "another";
  REQUIRE(experiment.run().status == 0);
  std::filesystem::create_directory(experiment.path("tuned"));
  std::filesystem::copy("configs/tuned/rates.json", experiment.path("tuned/another.json"));
  std::filesystem::copy(experiment.path("out"), experiment.path("copy"),
                        std::filesystem::copy_options::recursive);
  REQUIRE(pack(experiment, {experiment.path("copy")}).status == 0);
  const ProgramRun names = run_script("tar --zstd -tf p.tar.zst", experiment.folder());
  CHECK_THAT(names.out, ContainsSubstring("configs/tuned/another.json"));

  TinyExperiment other;
  REQUIRE(other.run({}, "third").status == 0);
  const ProgramRun refused = pack(experiment, {other.path("third")});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, ContainsSubstring("tiny.json: there is another file of that name, "));

  other.config = experiment.config;
  other.config["datasets"] = {other.data()};
  REQUIRE(other.run({}, "fourth").status == 0);
  std::filesystem::remove(experiment.path("tiny.json"));
  std::filesystem::copy(other.path("tiny.json"), experiment.path("tiny.json"));
  check_refused(pack(experiment, {other.path("fourth")}),
                "another folder has another optimum of the same problem");
}

TEST_CASE("results without the weights that were written with a run are not packed", "[pack]") {
  TinyExperiment experiment;
  experiment.config["datasets"] = {experiment.write("plane", tiny_data(3, 40, 2)).string()};
  experiment.config["decision_lines"] = true;
  REQUIRE(experiment.run().status == 0);
  CHECK(pack(experiment).status == 0);
  std::filesystem::path weights;
  for (const auto& [name, version] : versions_in(experiment.path("out/runs"))) {
    if (name.ends_with(".weights")) weights = experiment.path("out/runs/" + name);
  }
  const std::string whole = file_text(weights);
  std::ofstream(weights) << std::string(whole).replace(1, 1, whole[1] == '1' ? "2" : "1");
  check_refused(pack(experiment), weights.string() + ": is damaged: ");
  std::ofstream(weights) << whole;
  CHECK(pack(experiment).status == 0);
  std::filesystem::remove(weights);
  check_refused(pack(experiment), weights.string() + ": is missing, and was written");
}

TEST_CASE("a package without room is told with the cause, and leaves nothing", "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const ProgramRun run =
      run_script("trap '' XFSZ; ulimit -f 1; " +
                     program_words({"pack", experiment.path("out"), "--out", experiment.path("p.tar.zst")}),
                 experiment.folder());
  check_refused(run, "p.tar.zst: cannot be written: File too large");
  for (const auto& entry : std::filesystem::directory_iterator(experiment.folder()))
    CHECK(entry.path().filename().string().find("p.tar.zst") == std::string::npos);
}

TEST_CASE("results with missing runs are packed, which is told, and told again when they are replayed",
          "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  forget_run(run_files_in(experiment.path("out")).front());
  const ProgramRun packed = pack(experiment, {"--quiet"});
  CHECK(packed.status == 0);
  CHECK_THAT(packed.err,
             ContainsSubstring("note: " + experiment.path("out") + ": 1 run of the manifest is missing\n"));
  const ProgramRun replay = run_program({"replay", experiment.path("p.tar.zst")});
  CHECK(replay.status == 0);
  CHECK_THAT(replay.err, ContainsSubstring("/results/out: 1 run of the manifest is missing"));
}

TEST_CASE("results are packed of which some runs have not been carried out yet", "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--only", "method=nonsmooth_scd"}).status == 0);
  const ProgramRun packed = pack(experiment, {"--quiet"});
  CHECK(packed.status == 0);
  CHECK_THAT(packed.err, ContainsSubstring(" of the manifest are missing\n"));
  CHECK_THAT(run_program({"replay", experiment.path("p.tar.zst")}).out, ContainsSubstring(" equal\n"));
}

TEST_CASE("a folder that changes while it is packed is refused, for the package would not be whole",
          "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const ProgramRun packed = run_script("while :; do touch out/curves.csv; done &\n" +
                                           program_words({"pack", "out", "--out", "p.tar.zst"}) +
                                           "\nstatus=$?\nkill $!\nexit $status",
                                       experiment.folder());
  check_refused(packed, "out: was changed while it was packed; pack it when nothing is at work in it");
  CHECK_FALSE(std::filesystem::exists(experiment.path("p.tar.zst")));
}

TEST_CASE("pack refuses a name that is not UTF-8, with which no package could be read", "[pack]") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({}, "out\xff").status == 0);
  check_refused(run_program({"pack", experiment.path("out\xff"), "--out", experiment.path("p.tar.zst")}),
                ": its name is not UTF-8, and names in a package are");
  CHECK_FALSE(std::filesystem::exists(experiment.path("p.tar.zst")));
}

TEST_CASE("pack tells which data it leaves out, and replay of the package where it has looked for it",
          "[pack]") {
  TinyExperiment experiment;
  experiment.config["datasets"] = Json::array({"./tiny"});
  REQUIRE(experiment.run().status == 0);
  const std::string package = experiment.path("p.tar.zst");
  const ProgramRun packed = pack(experiment);
  CHECK(packed.status == 0);
  CHECK(packed.err == "note: " + experiment.path("out") +
                          ": not packed, and needed where the runs are replayed: the data " +
                          experiment.data() + "\n");

  const std::string data = file_text(experiment.data());
  std::filesystem::remove(experiment.data());
  const TemporaryFolder elsewhere;
  const ProgramRun without = run_program({"replay", package}, elsewhere.path());
  CHECK(without.status == 1);
  CHECK_THAT(without.err,
             ContainsSubstring(".json: its data \"./tiny\" is not there; looked for at " + experiment.data() +
                               " and at " + (elsewhere.path() / "tiny").string() + "\n") &&
                 ContainsSubstring("6 of 6 runs could not be compared"));
  elsewhere.write("tiny", data);
  CHECK(run_program({"replay", package}, elsewhere.path()).status == 0);
}

TEST_CASE("what is no package, or a hostile one, is refused", "[pack]") {
  const TinyExperiment experiment;
  experiment.write("text.tar.zst", "hello\n");
  check_refused({{{"pack", "tests", "--out", experiment.path("a.tar.zst")}, "manifest.json"},
                 {{"pack", "--out", "a.tar.zst"}, "results folder"},
                 {{"pack", "tests"}, "--out NAME.tar.zst is missing"},
                 {{"pack", "tests", "--out", "a.zip"}, "--out: must be a file NAME.tar.zst"},
                 {{"pack", "tests", "--out", "a.tar.zst", "--license", "foo"},
                  "--license: must start with https:// or http://, got \"foo\""},
                 {{"replay", experiment.path("nobody.tar.zst")},
                  "nobody.tar.zst: cannot be opened for reading: No such file or directory\n"},
                 {{"replay", experiment.path("text.tar.zst")}, "text.tar.zst"}});
  const std::string metadata =
      R"(echo '{"@graph": [{"@type": "File", "name": "a", "sha256": "00"}]}' >ro-crate-metadata.json; )";
  const std::string tar = "tar --zstd -cPf p.tar.zst ";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"echo a >a; " + tar + "a", "has no ro-crate-metadata.json"},
      {"echo a >a; " + tar + "--transform 's,^,../,' a", "leads out of the archive"},
      {"echo a >a; " + tar + "--transform 's,^,/tmp/descent-,' a", "leads out of the archive"},
      {"ln -s /etc/passwd a; " + tar + "a", "is neither a file nor a folder"},
      {"echo a >a; ln a b; " + tar + "a b", "is neither a file nor a folder"},
      {"mkfifo a; " + tar + "a", "is neither a file nor a folder"},
      {"echo a >a; " + tar + "a a --hard-dereference", "stands there twice"},
      {metadata + "echo a >a; " + tar + "ro-crate-metadata.json a", "is not that of a in the package"},
      {metadata + tar + "ro-crate-metadata.json", "is not in the package"},
      {"echo '{\"@graph\": []}' >ro-crate-metadata.json; echo a >a; " + tar + "ro-crate-metadata.json a",
       "does not list a"},
      {metadata + "head -c 100000 /dev/urandom >a; " + tar +
           "ro-crate-metadata.json a; truncate -s 50000 p.tar.zst",
       "p.tar.zst: "},
  };
  for (const auto& [words, message] : cases) {
    CAPTURE(words);
    check_refused(run_program({"replay", archive_made_by(experiment, words)}), message);
  }
}

TEST_CASE("unpacking ends at its limits", "[pack]") {
  const TinyExperiment experiment;
  const std::string archive =
      archive_made_by(experiment, "head -c 1000 /dev/zero >a; echo b >b; tar --zstd -cf p.tar.zst a b");
  const auto unpack = [&](const std::string& name, const UnpackLimits& limits) {
    unpack_results(archive, experiment.folder() / name, limits);
  };
  CHECK_THROWS_WITH(unpack("enough", {1002, 2}), ContainsSubstring("has no ro-crate-metadata.json"));
  CHECK(file_text(experiment.folder() / "enough/b") == "b\n");
  CHECK_THROWS_WITH(unpack("bytes", {1001, 2}),
                    ContainsSubstring("the entry b brings it to more than 1001 bytes"));
  CHECK_THROWS_WITH(unpack("files", {1002, 1}), ContainsSubstring("the entry b is one of more than 1"));
}

TEST_CASE("a package does not have programs run that it names, unless that is asked for", "[pack]") {
  TinyExperiment experiment;
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 1;
  experiment.config["seeds"] = 1;
  experiment.config["methods"] = {
      {{"name", "program"}, {"program", "p"}, {"first_tolerance", 0.1}, {"last_tolerance", 0.1}}};
  std::filesystem::permissions(
      experiment.write(
          "p",
          "#!/bin/sh\n"
          "echo $1 >>\"${0%/p}/calls\"\n"
          "[ \"$1\" = describe ] && { echo '{\"protocol\": 1, \"name\": \"P\", \"version\": \"1\", "
          "\"solves\": [{\"loss\": \"hinge\", \"regularizer\": \"l2\"}]}'; exit 0; }\n"
          "head -c 64 /dev/zero >weights; echo '{}'\n"),
      std::filesystem::perms::owner_all);
  REQUIRE(experiment.run().status == 0);
  REQUIRE(pack(experiment).status == 0);
  std::filesystem::remove(experiment.path("calls"));
  const ProgramRun without = run_program({"replay", experiment.path("p.tar.zst")});
  CAPTURE(without.out, without.err);
  CHECK(without.status == 0);
  CHECK_THAT(without.out, ContainsSubstring("not replayed: program=p"));
  CHECK_FALSE(std::filesystem::exists(experiment.path("calls")));
  const ProgramRun with = run_program({"replay", experiment.path("p.tar.zst"), "--with-programs"});
  CAPTURE(with.out, with.err);
  CHECK(with.status == 0);
  CHECK_THAT(with.out, ContainsSubstring("equal bit for bit"));
  CHECK(file_text(experiment.path("calls")) == "describe\nsolve\n");
}

}  // namespace descent::test
