#pragma once

#include <filesystem>
#include <string>

#include "support/json/json_place.hpp"

namespace descent {

/// The page as one file of HTML that asks for nothing else: plotly.js, the page's own script and style, and
/// `data`, which the script shows. Texts in `data` are shown as text whatever they hold: they reach the page
/// as base64 of gzip alone. Throws ResultFileError when plotly.js cannot be read, and ConfigError when it is
/// another file.
std::string report_page(const std::string& title, const Json& data, const std::filesystem::path& plotly);

}  // namespace descent
