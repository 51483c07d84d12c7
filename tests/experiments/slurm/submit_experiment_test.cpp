#include "experiments/slurm/slurm.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"

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
