#include "plots/gnuplot/figure_layout.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace descent {
namespace {

const std::vector<double> two_rows{1, 0.6};
const std::vector<std::string> labels{"A method", "Another method", "A method with a longer label"};

}  // namespace

TEST_CASE("figures have the widths that journals print") {
  CHECK(make_layout(1, 1, 2, two_rows, labels).width == 3.4);
  for (const std::size_t problems : {2u, 3u, 4u, 5u, 6u, 8u, 12u})
    CHECK(make_layout(problems, column_count(problems), 2, two_rows, labels).width == 7.0);
  std::vector<std::size_t> columns;
  for (std::size_t problems = 0; problems <= 9; ++problems) columns.push_back(column_count(problems));
  CHECK(columns == std::vector<std::size_t>{1, 1, 2, 3, 2, 3, 3, 4, 4, 3});
}

TEST_CASE("a column of the legend is as wide as the longest of its labels") {
  std::vector<std::string> many(12, "A label");
  many.front() = "A label that is longer than any of the others";
  const FigureLayout layout = make_layout(2, 2, 1, two_rows, many);
  REQUIRE(layout.legend_spot(1).y == layout.legend_spot(0).y);
  CHECK(layout.legend_spot(11).y < layout.legend_spot(0).y);
  CHECK(layout.legend_spot(1).x - layout.legend_spot(0).x >
        0.44 + letter_width * static_cast<double>(many[0].size()));
}

TEST_CASE("everything is inside of the picture, and nothing on top of each other") {
  constexpr double digits = 5;  // 10000, or 5·10⁻⁵
  for (std::size_t problems = 1; problems <= 8; ++problems) {
    CAPTURE(problems);
    const std::size_t columns = column_count(problems);
    const FigureLayout layout = make_layout(problems, columns, 3, two_rows, labels);
    CHECK(layout.heading_spot(0, 0).y < layout.height);
    CHECK(layout.heading_spot(0, 0).y > layout.heading_spot(0, 1).y);
    CHECK(layout.panel_box(0, 0).bottom > layout.panel_box(0, 1).top);
    CHECK(layout.heading_spot(0, 2).y > layout.panel_box(0, 0).top);
    CHECK(layout.width - layout.panel_box(columns - 1, 0).right > digits * letter_width / 3);
    if (columns > 1)
      CHECK(layout.panel_box(1, 0).left - layout.panel_box(0, 0).right > digits * letter_width);
    if (problems > columns) CHECK(layout.heading_spot(columns, 0).y < layout.panel_box(0, 1).bottom);
    CHECK(layout.legend_spot(0).y < layout.panel_box(problems - 1, 1).bottom);
    CHECK(layout.legend_spot(labels.size() - 1).y > 0);
    for (std::size_t entry = 0; entry < labels.size(); ++entry) {
      const double right =
          layout.legend_spot(entry).x + 0.44 + letter_width * static_cast<double>(labels[entry].size());
      CHECK(right <= layout.width);
    }
  }
}

}  // namespace descent
