#include "plots/figure.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figures.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

std::vector<std::vector<ResultRow>> example_runs() {
  return {test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
          test::example_run({{0, 1}, {0.02, 0.7}, {0.9, 0.3}}, run_status::converged, 2),
          test::failed_run(3)};
}

/// Results with certificates and support; one method reaches D* and passes it by a rounding error.
ResultsFolder certified_example() {
  auto exact = test::certified_run({{0, 1}, {0.01, 0.1}, {0.1, 0}, {1, -1e-16}}, "nonsmooth_scd");
  auto slow = test::certified_run({{0, 1}, {0.02, 0.5}, {1, 0.01}}, "batch_rda");
  for (auto* run : {&exact, &slow}) {
    for (ResultRow& row : *run) {
      row.support_recall = row.cpu_seconds;
      row.support_false = (1 - row.cpu_seconds) / 4;
    }
  }
  auto results = test::certified_results({exact, slow});
  results.manifest.optima.at(0).objective = test::example_bound * (1 + 0.005);
  return results;
}

}  // namespace

TEST_CASE("the script and its data files stand beside the figure, with relative paths") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  const auto results = read_results_folder(folder.path());
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  REQUIRE(scripts.size() == 2);  // and the nonzeros
  CHECK(scripts[0] == folder.path() / "figures" / "gnuplot" / "example.gp");
  const std::string text = test::file_text(scripts[0]);
  CHECK_THAT(text, ContainsSubstring("'example/a-1-nonsmooth_scd.dat' using 1:2"));
  CHECK_THAT(text, ContainsSubstring(".dat' using 1:(edge($2, $3)):(edge($2, $4)) with filledcurves ls 1 "));
  CHECK_THAT(text, !ContainsSubstring(folder.path().string()));
  CHECK_THAT(text, ContainsSubstring("'Non-smooth\\_SCD \\{x\\}''s'"));
  CHECK_THAT(text, ContainsSubstring("'a9a (stand-in)'"));
  CHECK_THAT(text, ContainsSubstring("'4 × 6, λ = 1/m'"));
  const std::string caption = test::file_text(folder.path() / "figures" / "example.caption.txt");
  CHECK_THAT(caption, StartsWith("It's {an} \"example\"_1 \\. F(w) = "));
  CHECK_THAT(caption, ContainsSubstring("Synthetic stand-ins: a9a. Failed or diverged: "));
  const std::string points =
      test::file_text(folder.path() / "figures" / "gnuplot" / "example" / "a-1-nonsmooth_scd.dat");
  CHECK_THAT(points, ContainsSubstring("# cpu_seconds_with_setup objective_mean"));
  CHECK_THAT(points, ContainsSubstring("\n1 0.35 0.31 0.39 50 ? ? ? ? ?\n"));
}

TEST_CASE("a figure is drawn whole, in three formats, and again by hand") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  auto runs = example_runs();
  runs.push_back(
      test::example_run({{0, 1}, {0.01, 1e300}, {0.5, 1e300}, {1, 1e300}}, run_status::diverged, 4));
  test::write_example(folder.path(), runs);
  const DrawnFiles files = draw_figures(folder.path());
  CHECK(files.conditions.size() == 2);  // a stand-in, a failed run
  REQUIRE(files.pictures.size() == 9);  // also of nonzeros and over passes
  CHECK(test::file_text(files.pictures[0]).starts_with("%PDF-"));
  const auto png = folder.path() / "figures" / "example.png";
  CHECK(files.pictures[1] == png);
  CHECK_THAT(test::file_text(files.pictures[2]), ContainsSubstring("</svg>"));
  CHECK(test::file_text(png).starts_with("\x89PNG\r\n\x1a\n"));
  // Of each figure two pictures and the caption, and a folder with scripts, folders of data and third
  // pictures.
  CHECK(test::files_in(folder.path() / "figures") == 3 * 3 + 1);
  CHECK(test::files_in(folder.path() / "figures" / "gnuplot") == 3 + 2 + 3);

  run_gnuplot(files.scripts.at(0), "");
  CHECK(test::file_text(files.scripts[0].parent_path() / "example.png").starts_with("\x89PNG\r\n\x1a\n"));
}

TEST_CASE("without gnuplot former pictures do not stay beside new curves") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  draw_figures(folder.path());
  const auto picture = folder.path() / "figures" / "gnuplot" / "example.svg";
  const test::EnvironmentVariable path("PATH", folder.path().string());
  test::change_manifest(folder.path(),
                        [](Json& manifest) { manifest["methods"][0]["label"] = "Another label"; });
  CHECK_THROWS_WITH(draw_figures(folder.path()), ContainsSubstring("gnuplot is not installed"));
  CHECK_FALSE(std::filesystem::exists(picture));
  CHECK(std::filesystem::exists(folder.path() / "figures" / "gnuplot" / "example.gp"));
}

