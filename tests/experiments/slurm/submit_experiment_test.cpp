#include "experiments/slurm/slurm.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;

TEST_CASE("work is dealt out whole, in its order, in shares of about the same time") {
  using Shares = std::vector<std::vector<std::size_t>>;
  const auto dealt = [](const std::vector<double>& seconds, std::size_t most) {
    return deal_out(seconds, most);
  };
  CHECK(dealt({}, 3).empty());
  CHECK(dealt({5}, 3) == Shares{{0}});
  CHECK(dealt({1, 1, 1, 1}, 2) == Shares{{0, 1}, {2, 3}});
  CHECK(dealt({1, 1, 1, 1, 1, 1}, 4).size() == 4);
  CHECK(dealt({0, 0, 0, 0}, 2) == Shares{{0, 1}, {2, 3}});
  CHECK(dealt({1, 1, 1, 1, 1, 1, 6}, 2) == Shares{{0, 1, 2, 3, 4, 5}, {6}});
  CHECK(dealt({1, 1, 1, 9}, 2) == Shares{{0, 1, 2}, {3}});
  CHECK(dealt({100, 1, 1}, 3) == Shares{{0}, {1, 2}});  // no task is empty
  std::size_t next = 0;
  for (const auto& share : dealt(std::vector<double>(1000, 0.3), 7)) {
    CHECK((share.size() == 142 || share.size() == 143));
    for (const std::size_t place : share) CHECK(place == next++);
  }
  CHECK(next == 1000);
}

TEST_CASE("an option of sbatch that is empty or has several lines is refused") {
  const auto script = [](const std::string& word) {
    return SlurmJob{.kind = "runs"}.script("name", "results", {.words = {word}});
  };
  CHECK_THAT(script("--account=me"), ContainsSubstring("#SBATCH '--account=me'\n"));
  CHECK_THROWS_AS(script(""), ConfigError);
  CHECK_THROWS_AS(script("--account=me\nrm"), ConfigError);
}

TEST_CASE("a job has the folders of its data, a log file of its number, and one core for the end") {
  const test::EnvironmentVariable data("DESCENT_DATA", "/my data"), cache("DESCENT_CACHE", "/scratch");
  const std::string runs = SlurmJob{.kind = "runs", .tasks = 2}.script("name", "/50%", {.cores = 4});
  CHECK_THAT(runs,
             ContainsSubstring("'--output=/50%%/slurm/runs-%A-%a.log'\n") &&
                 ContainsSubstring("'--cpus-per-task=4'\n") &&
                 ContainsSubstring("\nexport DESCENT_DATA='/my data'\nexport DESCENT_CACHE=/scratch\n"));
  const std::string end = SlurmJob{.kind = "end"}.script("name", "results", {.cores = 4});
  CHECK_THAT(end, ContainsSubstring("/end-%j.log'\n") && ContainsSubstring("'--cpus-per-task=1'\n"));
}
