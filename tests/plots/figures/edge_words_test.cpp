#include "plots/figures/figure_kind.hpp"

#include <algorithm>
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

using test::certified_run;

/// "METHOD: WORD" for each word, with "_" before words at the bottom.
using Words = std::vector<std::string>;

Words words_of(const FigureKind& kind, const ResultsFolder& results) {
  const Panel panel = make_panels(results.manifest, aggregate(results), results.manifest.x_axis).at(0);
  Words words;
  for (const PanelWord& word : edge_words(seen_panel(kind, kind.rows.at(0), panel)))
    words.push_back(results.manifest.methods.at(word.method).name + (word.is_at_bottom ? ":_" : ": ") +
                    word.text);
  return words;
}

Words words_of(std::vector<std::vector<ResultRow>> runs) {
  return words_of(suboptimality_figure(), test::certified_results(std::move(runs)));
}

const auto slow = certified_run({{0, 1}, {0.01, 0.5}, {1, 1e-4}}, "slow");

}  // namespace

TEST_CASE("methods that are at the optimum from their first checkpoint on are below the panel") {
  CHECK(words_of({slow, certified_run({{0, 1}, {0.02, 1e-13}, {1, 1e-13}}, "at once"),
                  certified_run({{0, 1}, {0.02, 0}}, "too"),
                  certified_run({{0, 1}, {0.02, -1e-16}}, "three")}) ==
        Words{"at once:_below ↓", "too:_below ↓", "three:_below ↓"});
}

TEST_CASE("a method with a visible point has no word") {
  CHECK(words_of({slow}).empty());
  CHECK(words_of({slow, certified_run({{0, 1}, {0.01, 0.3}, {0.02, 0}}, "down")}).empty());
}

TEST_CASE("a method that is far above F(0) or failed has a word, and a late one a longer panel") {
  CHECK(words_of({slow, certified_run({{0, 1}, {0.1, 50}, {1, 20}}, "above")}).empty());
  CHECK(words_of({slow, certified_run({{0, 1}, {0.1, 0.1}, {1, 2e8}}, "above")}) == Words{"above: above ↑"});
  CHECK(words_of({slow, test::changed(test::failed_run(), &ResultRow::method, "gone")}) ==
        Words{"gone: failed"});
  auto results = test::certified_results(
      {slow, certified_run({{0, 1}, {3, 0.1}}, "late"), certified_run({{0, 1}, {3, 0.1}}, "later")});
  results.manifest.methods.at(1).sampled_by_tolerance = results.manifest.methods.at(2).sampled_by_tolerance =
      true;
  CHECK(words_of(suboptimality_figure(), results).empty());
}

TEST_CASE("on the paper's linear axis too, a method that starts late has a longer panel and no word") {
  const auto results = [](Axis axis) {
    auto folder =
        test::certified_results({slow, certified_run({{0, 1}, {0.01, 50}, {0.5, 300}, {1, 20}}, "above"),
                                 test::changed(certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "setup"),
                                               &ResultRow::setup_seconds, 2),
                                 certified_run({{0, 1}, {1e-4, 0.01}, {2e-4, 0.001}}, "quick")});
    folder.manifest.x_axis = axis;
    return folder;
  };
  const FigureKind paper{.has_linear_time = true, .rows = suboptimality_figure().rows};
  for (const auto& [axis, end] : {std::pair{Axis::cpu_seconds_with_setup, 3.0}, {Axis::cpu_seconds, 1.0}}) {
    CHECK(words_of(paper, results(axis)).empty());
    const ResultsFolder folder = results(axis);
    CHECK(make_panels(folder.manifest, aggregate(folder), axis).at(0).x.high == Approx(end));
  }
}

TEST_CASE("a word is drawn once, with the points of its methods") {
  auto at_once = certified_run({{0, 1}, {0.02, 0}}, "at once");
  auto results = test::certified_results({slow, at_once, certified_run({{0, 1}, {0.02, 0}}, "too")});
  const auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  const test::TemporaryFolder folder;
  const std::string script = test::file_text(
      test::written(folder, curve_figure("x", "x", suboptimality_figure(), results.manifest, panels)));
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = script.find(text, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  CHECK(count("below ↓' at graph") == 1);
  CHECK(count("front point ls 2 lw 0.8 dt solid") == 1);
  CHECK(count("front point ls 3 lw 0.8 dt solid") == 1);
  CHECK(count("front point ls 1 lw 0.8 dt solid") == 0);
}

}  // namespace descent
