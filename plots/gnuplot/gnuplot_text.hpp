#pragma once

#include <string>
#include <string_view>

namespace descent {

/// A gnuplot string in single quotes that shows exactly this text in enhanced mode, where _ ^ { } @ & ~ and
/// the backslash have special meanings. Control characters become spaces.
std::string gnuplot_quoted(std::string_view text);

/// The same without escapes for enhanced mode: for file names and text with intended markup.
std::string gnuplot_verbatim(std::string_view text);

/// A comment of one line. Control characters become spaces; backslashes, which would continue the line,
/// become slashes.
std::string gnuplot_comment(std::string_view text);

}  // namespace descent
