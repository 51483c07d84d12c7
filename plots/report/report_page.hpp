#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/json/json_place.hpp"

namespace descent {

// Files of plots/report/page/, embedded when the program is built (embed_page.cmake).
extern const std::string_view page_html;  ///< report.html with placeholders {{title}}, {{style}}, {{data}}, …
extern const std::string_view page_style;   ///< report.css
extern const std::string_view page_script;  ///< the scripts, in the required order

/// The page as one HTML file without further requests: plotly.js, the page's script and style, and `data`, to
/// which the tables of axes and of scales of targets are added. Any text in `data` is shown as text, because it
/// reaches the page only as base64 of gzip. Throws ResultFileError if plotly.js cannot be read, and
/// ConfigError if it is another file.
std::string report_page(const std::string& title, Json data, const std::filesystem::path& plotly);

/// Encodes bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// Compresses the text as gzip without a time or name, so that equal texts give equal bytes.
std::string gzipped(std::string_view text);

/// Path of plotly.js as installed by distributions. Throws ConfigError with the package's name if it is
/// missing.
std::filesystem::path installed_plotly();

}  // namespace descent
