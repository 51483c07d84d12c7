#include "experiments/slurm/job_script.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("an option of sbatch that is empty or has several lines is refused") {
  const auto script = [](const std::string& word) {
    SlurmOptions options;
    options.further = {word};
    return script_text(JobScript{}, "name", "results", options);
  };
  CHECK_THAT(script("--account=me"), ContainsSubstring("#SBATCH '--account=me'\n"));
  CHECK_THROWS_AS(script(""), ConfigError);
  CHECK_THROWS_AS(script("--account=me\nrm"), ConfigError);
}
