#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// A gnuplot string in single quotes that shows exactly this text in enhanced mode, in which _ ^ { } @ & ~
/// and \ have a meaning of their own. Control characters become spaces.
std::string gnuplot_quoted(std::string_view text);

/// The same without escapes for enhanced mode: for file names and for text with wanted markup.
std::string gnuplot_verbatim(std::string_view text);

/// A comment of one line. Control characters become spaces, backslashes, which would continue the line,
/// slashes.
std::string gnuplot_comment(std::string_view text);

/// Characters of a text in UTF-8.
std::size_t letter_count(std::string_view text);

/// A paragraph in lines of at most so many letters, broken at blanks.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t letters);

/// 24703 → "24,703"
std::string with_thousands(std::uint64_t count);

/// λ as a reader of the papers knows it: "1/m", "0.1/m", "1/m²", else the number with four digits.
std::string lambda_text(double lambda, std::uint64_t rows);

/// Letters, digits, '.', '-' and '_' stay, anything else becomes '_', and a leading '.' too: a name that is
/// safe in any folder.
std::string file_name_text(std::string_view text);

}  // namespace descent
