// The manifest that `descent run` plans.

#include "experiments/run/planned_manifest.hpp"

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
