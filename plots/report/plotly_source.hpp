#pragma once

#include <filesystem>

namespace descent {

/// Path of plotly.js as installed by distributions. Throws ConfigError with the package's name if it is
/// missing.
std::filesystem::path installed_plotly();

}  // namespace descent
