#include "plots/gnuplot/pictures.hpp"

#include <filesystem>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
TEST_CASE("gnuplot's complaints are passed on, and no picture is left") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: it cannot complain");
    return;
  }
  const test::TemporaryFolder folder;
  const auto wrong = folder.write("wrong.gp", "plot nonsense(\n");
  CHECK_THROWS_WITH(draw_script(wrong), ContainsSubstring("wrong.gp: gnuplot ended with exit status 1"));
  const auto silent = folder.write("silent.gp", "set output output_prefix.'silent.pdf'\n");
  CHECK_THROWS_WITH(draw_script(silent), ContainsSubstring("silent.pdf: gnuplot has not written it whole"));
}

TEST_CASE("a script in a missing folder is not blamed on gnuplot") {
  const test::TemporaryFolder folder;
  const auto script = folder.path() / "gone" / "figure.gp";
  CHECK_THROWS_AS(run_gnuplot(script, ""), ResultFileError);
  CHECK_THROWS_WITH(run_gnuplot(script, ""),
                    ContainsSubstring("there is no folder " + (folder.path() / "gone").string()));
}

}  // namespace descent
