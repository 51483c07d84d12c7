#pragma once

#include <filesystem>
#include <vector>

namespace descent {

/// STEM.pdf, STEM.svg and STEM.png of a script STEM.gp.
std::vector<std::filesystem::path> pictures_of(const std::filesystem::path& script);

/// Has gnuplot run a script STEM.gp that draws STEM.pdf, STEM.svg and STEM.png into its own folder, with the
/// text of the variable output_prefix before their names, and returns these pictures. They get their names
/// when all of them are complete and some data file has a point to draw. Throws ResultFileError.
std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script);

}  // namespace descent
