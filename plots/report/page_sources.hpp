#pragma once

#include <string_view>

namespace descent {

// Files of plots/report/page/, embedded when the program is built (embed_page.cmake).

extern const std::string_view page_html;  ///< report.html with placeholders {{title}}, {{style}}, {{data}}, …
extern const std::string_view page_style;   ///< report.css
extern const std::string_view page_script;  ///< the scripts, in the required order

}  // namespace descent
