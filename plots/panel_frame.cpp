#include "plots/panel_frame.hpp"

namespace descent {

std::string panel_letter(std::size_t panel) {
  const std::string last(1, static_cast<char>('a' + panel % 26));
  return panel < 26 ? last : panel_letter(panel / 26 - 1) + last;
}

void place_panel(GnuplotScript& script, const FigureLayout::Box& box, const FigureLayout& layout) {
  script.add("  set lmargin at screen {:.4f}; set rmargin at screen {:.4f}", box.left / layout.width,
             box.right / layout.width);
  script.add("  set bmargin at screen {:.4f}; set tmargin at screen {:.4f}", box.bottom / layout.height,
             box.top / layout.height);
}

void add_panel_titles(GnuplotScript& script, const std::string& title, const std::string& subtitle,
                      const FigureLayout::Box& box, const FigureLayout& layout) {
  script.add("  set label 1 {} at screen {:.4f}, {:.4f} left font font.\" Bold,7\"", title,
             box.left / layout.width, (box.top + 0.22) / layout.height);
  script.add("  set label 2 {} at screen {:.4f}, {:.4f} left font small", subtitle, box.left / layout.width,
             (box.top + 0.09) / layout.height);
}

}  // namespace descent