TEST_CASE("each of several protocols has figures under its name") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  test::change_manifest(folder.path(), [](Json& manifest) {
    manifest["methods"][0]["protocols"] = {"own", "published"};
    manifest["protocol_titles"] = {{"own", "tuned"}};
  });
  if (!test::gnuplot_is_installed()) return;
  const DrawnFiles files = draw_figures(folder.path());
  const auto figures = folder.path() / "figures";
  REQUIRE(files.scripts.size() == 6);
  CHECK(files.scripts[0] == figures / "gnuplot" / "example-own.gp");
  CHECK(files.scripts[3] == figures / "gnuplot" / "example-published.gp");
  CHECK(std::filesystem::exists(figures / "example-own.pdf"));
  CHECK(!std::filesystem::exists(figures / "example.pdf"));
  CHECK_THAT(test::file_text(figures / "example-own.caption.txt"), ContainsSubstring("(tuned)"));
  CHECK_THAT(test::file_text(figures / "example-published.caption.txt"),
             ContainsSubstring("(protocol: published)"));
}

TEST_CASE("where there are certificates, suboptimality and nonzeros are drawn from the same data files") {
  const test::TemporaryFolder folder;
  const auto results = certified_example();
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  REQUIRE(scripts.size() == 3);
  CHECK(scripts[1] == folder.path() / "figures" / "gnuplot" / "example-suboptimality.gp");
  CHECK(scripts[2] == folder.path() / "figures" / "gnuplot" / "example-nonzeros.gp");
  CHECK(test::files_in(folder.path() / "figures") == 4);              // captions, and this folder
  CHECK(test::files_in(folder.path() / "figures" / "gnuplot") == 4);  // scripts, and the folder of data files
  CHECK(test::files_in(folder.path() / "figures" / "gnuplot" / "example") == 2);

  const std::string suboptimality = test::file_text(scripts[1]);
  CHECK_THAT(suboptimality, ContainsSubstring("  set logscale y"));
  CHECK_THAT(suboptimality,
             ContainsSubstring("'example/a-1-nonsmooth_scd.dat' every ::2 using 1:(cut($6)) with lines"));
  CHECK_THAT(suboptimality, ContainsSubstring("to graph 1, first 0.005 back"));
  CHECK_THAT(suboptimality, ContainsSubstring("pattern 4"));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example-suboptimality.caption.txt"),
             StartsWith("An example: relative suboptimality. "));
  const std::string support = test::file_text(scripts[2]);
  CHECK_THAT(support, ContainsSubstring("'example/a-1-nonsmooth_scd.dat' every ::2 using 1:9 with lines"));
  CHECK_THAT(support, ContainsSubstring("'example/a-2-batch_rda.dat' every ::2 using 1:10 with lines"));
  CHECK_THAT(support, !ContainsSubstring("  set logscale y"));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "gnuplot" / "example" / "a-2-batch_rda.dat"),
             ContainsSubstring("\n1.25 0.505 0.505 0.505 50 0.01 0.01 0.01 100 0\n"));

  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  for (const auto& script : scripts) CHECK(draw_script(script).size() == 3);
}

TEST_CASE("a selection has the usual figures of its runs, in a folder of its own") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  if (!test::gnuplot_is_installed()) return;
  draw_figures(folder.path());
  Manifest selected = read_manifest(folder.path());
  selected.runs.resize(1);
  const auto files = draw_selection(folder.path(), selected, "method=SCD, c = 10");
  const auto drawn = folder.path() / "selections" / "method_SCD__c___10";
  CHECK(files.pictures.size() == 9);
  CHECK(files.curves.empty());
  CHECK(files.scripts.at(0) == drawn / "gnuplot" / "example.gp");
  CHECK_THAT(test::file_text(drawn / "example.caption.txt"), ContainsSubstring("One run each."));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example.caption.txt"),
             ContainsSubstring("Mean of 3 runs"));

  draw_figures(folder.path());
  CHECK(std::filesystem::exists(drawn / "example.pdf"));
}

TEST_CASE("every point of a method that restarts is marked, and the figure says what it is") {
  const test::TemporaryFolder folder;
  auto results = test::certified_results(
      {test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd"),
       test::certified_run({{0, 1}, {0.02, 0.1}, {0.1, 0.01}, {0.9, 1e-3}}, "liblinear")});
  results.manifest.methods.at(1).sampled_by_tolerance = true;
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  const std::string text = test::file_text(scripts.at(0));
  CHECK_THAT(text, ContainsSubstring("'example/a-1-nonsmooth_scd.dat' every ::2 using (marked(' "));
  CHECK_THAT(text, ContainsSubstring("'example/a-2-liblinear.dat' using 1:2 with lines"));
  // All points except w = 0 at time 0 and at the end of setup.
  CHECK_THAT(text, ContainsSubstring("'example/a-2-liblinear.dat' every ::2 using 1:2 with points"));
  CHECK_THAT(text, !ContainsSubstring("a-2-liblinear.dat' every ::2 using (marked("));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example.caption.txt"),
             ContainsSubstring("Restarted: each point is a run of its own"));
  const std::string points =
      test::file_text(folder.path() / "figures" / "gnuplot" / "example" / "a-2-liblinear.dat");
  CHECK(std::count(points.begin(), points.end(), '\n') == 1 + 2 + 3);
  if (test::gnuplot_is_installed()) CHECK(draw_script(scripts.at(0)).size() == 3);
}

