#pragma once

#include <string>
#include <vector>

namespace descent {

/// Words above the top panel of a problem.
struct PanelHeading {
  std::string title;     ///< "(a) a9a (stand-in)", in bold
  std::string subtitle;  ///< "32,561 × 123, λ = 1/m"
};

struct HeadingLines {
  std::vector<std::string> lines;  ///< titles first
  std::size_t titles = 0;          ///< number of title lines
};

/// Name of panel number 0, 1, …: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

/// The headings with "(a) ", "(b) ", … before their titles; a single one has no letter.
std::vector<PanelHeading> with_letters(std::vector<PanelHeading> headings);

/// The heading in lines that fit a panel of that width in inches: up to two lines each for title and
/// subtitle, the second truncated if necessary.
HeadingLines heading_lines(const PanelHeading& heading, double width);

}  // namespace descent
