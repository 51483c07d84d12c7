#include "plots/gnuplot/figure_caption.hpp"

#include <fmt/format.h>

#include "support/files/atomic_file.hpp"
#include "support/text/text_table.hpp"

namespace descent {

void write_caption(const std::filesystem::path& stem, const FigureCaption& caption) {
  std::string text = caption.title + '.';
  for (const std::string& sentence : caption.sentences) text += ' ' + sentence;
  write_atomically(stem.string() + ".caption.txt", text + '\n');
  // A line end at the end of the file would be a blank behind the caption.
  write_atomically(stem.string() + ".caption.tex",
                   fmt::format("% \\caption{{\\protect\\input{{{}.caption}}}}\n{}%\n",
                               stem.filename().string(), latex_text(text)));
}

}  // namespace descent
