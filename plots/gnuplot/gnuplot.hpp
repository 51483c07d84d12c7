#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// Runs gnuplot on a script, in the script's folder, after the commands of `before`; returns its output. No
/// start-up file or environment variable changes the drawing. Throws ResultFileError with gnuplot's words if
/// it fails, or with the package's name if it is missing.
std::string run_gnuplot(const std::filesystem::path& script, const std::string& before);

}  // namespace descent
