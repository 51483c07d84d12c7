#pragma once

#include <filesystem>
#include <vector>

namespace descent {

/// STEM.pdf, STEM.svg and STEM.png of a script STEM.gp.
std::vector<std::filesystem::path> pictures_of(const std::filesystem::path& script);

/// Runs gnuplot on a script STEM.gp, which draws STEM.pdf, .svg and .png into its folder, with the variable
/// output_prefix before their names; returns the pictures. They get their final names when all are complete
/// and some data file has a point to draw. Throws ResultFileError.
std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script);

}  // namespace descent
