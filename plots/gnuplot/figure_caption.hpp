#pragma once

#include <string>
#include <vector>

#include "plots/results/drawing.hpp"

namespace descent {

/// Words printed under a figure; the picture itself has no title or notes.
struct FigureCaption {
  std::string title;                   ///< without a full stop
  std::vector<std::string> sentences;  ///< with full stops
};

/// Writes STEM.caption.txt into the folder, the caption as one paragraph, and STEM.caption.tex, the same for
/// \caption{\protect\input{STEM.caption}}. Throws ResultFileError.
void write_caption(const DrawnFolder& folder, const std::string& stem, const FigureCaption& caption);

}  // namespace descent
