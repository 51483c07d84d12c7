// `descent run` with a changed or unreadable manifest.json.

#include "experiments/run/manifest_file.hpp"

#include <unistd.h>

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Command prefix that enforces file permissions, also for root.
std::string words_that_heed_rights() {
  return geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : "";
}

}  // namespace

TEST_CASE("the facts of a dataset are its own") {
  Dataset dataset{.name = "x", .source = "file", .inexact_values = 4, .underflows = 3};
  CHECK(facts_of(dataset).is_catalogued);
  dataset.file = "rows";
  dataset.shifts = {1, 2};
  dataset.scales = {3, 4};
  const ManifestDataset facts = facts_of(dataset);
  CHECK_FALSE(facts.is_catalogued);
  CHECK(facts.underflows == 3);
  CHECK(facts.inexact_values == 4);
  CHECK(facts.shifts == dataset.shifts);
  CHECK(facts.scales == dataset.scales);
}

TEST_CASE("program: a manifest that is cut off or no object is told and written anew") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string manifest = experiment.path("out/manifest.json");
  const std::string whole = file_text(manifest);
  const auto first = provenance_file(experiment.path("out"), read_json(manifest)["runs"][0]["id"]);
  Json last_to_end = read_json(first);
  last_to_end["ended"] = "2999-01-01T00:00:00Z";
  std::ofstream(first) << sealed(last_to_end).dump(1) << '\n';
  const std::string lost = "again, with the sessions from the runs' provenance\n";
  for (const auto& [text, what] : {std::pair{whole.substr(0, whole.size() / 2), ": not JSON: "},
                                   {"", ": not JSON: "},
                                   {"[]", ": is damaged: it is no JSON object"}}) {
    CAPTURE(text.size());
    std::ofstream(manifest) << text;
    const ProgramRun dry = experiment.run({"--dry-run"});
    CHECK(dry.status == 0);
    CHECK_THAT(dry.out, ContainsSubstring("  " + manifest + what) && ContainsSubstring(lost));
    CHECK(file_text(manifest) == text);
    const ProgramRun run = experiment.run();
    CHECK(run.status == 0);
    CHECK_THAT(run.err, ContainsSubstring("descent: " + manifest + what) && ContainsSubstring(lost));
    CHECK_THAT(run.out, ContainsSubstring("6 runs, 0 to do"));
    const Json mended = read_json(manifest);
    CHECK(mended["runs"].size() == 6);
    REQUIRE(mended["sessions"].size() == 1);
    CHECK(mended["sessions"][0]["runs"] == 6);
    CHECK(mended["sessions"][0]["ended"] == "2999-01-01T00:00:00Z");
    for (const char* key : {"program", "machine", "ended"}) {
      CHECK(mended["sessions"][0].contains(key));
      CHECK(mended[key] == mended["sessions"][0][key]);
    }
    CHECK_THAT(experiment.run().err, !ContainsSubstring("manifest.json"));
  }
  CHECK_THAT(experiment.run({"--dry-run"}).out, !ContainsSubstring("manifest.json"));
}

TEST_CASE("program: a manifest that cannot be read stops a run, and is left alone") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string manifest = experiment.path("out/manifest.json");
  const std::string whole = file_text(manifest);
  std::filesystem::permissions(manifest, std::filesystem::perms::none);
  const std::string before = words_that_heed_rights();
  const ProgramRun refused = run_script(before + "cat " + shell_quoted(manifest));
  if (refused.err.find("Permission denied") == std::string::npos) {
    WARN("NOT TRIED: no file can be kept from this user");
    return;
  }
  const std::vector<std::string> run{"run", experiment.write(), "--out", experiment.path("out")};
  for (const std::vector<std::string>& words : {run, joined(run, {"--dry-run"})})
    check_refused(run_script(before + program_words(words)), manifest + ": cannot be opened for reading");
  std::filesystem::permissions(manifest, std::filesystem::perms::owner_read);
  CHECK(file_text(manifest) == whole);
}
