#include <algorithm>
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("program: installed, it works in any folder, with completion beside it") {
  const test::TemporaryFolder folder;
  const fs::path prefix = folder.path() / "installed";
  const fs::path build = fs::path(test::built_program()).parent_path();
  const auto installed = test::run_script("cmake --install " + test::shell_quoted(build.string()) +
                                          " --prefix " + test::shell_quoted(prefix.string()));
  CAPTURE(installed.err);
  REQUIRE(installed.status == 0);
  for (const char* file :
       {"share/descent/configs/figure1.json", "share/descent/configs/schema.json",
        "share/descent/configs/tuned/real_figure1.json", "share/descent/configs/claims/tao2013.json",
        "share/descent/datasets/catalog.json", "share/doc/descent/README.md", "share/doc/descent/LICENSE",
        "share/doc/descent/docs/results.md"}) {
    INFO(file);
    CHECK(fs::is_regular_file(prefix / file));
  }

  // Data of neither the repository nor anyone else.
  const fs::path empty = folder.path() / "empty";
  fs::create_directory(empty);
  const std::string program = test::shell_quoted((prefix / "bin/descent").string());
  const auto run =
      test::run_script("unset DESCENT_DATA DESCENT_CACHE DESCENT_CATALOG XDG_CACHE_HOME\nHOME=$PWD " +
                           program + " run ../installed/share/descent/configs/admm_2d.json --dry-run",
                       empty);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("stand-in"));
  // Claims are found before there are results.
  CHECK_THAT(test::run_script(program + " verify nowhere", empty).err, ContainsSubstring("nowhere"));

  const std::string completion = (prefix / "share/bash-completion/completions/descent").string();
  const auto completed = [&](const std::string& words) {
    return test::run_script("bash -c 'source \"$0\"; COMP_WORDS=(" + program + " " + words +
                            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _descent; echo \"${COMPREPLY[*]}\"' " +
                            test::shell_quoted(completion))
        .out;
  };
  CHECK(completed("re") == "report reference replay\n");
  CHECK(completed("run --re") == "--references --reference-seconds --require-real\n");
  CHECK(completed("data info a9") == "a9a a9a-public\n");
  CHECK(completed("list p") == "problems\n");
  CHECK(completed("solve --method prox") == "prox_cocoa proximal_newton\n");
}
