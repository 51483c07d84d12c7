#include "plots/report/report_page.hpp"

#include <fmt/format.h>

#include "plots/report/packed_text.hpp"
#include "plots/report/page_sources.hpp"
#include "support/errors.hpp"
#include "support/files/text_of_file.hpp"
#include "support/json/json_text.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

std::string read_plotly(const std::filesystem::path& path) {
  const std::string text = text_of_file(path);
  if (text.find("Plotly") == std::string::npos)
    throw ConfigError(fmt::format("{}: is not plotly.js, which the page is drawn by", path.string()));
  return text;
}

}  // namespace

std::string report_page(const std::string& title, const Json& data, const std::filesystem::path& plotly) {
  const std::string library = base64(gzipped(read_plotly(plotly)));
  const std::string packed = base64(gzipped(json_text(data)));
  const std::string escaped = html_text(title);
  const std::pair<std::string_view, std::string_view> parts[] = {{"title", escaped},
                                                                 {"style", page_style},
                                                                 {"script", page_script},
                                                                 {"plotly", library},
                                                                 {"data", packed}};
  std::string page;
  std::string_view rest = page_html;
  for (;;) {
    const std::size_t open = rest.find("{{");
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find("}}", open);
    const std::string_view name = rest.substr(open + 2, close - open - 2);
    page += rest.substr(0, open);
    for (const auto& [each, text] : parts) {
      if (each == name) page += text;
    }
    rest.remove_prefix(close + 2);
  }
  return page.append(rest);
}

}  // namespace descent
