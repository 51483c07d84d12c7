#include <algorithm>
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;

namespace {

namespace fs = std::filesystem;

/// The manual page must contain every command with every option of its help.
std::vector<std::string> options_of(const std::string& help) {
  std::vector<std::string> options;
  for (std::size_t place = help.find("--"); place != std::string::npos; place = help.find("--", place + 2)) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", place);
    options.push_back(help.substr(place, end - place));
  }
  return options;
}

std::string roff(std::string text) {
  for (std::size_t place = 0; (place = text.find('-', place)) != std::string::npos; place += 2)
    text.insert(place, "\\");
  return text;
}

}  // namespace

TEST_CASE("program: installed, it works in any folder, with manual page and completion beside it") {
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

  const std::string page = test::file_text(prefix / "share/man/man1/descent.1");
  for (const char* command : {"run", "plot", "verify", "tune", "reference", "crossvalidate", "replay",
                              "solve", "list", "data", "data fetch"}) {
    INFO(command);
    CHECK_THAT(page, ContainsSubstring("\n.SS \"descent " + std::string(command) + " "));
    for (const std::string& option : options_of(test::run_script(program + " " + command + " --help").out)) {
      INFO(option);
      CHECK_THAT(page, ContainsSubstring(roff(option)));
    }
  }

  const std::string completion = (prefix / "share/bash-completion/completions/descent").string();
  const auto completed = [&](const std::string& words) {
    return test::run_script("bash -c 'source \"$0\"; COMP_WORDS=(" + program + " " + words +
                            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _descent; echo \"${COMPREPLY[*]}\"' " +
                            test::shell_quoted(completion))
        .out;
  };
  CHECK(completed("re") == "report reference replay\n");
  CHECK(completed("run --re") == "--references --reference-seconds --require-real\n");
  CHECK(completed("data fetch --m") == "--max-time --max-size\n");
  CHECK(completed("data info a9") == "a9a a9a-public\n");
  CHECK(completed("list c") == "config-keys crossvalidation-keys columns config-schema\n");
  CHECK(completed("solve --method prox") == "prox_cocoa proximal_newton\n");
}
