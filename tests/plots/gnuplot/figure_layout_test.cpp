#include "plots/gnuplot/figure_layout.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace descent {

TEST_CASE("the label at the right end of an axis is inside the picture") {
  constexpr double digit_width = 0.068;  // inches, of DejaVu Sans at 7 points
  constexpr double digits = 5;           // 10000, or 5·10⁻⁵
  const std::vector<double> rows{1};
  const std::vector<std::string> labels{"A method"};
  for (std::size_t problems = 1; problems <= 4; ++problems) {
    const FigureLayout layout = make_layout("A title", problems, problems, rows, labels, 1);
    CHECK(layout.width - layout.panel_box(problems - 1, 0).right > digits * digit_width / 2);
  }
}

}  // namespace descent
