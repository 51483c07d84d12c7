#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// Runs gnuplot on a script, in the script's folder, after the commands of `before`, and returns what it
/// says. No start-up file and no variable of the environment changes what it draws. Throws ResultFileError
/// with gnuplot's words when it fails, and with the package's name when there is none.
std::string run_gnuplot(const std::filesystem::path& script, const std::string& before);

}  // namespace descent
