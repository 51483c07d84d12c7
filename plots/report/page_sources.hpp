#pragma once

#include <string_view>

namespace descent {

// The files of plots/report/page/, put into the program when it is built (embed_page.cmake).

extern const std::string_view
    page_html;  ///< report.html, with {{title}}, {{style}}, {{data}}, … where these go
extern const std::string_view page_style;   ///< report.css
extern const std::string_view page_script;  ///< the scripts, in the order that they need

}  // namespace descent
