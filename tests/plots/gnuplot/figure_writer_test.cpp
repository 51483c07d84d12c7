#include "plots/gnuplot/figure_writer.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figures.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// Commands for the headings of a figure with three panels, each about two inches wide.
std::string headings(const std::string& title) {
  const Manifest manifest;
  FigureWriter figure(manifest, {.headings = {{title, "4 × 6"}, {"b", "4 × 6"}, {"c", ""}}});
  figure.begin_panel(0);
  const std::string script = figure.take().script;
  return script.substr(script.find("set label 1"));  // without the comment, which contains the whole title
}

}  // namespace

TEST_CASE("a panel's title takes a second line where its width does not suffice") {
  CHECK_THAT(headings("(a) a9a"), ContainsSubstring("set label 1 '(a) a9a' at screen") &&
                                      ContainsSubstring("left font font.\" Bold\"") &&
                                      ContainsSubstring("set label 2 '4 × 6' at screen"));
  CHECK_THAT(headings("(d) covtype-15k, ε-insensitive², L2"),
             ContainsSubstring("set label 1 '(d) covtype-15k,' at screen") &&
                 ContainsSubstring("set label 2 'ε-insensitive², L2' at screen") &&
                 ContainsSubstring("set label 3 '4 × 6' at screen"));
}

TEST_CASE("a title that does not fit a line has several") {
  const HeadingLines lines =
      heading_lines({"ein zwei drei vier fünf sechs sieben acht neun zehn elf", ""}, 1);
  CHECK(lines.titles == 4);
  CHECK(lines.lines ==
        std::vector<std::string>{"ein zwei drei", "vier fünf sechs", "sieben acht neun", "zehn elf"});
}

TEST_CASE("methods with the same word in a panel share it, beside one point each") {
  Manifest manifest;
  manifest.methods = {{"one", "", "A"}, {"two", "", "B"}, {"three", "", "C"}};
  FigureWriter figure(manifest, {.headings = {{"a", ""}, {"b", ""}, {"c", ""}}});
  figure.begin_panel(0);
  figure.add_words({{0, "above ↑", false}, {1, "below ↓", true}, {2, "above ↑", false}});
  std::istringstream script(figure.take().script);
  std::vector<std::string> words, points;
  for (std::string line; std::getline(script, line);) {
    if (line.find(" front boxed") != std::string::npos) words.push_back(line.substr(line.find('\'')));
    if (const std::size_t point = line.find(" front point ls "); point != std::string::npos)
      points.push_back(line.substr(point, 17));
  }
  REQUIRE(words.size() == 2);
  CHECK_THAT(words[0], StartsWith("'above ↑\u00a0") && ContainsSubstring(" right front"));
  CHECK_THAT(words[1],
             StartsWith("'\u00a0") && ContainsSubstring("below ↓' at") && ContainsSubstring(" left front"));
  CHECK(points == std::vector<std::string>{" front point ls 1", " front point ls 3", " front point ls 2"});
  // Two points have twice the room of one.
  const auto blanks = [](const std::string& word) { return std::ranges::count(word, '\xa0'); };
  CHECK(blanks(words[0]) >= 2 * blanks(words[1]) - 1);
}

TEST_CASE("words at the top of a panel go down from there, and words at the bottom up") {
  const Manifest manifest;
  FigureWriter figure(manifest, {.headings = {{"a", ""}}});
  figure.begin_panel(0);
  figure.add_words(
      {{0, "failed", false}, {1, "above ↑", false}, {2, "below ↓", true}, {3, "diverged", true}});
  std::istringstream script(figure.take().script);
  std::vector<double> heights{1};
  for (std::string line; std::getline(script, line);)
    if (line.find(" front boxed") != std::string::npos)
      heights.push_back(std::stod(line.substr(line.find(", graph ") + 8)));
  REQUIRE(heights.size() == 5);
  std::swap(heights[3], heights[4]);
  heights.push_back(0);
  CHECK(std::ranges::is_sorted(heights, std::greater<>()));
}

