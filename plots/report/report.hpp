#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Data of one results folder for the page's scripts: CSV files as texts, axes and looks of the figures, and
/// titles, configuration, constants and machines.
Json report_experiment(const ResultsFolder& results);

/// Replaces paths of a folder's datasets and files by short names, as report_experiment does, so that a page
/// that is passed on does not show the folders of the machine.
void shorten_paths(const Manifest& manifest, Json& json);

// Files of plots/report/page/, embedded when the program is built (embed_page.cmake).
extern const std::string_view page_html;  ///< report.html with placeholders {{title}}, {{style}}, {{data}}, …
extern const std::string_view page_style;   ///< report.css
extern const std::string_view page_script;  ///< the scripts, in the required order

/// The page as one HTML file without further requests. Any text in `data` is shown as text, because it
/// reaches the page only as base64 of gzip.
std::string report_page(const std::string& title, Json data);

/// Encodes bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// Compresses the text as gzip without a time or name, so that equal texts give equal bytes.
std::string gzipped(std::string_view text);

}  // namespace descent