TEST_CASE("the time axes of a figure have labels of one kind, each of which says where its tic is") {
  const test::TemporaryFolder folder;
  auto results = test::certified_results(
      {test::certified_run({{0, 1}, {4e-5, 0.1}, {2.5e-4, 1e-3}}, "nonsmooth_scd", 1, "a9a"),
       test::certified_run({{0, 1}, {0.01, 0.1}, {9, 1e-3}}, "nonsmooth_scd", 1, "news20")});
  for (auto& run : results.runs) run.rows = test::changed(run.rows, &ResultRow::setup_seconds, 0);
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  const std::string text = test::file_text(scripts.at(1));
  CHECK_THAT(text, ContainsSubstring("set xtics ('5·10^{/*1.1 −5}' 5e-05, '10^{/*1.1 −4}' 0.0001, "
                                     "'2·10^{/*1.1 −4}' 0.0002)"));
  CHECK_THAT(text, ContainsSubstring("set xtics 10 format '10^{/*1.1 %T}' nomirror offset 0,0.4"));
  CHECK_THAT(text, !ContainsSubstring("'%g'"));
}

TEST_CASE("the horizontal axis is named by what it measures and ends where the panel ends") {
  const test::TemporaryFolder folder;
  const auto run = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd");
  const auto text_of = [&](const FigureKind& kind, Axis axis) {
    auto results = test::certified_results({run});
    results.manifest.x_axis = axis;
    return test::file_text(test::written(
        folder, curve_figure("x", "x", kind, results.manifest,
                             make_panels(results.manifest, aggregate(results), results.manifest.x_axis))));
  };
  const FigureKind paper{.has_linear_time = true, .rows = suboptimality_figure().rows};
  const FigureKind suboptimality = suboptimality_figure();
  CHECK_THAT(text_of(paper, Axis::cpu_seconds),
             ContainsSubstring("set xlabel 'CPU time without setup (s)'") &&
                 ContainsSubstring("unset logscale x") && ContainsSubstring("set xrange [0:1]\n"));
  CHECK_THAT(text_of(paper, Axis::cpu_seconds_with_setup),
             ContainsSubstring("set xlabel 'CPU time (s)'") && ContainsSubstring("set xrange [0:1.25]\n"));
  CHECK_THAT(text_of(paper, Axis::passes), ContainsSubstring("set xlabel 'Passes over the data'") &&
                                               ContainsSubstring("set logscale x") &&
                                               ContainsSubstring("set xrange [0.1:10]\n"));
  CHECK_THAT(text_of(suboptimality, Axis::cpu_seconds),
             ContainsSubstring("set logscale x") && ContainsSubstring("set xrange [0.01:1]\n"));
  CHECK_THAT(text_of(suboptimality, Axis::cpu_seconds_with_setup),
             ContainsSubstring("set xrange [0.26:1.25]\n"));
  // The usual figures include setup.
  auto results = test::certified_results({run});
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  for (const auto& script : scripts)
    CHECK_THAT(test::file_text(script), ContainsSubstring("set xlabel 'CPU time (s)'"));
}

TEST_CASE("a part of the methods has figures of its own, in which its methods alone have line styles") {
  const test::TemporaryFolder folder;
  const auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd"),
                               test::certified_run({{0, 1}, {0.02, 0.1}, {1, 1e-2}}, "batch_rda")});
  const auto curves = aggregate(results);
  test::written(folder, curve_figures(results.manifest, curves));
  const auto scripts = test::written(
      folder, curve_figures(results.manifest, curves,
                            {.suffix = "-own", .remark = " (rivals as published)", .methods = {1}}));
  REQUIRE(scripts.size() == 3);
  CHECK(scripts[0] == folder.path() / "figures" / "gnuplot" / "example-own.gp");
  CHECK(scripts[1] == folder.path() / "figures" / "gnuplot" / "example-own-suboptimality.gp");
  const std::string text = test::file_text(scripts[0]);
  CHECK_THAT(text, ContainsSubstring("'example/a-2-batch_rda.dat' using 1:2 with lines ls 2"));
  CHECK_THAT(text, !ContainsSubstring("a-1-nonsmooth_scd.dat"));
  CHECK_THAT(text, ContainsSubstring("set style line 2 ") && !ContainsSubstring("set style line 1 "));
  CHECK_THAT(text, !ContainsSubstring("'The nonsmooth\\_scd'"));  // in the legend
  CHECK_THAT(text, ContainsSubstring("set output output_prefix.'example-own.'.format"));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example-own-suboptimality.caption.txt"),
             StartsWith("An example (rivals as published): relative suboptimality. "));
  CHECK(test::files_in(folder.path() / "figures" / "gnuplot" / "example") == 2);
  if (test::gnuplot_is_installed()) CHECK(draw_script(scripts[0]).size() == 3);
}

