#include "plots/gnuplot/figure_caption.hpp"

#include <fmt/format.h>

#include "support/text/foreign_text.hpp"

namespace descent {

void write_caption(const DrawnFolder& folder, const std::string& stem, const FigureCaption& caption) {
  std::string text = caption.title + '.';
  for (const std::string& sentence : caption.sentences) text += ' ' + sentence;
  folder.write(stem + ".caption.txt", text + '\n');
  // A newline at the end of the file would be a blank after the caption.
  folder.write(stem + ".caption.tex",
               fmt::format("% \\caption{{\\protect\\input{{{}.caption}}}}\n{}%\n",
                           std::filesystem::path(stem).filename().string(), latex_text(text)));
}

}  // namespace descent