TEST_CASE("problems have letters, an only one has none") {
  CHECK(with_letters({{"a9a", ""}}).at(0).title == "a9a");
  const auto two = with_letters({{"a9a", ""}, {"ccat", "1 × 2"}});
  CHECK(two.at(0).title == "(a) a9a");
  CHECK(two.at(1).title == "(b) ccat");
  CHECK(panel_letter(26) == "aa");
}

TEST_CASE("title and notes are the caption, and not in the picture") {
  const test::TemporaryFolder folder;
  Manifest manifest;
  manifest.name = "mine";
  manifest.title = "50 % of λ_1";
  manifest.datasets = {{"covtype", "stand-in"}, {"a9a", "file"}};
  manifest.methods = {{"pegasos", "", "Pegasos"}};
  const ProblemKey problem{"covtype", "hinge", "l1", 0.25};
  manifest.runs = {{{problem, "pegasos", ""}, "1"}, {{{"a9a", "hinge", "l1", 0.25}, "pegasos", ""}, "2"}};
  manifest.conditions = {
      {.kind = ConditionKind::stand_in, .problem = problem},
      {.kind = ConditionKind::failed, .problem = problem, .method = 0, .runs = 1, .of_runs = 2}};
  FigureWriter figure(manifest, {.suffix = "-x",
                                 .subject = ": more",
                                 .caption = {"Lines: mean."},
                                 .headings = {{"(a) covtype (stand-in)", "4 × 6"}, {"(b) a9a", "3 × 2"}}});
  const auto script = test::written(folder, figure.take());
  const std::string text = test::file_text(folder.path() / "figures" / "mine-x.caption.txt");
  CHECK(text ==
        "50 % of λ_1: more. Lines: mean. Synthetic stand-ins: covtype. Failed or diverged: Pegasos (on "
        "covtype, 1 of 2 runs).\n");
  CHECK_THAT(test::file_text(script), !ContainsSubstring("Lines: mean") && !ContainsSubstring("'50 % of"));
}

TEST_CASE("a caption names only the kinds of conditions, or their file, rather than have 60 words") {
  Manifest manifest;
  manifest.datasets = {{"a9a", "stand-in"}};
  manifest.methods = {{"pegasos", "", "Pegasos"}};
  const ProblemKey problem{"a9a", "hinge", "l1", 0.25};
  for (const auto kind :
       {ConditionKind::stand_in, ConditionKind::untuned, ConditionKind::untuned_among_tuned})
    manifest.conditions.push_back({.kind = kind, .problem = problem, .method = 0, .detail = "step = 1"});
  const auto caption_of = [&](int words) {
    manifest.title = "1";
    for (int word = 2; word <= words; ++word) manifest.title += ' ' + std::to_string(word);
    return FigureWriter(manifest, {.headings = {{"a", ""}}}).take().caption;
  };
  CHECK_THAT(caption_of(20), EndsWith(" beside tuned constants: Pegasos step = 1."));
  CHECK_THAT(caption_of(50), EndsWith(" 50. Conditions: Synthetic stand-ins; Not tuned."));
  CHECK_THAT(caption_of(55), EndsWith(" 55. Conditions: tables/conditions.csv."));
  manifest.conditions = {
      {.kind = ConditionKind::hindered, .problem = problem, .method = 0, .runs = 2, .of_runs = 3}};
  CHECK_THAT(caption_of(50), EndsWith(" 50. Conditions: Slowed down (2 runs)."));
}

TEST_CASE(
    "the legend shows each method in the style of its curves, which goes by its place in the manifest") {
  Manifest manifest;
  manifest.methods = {{"one", "", "One"}, {"two", "", "Two"}, {"three", "", "Three"}};
  const std::vector<LegendEntry> entries = legend_of({0, 2}, manifest);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].style == 1);
  CHECK(entries[1].style == 3);
  CHECK(entries[1].label == "Three");
}

TEST_CASE("a data file is named by problem, method and variant") {
  Manifest manifest;
  manifest.methods = {{"nonsmooth_scd", "", "SCD"}, {"pegasos", "half/step", "Pegasos"}};
  CHECK(data_file_name("c", 0, manifest) == "c-1-nonsmooth_scd.dat");
  CHECK(data_file_name("c", 1, manifest) == "c-2-pegasos-half_step.dat");
}

}  // namespace descent
