#pragma once

#include <filesystem>
#include <string>

#include "support/json/json_place.hpp"

namespace descent {

/// The page as one HTML file without further requests: plotly.js, the page's script and style, and `data`.
/// Any text in `data` is shown as text, because it reaches the page only as base64 of gzip. Throws
/// ResultFileError if plotly.js cannot be read, and ConfigError if it is another file.
std::string report_page(const std::string& title, const Json& data, const std::filesystem::path& plotly);

}  // namespace descent
