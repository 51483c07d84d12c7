#include "plots/report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <boost/algorithm/string/replace.hpp>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <array>

#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/json/read_json.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

std::string read_plotly(const std::filesystem::path& path) {
  const std::string text = text_of_file(path);
  if (text.find("Plotly") == std::string::npos)
    throw ConfigError("{}: is not plotly.js, which the page is drawn by", path.string());
  return text;
}

/// Choices for the charts' axes.
Json positions_json() {
  Json json = Json::array();
  std::string_view column;
  for (const Position& each : positions()) {
    if (!each.adds_setup) column = each.name;
    json.push_back({{"name", each.name},
                    {"title", each.title},
                    {"column", column},
                    {"adds_setup", each.adds_setup},
                    {"adds_tuning", each.adds_tuning}});
  }
  return json;
}

Json quantities_json() {
  Json json = Json::array();
  for (const Quantity& each : quantities())
    json.push_back({{"name", each.name},
                    {"title", each.title},
                    {"short_title", each.short_title},
                    {"is_relative", each.is_relative},
                    {"is_logarithmic", each.is_logarithmic},
                    {"is_share", each.is_share}});
  return json;
}

}  // namespace

std::string report_page(const std::string& title, Json data, const std::filesystem::path& plotly) {
  const std::string library = base64(gzipped(read_plotly(plotly)));
  data["positions"] = positions_json();
  data["quantities"] = quantities_json();
  for (const auto& [name, unit, share] : scale_words)
    data["scales"].push_back({{"name", name}, {"unit", unit}, {"share", share}});
  data["smallest_relative"] = smallest_relative;
  data["hatched_factor"] = hatched_factor;
  // The title, which may hold anything, comes last.
  const std::pair<const char*, std::string> parts[] = {{"{{style}}", std::string(page_style)},
                                                       {"{{script}}", std::string(page_script)},
                                                       {"{{plotly}}", library},
                                                       {"{{data}}", base64(gzipped(json_text(data)))},
                                                       {"{{title}}", html_text(title)}};
  std::string page(page_html);
  for (const auto& [name, text] : parts) boost::replace_all(page, name, text);
  return page;
}

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and OpenSSL's terminating 0
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                  reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.pop_back();
  return text;
}

std::string gzipped(std::string_view text) {
  namespace io = boost::iostreams;
  std::string bytes;
  io::filtering_ostream stream;
  stream.push(io::gzip_compressor(io::gzip_params(io::gzip::best_compression)));
  stream.push(io::back_inserter(bytes));
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.reset();  // writes the rest
  return bytes;
}

std::filesystem::path installed_plotly() {
  constexpr std::array<const char*, 3> places{
      "/usr/share/python3-plotly/plotly.min.js",
      "/usr/share/python3-plotly/plotly.js",  // Debian 12
      "/usr/lib/python3/dist-packages/plotly/package_data/plotly.min.js",
  };
  for (const std::filesystem::path place : places)
    if (is_file(place)) return place;
  throw ConfigError(
      "plotly.js, which draws the page, is not installed: install Debian's package python3-plotly "
      "(apt-get install python3-plotly), or name a file with --plotly; looked for {}",
      fmt::join(places, ", "));
}

}  // namespace descent
