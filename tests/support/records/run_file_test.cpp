#include "support/records/run_file.hpp"

#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <limits>

#include "support/json/read_json.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/records/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// One run in a results folder.
class KeptRun {
 public:
  explicit KeptRun(std::vector<ResultRow> rows = test::certified_run({{0, 1}, {1, 0.5}, {2, 0.25}}, "m")) {
    test::write_example(folder_.path(), {rows});
  }

  std::filesystem::path file() const { return run_file(folder_.path(), id); }
  std::filesystem::path provenance() const { return provenance_file(folder_.path(), id); }
  RunFile read() const { return read_run(folder_.path(), id); }

  static constexpr auto id = "abc0";

 private:
  test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a run's file lies in the folder of runs, named by its id") {
  CHECK(run_file("results/x", "ff") == std::filesystem::path("results/x/runs/ff.csv"));
}

TEST_CASE("a run whose rows or provenance are not what was written is damaged, and the file is named") {
  const KeptRun run;
  CHECK(run.read().rows.size() == 3);
  const std::string rows = test::file_text(run.file());
  const std::string provenance = test::file_text(run.provenance());
  const auto is_damaged = [&](const std::filesystem::path& file) {
    CHECK_THROWS_AS(run.read(), DamagedRun);
    CHECK_THROWS_WITH(run.read(), file.string() + ": damaged, run again");
  };
  for (std::size_t at = 0; at < rows.size(); at += 7) {
    std::string changed = rows;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::ofstream(run.file()) << changed;
    is_damaged(run.file());
  }
  std::ofstream(run.file()) << rows;
  for (const char* const key : {"id", "identity", "program", "machine", "ended", "sha256"}) {
    Json changed = Json::parse(provenance);
    changed.erase(key);
    std::ofstream(run.provenance()) << changed;
    is_damaged(run.provenance());
  }
  for (const char* const text : {"{", "", "[]"}) {
    std::ofstream(run.provenance()) << text;
    is_damaged(run.provenance());
  }
  std::filesystem::remove(run.provenance());
  is_damaged(run.provenance());
  std::filesystem::remove(run.file());
  CHECK_THROWS_AS(run.read(), ResultFileError);
}

TEST_CASE("what is computed from weights that have left the finite numbers may be anything") {
  auto rows = test::example_run({{0, 1}, {1, infinity}}, run_status::diverged);
  rows[1].train_error = std::numeric_limits<double>::quiet_NaN();
  rows[1].primal_residual = infinity;
  CHECK_NOTHROW(KeptRun(rows).read());
}

TEST_CASE("a pipe in the place of a result file is refused, and not waited for") {
  const KeptRun run;
  std::filesystem::remove(run.provenance());
  REQUIRE(mkfifo(run.provenance().c_str(), 0600) == 0);
  CHECK_THROWS_AS(run.read(), DamagedRun);
  std::filesystem::remove(run.file());
  REQUIRE(mkfifo(run.file().c_str(), 0600) == 0);
  CHECK_THROWS_WITH(run.read(), ContainsSubstring(run.file().string() + ": is not a regular file"));
}

}  // namespace descent
