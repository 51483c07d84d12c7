#pragma once

#include <filesystem>

namespace descent {

/// The file of plotly.js that distributions install. Throws ConfigError, which names the package, where there
/// is none.
std::filesystem::path installed_plotly();

}  // namespace descent
