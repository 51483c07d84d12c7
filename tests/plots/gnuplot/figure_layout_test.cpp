#include "plots/gnuplot/figure_layout.hpp"

#include <span>
#include <string>
#include <vector>

#include "support/text/text_table.hpp"
#include "tests/catch.hpp"

namespace descent {
namespace {

const std::vector<double> two_rows{1, 0.6};
const std::vector<std::string> labels{"A method", "Another method", "A method with a longer label"};

FigureLayout layout_of(std::size_t problems, std::span<const std::string> entries = labels) {
  const std::vector<PanelHeading> headings(problems, {"(a) a9a, λ = 1/m", "32,561 × 123"});
  return make_layout(column_count(problems), headings, two_rows, entries);
}

double width_of(const std::string& text) {
  return letter_width * static_cast<double>(letter_count(text));
}

}  // namespace

TEST_CASE("figures have the widths that journals print") {
  CHECK(layout_of(1).width == 3.4);
  for (const std::size_t problems : {2u, 3u, 4u, 5u, 6u, 8u, 12u}) CHECK(layout_of(problems).width == 7.0);
  std::vector<std::size_t> columns;
  for (std::size_t problems = 0; problems <= 9; ++problems) columns.push_back(column_count(problems));
  CHECK(columns == std::vector<std::size_t>{1, 1, 2, 3, 2, 3, 3, 4, 4, 3});
  const AxisRange range{0, 100, 25};
  CHECK(layout_of(6).step_below(range) == 25);
  CHECK(layout_of(8).step_below(range) == 50);  // a narrow panel: half of the tics
}

TEST_CASE("a column of the legend is as wide as the longest of its labels") {
  std::vector<std::string> many(12, "A label");
  many.front() = "A label that is longer than any of the others";
  const FigureLayout layout = layout_of(2, many);
  REQUIRE(layout.legend_spot(1).y == layout.legend_spot(0).y);
  CHECK(layout.legend_spot(11).y < layout.legend_spot(0).y);
  CHECK(layout.legend_spot(1).x - layout.legend_spot(0).x >
        0.44 + letter_width * static_cast<double>(many[0].size()));
}

TEST_CASE("a legend has as few rows as fit") {
  const auto rows_for = [](std::size_t letters) {
    const std::vector<std::string> two(2, std::string(letters, 'w'));
    return layout_of(1, two).legend_rows.size();
  };
  // 2 (0.44 + 18 · 0.061) + 0.16 = 3.24 of 3.3 inches
  CHECK(rows_for(18) == 1);
  CHECK(rows_for(19) == 2);
}

TEST_CASE("everything is inside of the picture, and nothing on top of each other") {
  constexpr double digits = 5;  // 10000, or 5·10⁻⁵
  std::vector<std::string> long_labels = labels;
  long_labels.push_back(std::string(100, 'w'));
  long_labels.push_back("a label of several words that has with all of its words more than eighty letters");
  for (std::size_t problems = 1; problems <= 8; ++problems) {
    CAPTURE(problems);
    const FigureLayout layout = layout_of(problems, long_labels);
    const std::size_t columns = layout.columns;
    CHECK(layout.panel_width > 1);
    CHECK(layout.heading_lines.size() == (problems + columns - 1) / columns);  // one number a band
    CHECK(layout.heading_spot(0, 0).y < layout.height);
    CHECK(layout.heading_spot(0, 0).y > layout.heading_spot(0, 1).y);
    CHECK(layout.panel_box(0, 0).bottom > layout.panel_box(0, 1).top);
    CHECK(layout.heading_spot(0, 1).y > layout.panel_box(0, 0).top);
    CHECK(layout.width - layout.panel_box(columns - 1, 0).right > digits * letter_width / 3);
    if (columns > 1)
      CHECK(layout.panel_box(1, 0).left - layout.panel_box(0, 0).right > digits * letter_width);
    if (problems > columns) CHECK(layout.heading_spot(columns, 0).y < layout.panel_box(0, 1).bottom);
    CHECK(layout.legend_spot(0).y < layout.panel_box(problems - 1, 1).bottom);
    double above = layout.legend_spot(0).y + 1;
    for (std::size_t entry = 0; entry < long_labels.size(); ++entry) {
      const auto& lines = layout.legend_lines[entry];
      std::string whole;
      for (std::size_t line = 0; line < lines.size(); ++line) {
        whole += lines[line];
        CHECK(layout.legend_spot(entry, line).x + 0.44 + width_of(lines[line]) <= layout.width);
        CHECK(layout.legend_spot(entry, line).y > 0);
      }
      std::erase(whole, ' ');
      std::string label = long_labels[entry];
      std::erase(label, ' ');
      CHECK(whole == label);  // nothing is cut off
      if (layout.legend_columns.size() > 1) continue;
      CHECK(above - layout.legend_spot(entry).y > 0.13);
      above = layout.legend_spot(entry, lines.size() - 1).y;
    }
  }
}

TEST_CASE("a band has room for the tallest of its headings, whichever it is") {
  const PanelHeading low{"(b) b", "4 × 6"}, tall{"(a) " + std::string(60, 'w'), "4 × 6"};
  for (const auto& headings : {std::vector{tall, low, low}, std::vector{low, low, tall}}) {
    const FigureLayout layout = make_layout(3, headings, two_rows, labels);
    CHECK(layout.heading_lines == std::vector{heading_lines(tall, layout.panel_width).lines.size()});
  }
}

TEST_CASE("long titles break at joints of names, and never between λ and its number") {
  const auto [lines, titles] =
      heading_lines({"(a) a_dataset_with-a.long/name_without_blanks, λ = 0.1/m", "1 × 2, λ = 0.1/m"}, 1);
  CHECK(titles == 5);
  CHECK(lines == std::vector<std::string>{"(a)", "a_dataset_with-a.", "long/name_", "without_blanks,",
                                          "λ = 0.1/m", "1 × 2, λ = 0.1/m"});
  // A text of exactly the line's length stays whole.
  for (const std::string text : {"w", "ab-cd", "long_name/with.joints"})
    CHECK(fitted_lines(text, static_cast<double>(text.size())) == std::vector{text});
  // A joint at the beginning would waste most of the line.
  CHECK(fitted_lines("a-verylongname", 10) == std::vector<std::string>{"a-verylong", "name"});
}

}  // namespace descent
