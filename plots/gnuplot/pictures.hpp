#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

bool gnuplot_is_installed();

/// STEM.svg beside a script STEM.gp, STEM.pdf and STEM.png one folder above.
std::vector<std::filesystem::path> pictures_of(const std::filesystem::path& script);

/// Runs gnuplot on a script STEM.gp, which draws STEM.pdf, .svg and .png with the variable output_prefix
/// before their names, in a temporary folder beside it. They become pictures_of(script) when all are
/// complete. Returns them. Throws ResultFileError.
std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script);

/// Runs gnuplot on a script, in the script's folder, after the commands of `before`; returns its output. No
/// start-up file or environment variable changes the drawing. Throws ResultFileError with gnuplot's words if
/// it fails, or with the package's name if it is missing.
std::string run_gnuplot(const std::filesystem::path& script, const std::string& before);

/// A gnuplot string in single quotes that shows exactly this text in enhanced mode, where _ ^ { } @ & ~ and
/// the backslash have special meanings. Control characters become spaces.
std::string gnuplot_quoted(std::string_view text);

/// The same without escapes for enhanced mode: for file names and text with intended markup.
std::string gnuplot_verbatim(std::string_view text);

/// A comment of one line. Control characters become spaces; backslashes, which would continue the line,
/// become slashes.
std::string gnuplot_comment(std::string_view text);

}  // namespace descent
