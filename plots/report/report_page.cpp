#include "plots/report/report.hpp"

#include <openssl/evp.h>
#include <boost/algorithm/string/replace.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <utility>

#include "plots/results/curves.hpp"
#include "support/json/read_json.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

/// Choices for the horizontal axis. Their values are columns of curves.csv.
Json positions_json() {
  Json json = Json::array();
  for (const Axis axis : all_axes) {
    const Position& position = position_of(axis);
    json.push_back({{"name", position.name}, {"title", position.title}, {"adds_setup", position.adds_setup}});
  }
  return json;
}

/// Choices for the vertical axis: the quantities with columns in curves.csv.
Json quantities_json() {
  Json json = Json::array();
  for (const Quantity& each : quantities()) {
    if (each.columns[0] == nullptr) continue;
    const bool is_median = each.figure && each.figure->line == &Spread::median;
    json.push_back({{"name", each.name},
                    {"title", each.title},
                    {"short_title", each.short_title},
                    {"statistic", is_median ? "median" : "mean"},
                    {"is_relative", each.is_relative},
                    {"is_logarithmic", each.is_logarithmic},
                    {"is_share", each.is_share}});
  }
  return json;
}

}  // namespace

std::string report_page(const std::string& title, Json data) {
  data["title"] = title;
  data["positions"] = positions_json();
  data["quantities"] = quantities_json();
  // The title, which may hold anything, comes last.
  const std::pair<const char*, std::string> parts[] = {{"{{style}}", std::string(page_style)},
                                                       {"{{script}}", std::string(page_script)},
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

}  // namespace descent
