#include "plots/figure.hpp"

#include <iterator>

#include "plots/aggregate.hpp"
#include "plots/errors.hpp"
#include "plots/gnuplot.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/panel.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/environment_variable.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/file_text.hpp"

namespace descent {
namespace {

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

std::vector<std::vector<ResultRow>> example_runs() {
  return {test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
          test::example_run({{0, 1}, {0.02, 0.7}, {0.9, 0.3}}, run_status::converged, 2),
          test::failed_run(3)};
}

/// Panel of runs in memory.
Panel panel_of(std::vector<std::vector<ResultRow>> runs) {
  const auto results = test::example_results(std::move(runs));
  const auto panels = make_panels(results.manifest, aggregate(results));
  REQUIRE(panels.size() == 1);
  return panels[0];
}

}  // namespace

TEST_CASE("texts are shown literally by gnuplot") {
  CHECK(gnuplot_quoted("plain, 1/m") == "'plain, 1/m'");
  CHECK(gnuplot_quoted("a_b^{c}@&~\\") == "'a\\_b\\^\\{c\\}\\@\\&\\~\\\\'");
  CHECK(gnuplot_quoted("it's \"so\"\n") == "'it''s \"so\" '");
  CHECK(gnuplot_verbatim("x_{1}'s") == "'x_{1}''s'");
  CHECK(gnuplot_comment("two\nlines \\") == "# two lines /");
}

TEST_CASE("numbers in titles are written as in print") {
  CHECK(with_thousands(0) == "0");
  CHECK(with_thousands(999) == "999");
  CHECK(with_thousands(24703) == "24,703");
  CHECK(with_thousands(1234567) == "1,234,567");
  CHECK(lambda_text(1.0 / 32561, 32561) == "1/m");
  CHECK(lambda_text(0.1 / 32561, 32561) == "0.1/m");
  CHECK(lambda_text(1.0 / 32561 / 32561, 32561) == "1/m²");
  CHECK(lambda_text(0.00123456, 32561) == "0.001235");
}

TEST_CASE("file names stay inside their folder") {
  CHECK(file_name_text("figure1-a_b") == "figure1-a_b");
  CHECK(file_name_text("../x y") == "_.._x_y");
  CHECK(file_name_text("") == "_");
}

TEST_CASE("the objective's axis reaches from under the best value to F(0), over which it cuts off") {
  const Panel calm = panel_of({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget)});
  CHECK(calm.objective.low == Approx(0.38));
  CHECK(calm.objective.high == Approx(0.82));
  CHECK(calm.x.low == 0.01);
  CHECK(calm.x.high == 1);
  CHECK(calm.title == "a9a");
  CHECK(calm.subtitle == "m = 4, n = 6, λ = 1/m");
  const Panel wild = panel_of({test::example_run({{0, 1}, {0.01, 50}, {1, 0.4}}, run_status::budget)});
  CHECK(wild.objective.low == Approx(0.37));
  CHECK(wild.objective.high == Approx(1.03));
  const Panel hopeless = panel_of({test::example_run({{0, 1}, {0.01, 50}, {1, 4}}, run_status::budget)});
  CHECK(hopeless.objective.low < 4);
  CHECK(hopeless.objective.high > 50);
  const Panel flat = panel_of({test::example_run({{0, 1}, {0.01, 1}, {1, 1}}, run_status::budget)});
  CHECK(flat.objective.low < 1);
  CHECK(flat.objective.high > 1);
}

TEST_CASE("a panel whose runs all failed has axes and no curve") {
  const Panel panel = panel_of({test::failed_run(1), test::failed_run(2)});
  REQUIRE(panel.curves.size() == 1);
  CHECK(panel.curves[0].points.empty());
  CHECK(panel.curves[0].failed_runs == 2);
  CHECK(panel.x.low > 0);
  CHECK(panel.x.high > panel.x.low);
  CHECK(panel.objective.high > panel.objective.low);
}

