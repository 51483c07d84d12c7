#include "experiments/jobs/carry_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("each job gets its answer or failure, and jobs that take all cores run alone after the others") {
  int at_work = 0;
  std::vector<std::string> prepared;
  std::vector<std::string> ended;
  const auto job = [&](const std::string& name, bool takes_all_cores) {
    return Job{.what = name,
               .takes_all_cores = takes_all_cores,
               .prepare =
                   [&, name, takes_all_cores] {
                     ++at_work;
                     CHECK((!takes_all_cores || at_work == 1));
                     prepared.push_back(name);
                   },
               .work = [name]() -> std::string {
                 if (name == "b") throw RunError("no room");
                 return name + name;
               },
               .finished =
                   [&, name](const std::string& answer, const std::string& failure) {
                     --at_work;
                     ended.push_back(name + ": " + answer + (failure.empty() ? "" : " failed: " + failure));
                   }};
  };
  carry_out(std::vector{job("alone", true), job("a", false), job("b", false), job("also alone", true)},
            {.at_once = 2, .output = Output::quiet});
  CHECK(prepared == std::vector<std::string>{"a", "b", "alone", "also alone"});
  std::ranges::sort(ended.begin(), ended.begin() + 2);
  CHECK(ended == std::vector<std::string>{"a: aa", "b: no room failed: no room", "alone: alonealone",
                                          "also alone: also alonealso alone"});
  carry_out({}, {.output = Output::quiet});
}

TEST_CASE("a job whose threads cannot each have a core is refused before anything runs, with the reason") {
  const auto here = static_cast<int>(physical_cores().size());
  CHECK_NOTHROW(require_cores(here, here, "x"));
  CHECK_NOTHROW(require_cores(1, 0, "x"));
  CHECK_THROWS_WITH(require_cores(here + 1, here + 1, "x"),
                    EndsWith(fmt::format(", but there are {} here", here)));
  if (here > 1) CHECK_THROWS_WITH(require_cores(2, 1, "x"), EndsWith(", but --jobs gives 1"));
  int begun = 0;
  std::vector<Job> jobs(2, Job{.what = "x",
                               .prepare = [&] { ++begun; },
                               .work = [] { return std::string(); },
                               .finished = [](const std::string&, const std::string&) {}});
  jobs[1].cores = here + 1;
  CHECK_THROWS_AS(carry_out(jobs, {.at_once = 2, .output = Output::quiet}), ConfigError);
  CHECK(begun == 0);
}
