#pragma once

#include <string>
#include <vector>

namespace descent {

/// The words above the highest panel of a problem.
struct PanelHeading {
  std::string title;     ///< "(a) a9a (stand-in)", in bold
  std::string subtitle;  ///< "32,561 × 123, λ = 1/m"
};

/// The same in lines.
struct HeadingLines {
  std::vector<std::string> lines;  ///< titles first
  std::size_t titles = 0;          ///< how many of these are titles
};

/// Name of panel number 0, 1, …: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

/// The headings with "(a) ", "(b) ", … before their titles; an only one has no letter.
std::vector<PanelHeading> with_letters(std::vector<PanelHeading> headings);

/// The heading in lines that fit a panel of that width in inches: up to two for either part, the last of
/// which is cut short where that does not suffice.
HeadingLines heading_lines(const PanelHeading& heading, double width);

}  // namespace descent