TEST_CASE("a picture has its width and no letters below 7 points") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  const auto one = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-7}}, "nonsmooth_scd");
  const auto pictures_of = [&](const ResultsFolder& results) {
    return draw_script(test::written(folder, curve_figures(results.manifest, aggregate(results))).at(1));
  };
  // SVG has 96 dots per inch; letters of 7 points have 9.33.
  const auto smallest_letters = [](const std::string& svg) {
    double smallest = 1e9;
    constexpr std::string_view key = "font-size=\"";
    for (std::size_t at = svg.find(key); at != std::string::npos; at = svg.find(key, at + 1))
      smallest = std::min(smallest, std::stod(svg.substr(at + key.size())));
    return smallest;
  };
  std::string svg = test::file_text(pictures_of(test::certified_results({one})).at(2));
  CHECK_THAT(svg, ContainsSubstring("viewBox=\"0 0 326 "));
  CHECK(smallest_letters(svg) > 9.33);
  auto other = test::changed(one, &ResultRow::dataset, "covtype");
  svg = test::file_text(pictures_of(test::certified_results({one, other})).at(2));
  CHECK_THAT(svg, ContainsSubstring("viewBox=\"0 0 672 "));
  CHECK(smallest_letters(svg) > 9.33);
}

TEST_CASE("a line that reaches the bound leaves the panel at its bottom") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  const auto results = certified_example();
  const auto scripts = test::written(folder, curve_figures(results.manifest, aggregate(results)));
  // Applies the script's own cut to the data file with gnuplot.
  const std::string text = test::file_text(scripts.at(1));
  const std::size_t cut = text.find("  cut(y)");
  const std::string definition = text.substr(cut, text.find('\n', cut) - cut);
  folder.write("figures/gnuplot/table.gp",
               definition + "\nset logscale y\nset table 'table.txt'\n" +
                   "plot 'example/a-1-nonsmooth_scd.dat' using 1:(cut($6)) with lines\n");
  run_gnuplot(folder.path() / "figures" / "gnuplot" / "table.gp", "");
  std::ifstream table(folder.path() / "figures" / "gnuplot" / "table.txt");
  std::size_t points = 0;
  double last = 1;
  for (std::string line; std::getline(table, line);) {
    double x = 0;
    double y = 0;
    if (std::sscanf(line.c_str(), " %lf %lf i", &x, &y) != 2) continue;
    ++points;
    last = y;
  }
  CHECK(points == 2 + 50);
  CHECK(last > 0);
  CHECK(last < 1e-4);
}

TEST_CASE("a figure of nothing but failed runs can be drawn") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), {test::failed_run(1), test::failed_run(2)});
  CHECK(draw_figures(folder.path()).pictures.size() == 3);
}

TEST_CASE("without gnuplot the curves and the script are written and the package is named") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  const test::EnvironmentVariable path("PATH", folder.path().string());
  CHECK_THROWS_AS(draw_figures(folder.path()), ResultFileError);
  CHECK_THROWS_WITH(draw_figures(folder.path()), ContainsSubstring("gnuplot-nox"));
  CHECK(std::filesystem::exists(folder.path() / "curves.csv"));
  CHECK(std::filesystem::exists(folder.path() / "figures" / "gnuplot" / "example.gp"));
}

TEST_CASE("runs that are missing are told under the figure") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), example_runs());
  const auto script_of = [&] {
    const auto results = read_results_folder(folder.path());
    test::written(folder, curve_figures(results.manifest, aggregate(results)));
    return test::file_text(folder.path() / "figures" / "example.caption.txt");
  };
  CHECK_THAT(script_of(), !ContainsSubstring("Missing"));
  std::filesystem::remove(run_file(folder.path(), "abc1"));
  CHECK_THAT(script_of(), ContainsSubstring(" Missing runs: Non-smooth_SCD {x}'s (1 of 3 runs)."));
}

TEST_CASE("a results folder without a run cannot be drawn") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), {test::failed_run()});
  std::filesystem::remove(run_file(folder.path(), "abc0"));
  CHECK_THROWS_WITH(draw_figures(folder.path()), ContainsSubstring("none of its 1 runs is done yet"));
}

}  // namespace descent
