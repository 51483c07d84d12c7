#include "experiments/jobs/carry_out.hpp"

#include <algorithm>
#include <vector>

#include "support/errors.hpp"
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
