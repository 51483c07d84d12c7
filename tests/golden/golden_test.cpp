// Drawings and prints of kept results, byte for byte: scripts and data of figures, captions, tables,
// CSV files and the answers of commands. tests/golden/make.sh makes the kept results.

#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent::test;

namespace {

namespace fs = std::filesystem;

/// True for files that `descent plot` makes of the others.
bool is_drawn(const std::string& name) {
  return name.starts_with("figures/") || name.starts_with("tables/") || name == "curves.csv" ||
         name == "runs.csv";
}

/// No caption may grow beyond what people read.
void check_captions(const fs::path& figures) {
  for (const auto& entry : fs::directory_iterator(figures)) {
    if (!entry.path().string().ends_with(".caption.txt")) continue;
    std::istringstream caption(file_text(entry.path()));
    CAPTURE(entry.path().string(), caption.str());
    CHECK(std::distance(std::istream_iterator<std::string>(caption), {}) < 60);
  }
}

}  // namespace

TEST_CASE("golden: what is drawn and printed of kept results does not change") {
  const std::string name = GENERATE("curves", "path", "points");
  const std::string archive = fs::absolute("tests/golden/" + name + ".tar.gz").string();
  const TemporaryFolder work;
  const ProgramRun unpacked = run_script(
      "mkdir kept && tar xzf " + shell_quoted(archive) + " -C kept && cp -r kept/* .", work.path());
  REQUIRE(unpacked.status == 0);
  const fs::path kept = work.path() / "kept" / name;
  const fs::path folder = work.path() / name;
  std::size_t drawn = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kept)) {
    const std::string file = fs::relative(entry.path(), kept).string();
    if (entry.is_regular_file() && is_drawn(file)) drawn += fs::remove(folder / file) ? 1 : 0;
  }
  CHECK(drawn >= 10);

  // Without gnuplot everything but the pictures is written.
  const ProgramRun plot = run_script("PATH=/nonexistent " + program_words({"plot", name}), work.path());
  CHECK(plot.status == 2);
  for (const auto& entry : fs::recursive_directory_iterator(kept)) {
    const std::string file = fs::relative(entry.path(), kept).string();
    if (!entry.is_regular_file() || !is_drawn(file)) continue;
    INFO(kept / file << " against what is drawn now");
    REQUIRE(fs::exists(folder / file));
    const bool is_equal = file_text(folder / file) == file_text(entry.path());
    CHECK(is_equal);
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string file = fs::relative(entry.path(), folder).string();
    INFO(file << " is drawn now, and is not kept");
    if (entry.is_regular_file() && is_drawn(file)) CHECK(fs::exists(kept / file));
  }
  check_captions(folder / "figures");
  if (!fs::exists(kept / "verify.expected")) return;
  const std::string claims = fs::absolute("tests/golden/claims.json").string();
  const ProgramRun verified = run_program({"verify", name, "--claims", claims}, kept.parent_path());
  CHECK(verified.out == file_text(kept / "verify.expected"));
}

TEST_CASE("golden: captions of the published results have fewer than 60 words") {
  const std::string name = GENERATE("real_figure1", "real_figure2");
  const std::string archive = fs::absolute("results/published/real_figures.tar.zst").string();
  const TemporaryFolder work;
  const ProgramRun plot = run_script("tar --zstd -xf " + shell_quoted(archive) + " && PATH=/nonexistent " +
                                         program_words({"plot", "results/" + name}),
                                     work.path());
  CHECK(plot.status == 2);
  check_captions(work.path() / "results" / name / "figures");
}