TEST_CASE("the script and its data files stand beside the figure, with relative paths") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  const auto results = read_results_folder(folder.path());
  const auto script = write_figure_script(folder.path(), results.manifest, aggregate(results));
  CHECK(script == folder.path() / "figures" / "example.gp");
  const std::string text = test::file_text(script);
  CHECK_THAT(text, ContainsSubstring("'example/a-1-nonsmooth_scd.dat' using 1:2"));
  CHECK_THAT(text, !ContainsSubstring(folder.path().string()));
  CHECK_THAT(text, ContainsSubstring("'Non-smooth\\_SCD \\{x\\}''s'"));
  CHECK_THAT(text, ContainsSubstring("'a9a (stand-in)'"));
  CHECK_THAT(text, ContainsSubstring("'m = 4, n = 6, λ = 1/m'"));
  CHECK_THAT(text, ContainsSubstring("1 of 3 runs failed or diverged."));
  const std::string points = test::file_text(folder.path() / "figures" / "example" / "a-1-nonsmooth_scd.dat");
  CHECK_THAT(points, ContainsSubstring("# cpu_seconds objective_mean"));
  CHECK_THAT(points, ContainsSubstring("\n1 0.35 0.31 0.39 50\n"));
}

TEST_CASE("a figure is drawn whole, in three formats, and again by hand") {
  if (!gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  auto runs = example_runs();
  runs.push_back(
      test::example_run({{0, 1}, {0.01, 1e300}, {0.5, 1e300}, {1, 1e300}}, run_status::diverged, 4));
  test::write_example(folder.path(), runs);
  const FigureFiles files = draw_figure(folder.path());
  CHECK(files.missing_runs == 0);
  CHECK(read_curves(folder.path()).size() == 51);
  REQUIRE(files.pictures.size() == 3);
  CHECK(test::file_text(files.pictures[0]).starts_with("%PDF-"));
  CHECK_THAT(test::file_text(files.pictures[1]), ContainsSubstring("</svg>"));
  const auto png = folder.path() / "figures" / "example.png";
  CHECK(files.pictures[2] == png);
  CHECK(test::file_text(png).starts_with("\x89PNG\r\n\x1a\n"));
  CHECK(files_in(folder.path() / "figures") == 5);  // three pictures, the script, the folder of data files

  std::filesystem::remove(png);
  run_gnuplot(files.script, "");
  CHECK(test::file_text(png).starts_with("\x89PNG\r\n\x1a\n"));
}

TEST_CASE("a figure of nothing but failed runs can be drawn") {
  if (!gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), {test::failed_run(1), test::failed_run(2)});
  CHECK(draw_figure(folder.path()).pictures.size() == 3);
}

TEST_CASE("gnuplot's complaints are passed on, and no picture is left") {
  if (!gnuplot_is_installed()) {
    WARN("gnuplot is not installed: it cannot complain");
    return;
  }
  const test::TemporaryFolder folder;
  const auto wrong = folder.write("wrong.gp", "plot nonsense(\n");
  CHECK_THROWS_WITH(draw_script(wrong), ContainsSubstring("wrong.gp: gnuplot failed"));
  const auto silent = folder.write("silent.gp", "set output output_prefix.'silent.pdf'\n");
  CHECK_THROWS_WITH(draw_script(silent), ContainsSubstring("silent.pdf: gnuplot has not written it whole"));
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("a script in a missing folder is not blamed on gnuplot") {
  const test::TemporaryFolder folder;
  const auto script = folder.path() / "gone" / "figure.gp";
  CHECK_THROWS_AS(run_gnuplot(script, ""), ResultFileError);
  CHECK_THROWS_WITH(run_gnuplot(script, ""),
                    ContainsSubstring("there is no folder " + (folder.path() / "gone").string()));
}

TEST_CASE("without gnuplot the curves and the script are written and the package is named") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  const test::EnvironmentVariable path("PATH", folder.path().string());
  CHECK_FALSE(gnuplot_is_installed());
  CHECK_THROWS_AS(draw_figure(folder.path()), ResultFileError);
  CHECK_THROWS_WITH(draw_figure(folder.path()), ContainsSubstring("gnuplot-nox"));
  CHECK(read_curves(folder.path()).size() == 51);
  CHECK(std::filesystem::exists(folder.path() / "figures" / "example.gp"));
}

TEST_CASE("a results folder without a run cannot be drawn") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), {test::failed_run()});
  std::filesystem::remove(run_file(folder.path(), "abc0"));
  CHECK_THROWS_WITH(draw_figure(folder.path()), ContainsSubstring("none of its 1 runs is done yet"));
}

}  // namespace descent
